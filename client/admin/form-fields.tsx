import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslate } from './messages.ts'

type Labelled = { label: string; error?: string | undefined; hint?: ReactNode }
type LabelledInput = Labelled & { render: (id: string, described: string | undefined) => ReactNode }

function LabelledField({ label, error, hint, render }: LabelledInput) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {render(id, note ? `${id}-note` : undefined)}
      {note && (
        <p id={`${id}-note`} className={`mt-1 text-sm ${error ? 'text-danger' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

type TextAreaProps = Labelled & {
  value: string
  lang?: string
  placeholder?: string | undefined
  onChange: (text: string) => void
}

export function TextArea({ value, lang, placeholder, onChange, ...labelled }: TextAreaProps) {
  return (
    <LabelledField
      {...labelled}
      render={(id, described) => (
        <textarea
          id={id}
          dir="auto"
          lang={lang}
          value={value}
          placeholder={placeholder}
          aria-invalid={labelled.error === undefined ? undefined : true}
          aria-describedby={described}
          className="field block field-sizing-content max-h-[70dvh] min-h-24 resize-y aria-invalid:border-danger"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    />
  )
}

export type Option = { value: string; name: string }
type SelectProps = Labelled & {
  value: string
  options: readonly Option[]
  /** Label of the empty option. Undefined: there is no empty option. */
  none?: string | undefined
  isDisabled?: boolean
  onChange: (value: string) => void
}

/** Select field. A value that is not among the options is shown as the empty option. */
export function Select({ value, options, none, isDisabled = false, onChange, ...labelled }: SelectProps) {
  const t = useTranslate()
  const isThere = options.some((option) => option.value === value)
  return (
    <LabelledField
      {...labelled}
      render={(id, described) => (
        <select
          id={id}
          className="field aria-invalid:border-danger"
          value={isThere ? value : ''}
          disabled={isDisabled}
          aria-invalid={labelled.error === undefined ? undefined : true}
          aria-describedby={described}
          onChange={({ target }) => onChange(target.value)}
        >
          {(none !== undefined || !isThere) && <option value="">{none ?? t('editor.choose')}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    />
  )
}
