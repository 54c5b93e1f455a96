import { island } from '../../app/island.tsx'
import type { EditorProps } from './editor-field.tsx'

/** Plain textarea, shown until the editor is loaded, and if loading fails. */
function PlainEditor({ label, isLabelHidden, value, onChange, error, isBusy, className = 'min-h-32' }: EditorProps) {
  return (
    <label className="block">
      <span className={isLabelHidden ? 'sr-only' : 'mb-1 block font-semibold'}>{label}</span>
      <textarea
        dir="auto"
        value={value}
        readOnly={isBusy}
        aria-invalid={error === undefined ? undefined : true}
        className={`field ${className}`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error && <span className="mt-1 block text-sm text-danger">{error}</span>}
    </label>
  )
}

export const MarkdownEditor = island(async () => (await import('./editor-field.tsx')).EditorField, {
  pending: <div className="min-h-56" />,
  Failed: PlainEditor,
})
