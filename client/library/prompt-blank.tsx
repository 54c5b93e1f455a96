import type { KeyboardEvent } from 'react'
import { fillPlaceholder } from '#shared/library/placeholders.ts'
import type { Placeholder } from '#shared/library/placeholders.ts'

export const blankFieldsIn = (text: Element | null) => [...(text?.querySelectorAll('textarea') ?? [])]

function goToNext(event: KeyboardEvent<HTMLTextAreaElement>) {
  // Safari marks an Enter that ends an IME composition only by this key code.
  const isComposing = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229
  if (event.key !== 'Enter' || event.shiftKey || isComposing) return
  event.preventDefault()
  if (event.repeat) return
  const field = event.currentTarget
  const fields = blankFieldsIn(field.closest('.prompt-text'))
  const next = fields[fields.indexOf(field) + 1] ?? document.querySelector<HTMLElement>('.prompt-actions button')
  next?.focus()
}

type PromptBlankProps = {
  placeholder: Placeholder
  labels: Record<string, string>
  value: string
  onType: (text: string) => void
}

/** Field of a placeholder. Text beside it sets the field's size, and is copied and shown without scripts. */
export function PromptBlank({ placeholder, labels, value, onType }: PromptBlankProps) {
  const { text, is_open } = fillPlaceholder(placeholder, { [placeholder.name]: value })
  const label = Object.hasOwn(labels, placeholder.name) ? labels[placeholder.name] : placeholder.name
  return (
    <mark className={is_open ? 'blank' : 'blank-filled'} data-label={label} translate="no">
      {value || text}
      <textarea
        className="needs-script"
        aria-label={label}
        placeholder={placeholder.fallback ?? label}
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="next"
        value={value}
        onKeyDown={goToNext}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </mark>
  )
}
