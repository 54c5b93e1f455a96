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

type ChecksProps = {
  legend: string
  options: readonly Option[]
  ids: number[]
  error: string | undefined
  onChange: (ids: number[]) => void
}

/** Any number of a list. */
export function Checks({ legend, options, ids, error, onChange }: ChecksProps) {
  const t = useTranslate()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {options.length === 0 && <p className="text-muted">{t('fields.none')}</p>}
      <div className="flex max-h-48 flex-wrap gap-2 overflow-y-auto p-1">
        {options.map(({ value, name }) => (
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
