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

type CheckboxProps = {
  label: string
  isChecked: boolean
  hint?: ReactNode
  error?: string | undefined
  onChange: (isChecked: boolean) => void
}

export function Checkbox({ label, isChecked, hint, error, onChange }: CheckboxProps) {
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={isChecked}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
      {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
      {error && <p className="mt-1 text-sm text-danger">{error}</p>}
    </div>
  )
}

type CheckboxGroupProps = {
  legend: string
  /** Undefined while loading. */
  options: readonly Option[] | undefined
  ids: readonly number[]
  error: string | undefined
  onChange: (ids: number[]) => void
}

export function CheckboxGroup({ legend, options, ids, error, onChange }: CheckboxGroupProps) {
  const t = useTranslate()
  // Removed options of a restored state stay in the list, so that an admin can uncheck them.
  const gone = options
    ? ids
        .filter((id) => !options.some(({ value }) => value === String(id)))
        .map((id) => ({ value: String(id), name: t('field.gone', { id }) }))
    : []
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {options?.length === 0 && gone.length === 0 && <p className="text-muted">{t('field.none')}</p>}
      <div className="flex max-h-48 flex-wrap gap-2 overflow-y-auto p-1">
        {[...(options ?? []), ...gone].map(({ value, name }) => (
          <label key={value} className="chip inline-flex min-h-9 items-center gap-2 has-checked:text-brand">
            <input
              type="checkbox"
              checked={ids.includes(Number(value))}
              onChange={({ target }) =>
                onChange(target.checked ? [...ids, Number(value)] : ids.filter((id) => id !== Number(value)))
              }
            />
            {name}
          </label>
        ))}
      </div>
      {error && <p className="mt-1 text-sm text-danger">{error}</p>}
    </fieldset>
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

/** Options whose values are the ids of rows. */
export const optionsOf = (rows: readonly { id: number; name: string }[] = []): Option[] =>
  rows.map(({ id, name }) => ({ value: String(id), name }))

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
