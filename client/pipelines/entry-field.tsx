import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslate } from './messages.ts'

type EntryFieldProps = {
  label: string
  value: string
  onType: (text: string) => void
  /** What counts where it is left empty. */
  fallback?: string | null
  hint?: ReactNode
  rows: number
  /** Whether the browser keeps it. */
  isLasting: boolean
}

/** A text of one's own, of any length. */
export function EntryField({ label, value, onType, fallback, hint, rows, isLasting }: EntryFieldProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <div className="needs-script">
      <label htmlFor={id} className="mb-1 block font-semibold" dir="auto">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 max-w-prose text-sm text-pretty text-muted" dir="auto">
          {hint}
        </p>
      )}
      <textarea
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="field entry-field"
        dir="auto"
        rows={rows}
        autoComplete="off"
        placeholder={fallback ?? undefined}
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <output className={value && !isLasting ? 'mt-1 block rounded-lg bg-warning px-3 py-2 text-sm' : 'sr-only'}>
        {value && !isLasting && t('pipeline.not_kept')}
      </output>
    </div>
  )
}
