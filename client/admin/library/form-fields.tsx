import { highestTier } from '#shared/tier.ts'
import type { Option } from '../form-fields.tsx'
import { useTranslate } from './messages.ts'
import { useTierName } from './use-tier-name.ts'

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
