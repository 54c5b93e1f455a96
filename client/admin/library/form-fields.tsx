import { useId } from 'react'
import type { ReactNode } from 'react'
import { highestTier } from '#shared/tier.ts'
import { useTranslate } from './messages.ts'
import { useTierName } from './use-tier-name.ts'

type Labelled = { label: string; error?: string | undefined; hint?: ReactNode }
type Shown = Labelled & { render: (id: string, described: string | undefined) => ReactNode }

function LabelledField({ label, error, hint, render }: Shown) {
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

/** Grows with its text. */
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
  /** What stands for no choice; without it one is always chosen. */
  none?: string | undefined
  onChange: (value: string) => void
}

/** What is chosen and no longer among the options shows as no choice. */
export function Select({ value, options, none, onChange, ...labelled }: SelectProps) {
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
          aria-invalid={labelled.error === undefined ? undefined : true}
          aria-describedby={described}
          onChange={({ target }) => onChange(target.value)}
        >
          {(none !== undefined || !isThere) && <option value="">{none ?? t('fields.choose')}</option>}
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

export function useTierOptions(): Option[] {
  const tierName = useTierName()
  return Array.from({ length: highestTier + 1 }, (_, tier) => ({ value: String(tier), name: tierName(tier) }))
}

export const optionsOf = (rows: readonly { id: number; name: string }[] = []): Option[] =>
  rows.map(({ id, name }) => ({ value: String(id), name }))

type CheckboxGroupProps = {
  legend: string
  /** Undefined until they are known. */
  options: readonly Option[] | undefined
  ids: number[]
  error: string | undefined
  onChange: (ids: number[]) => void
}

/** Any number of a list. */
export function CheckboxGroup({ legend, options, ids, error, onChange }: CheckboxGroupProps) {
  const t = useTranslate()
  // Of a former state, and removed since: shown, so that it can be taken away.
  const gone = options
    ? ids
        .filter((id) => !options.some(({ value }) => value === String(id)))
        .map((id) => ({ value: String(id), name: t('fields.gone', { id }) }))
    : []
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {options?.length === 0 && gone.length === 0 && <p className="text-muted">{t('fields.none')}</p>}
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
