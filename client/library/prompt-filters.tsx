import { lengthFilters, promptOrders, ratingFilters } from '#shared/library.ts'
import { useNumber, useSay } from '../i18n.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Filtering } from './filtering.ts'

type Option = { value: string; label: string }
type Choice = { name: 'model' | 'length' | 'min_rating' | 'order'; label: string; options: Option[] }

const any = (label: string): Option => ({ value: '', label })

function useChoices(models: { slug: string; name: string }[]): Choice[] {
  const say = useSay()
  const oneDecimal = useNumber(1)
  return [
    {
      name: 'model',
      label: say('use_case.model'),
      options: [any(say('use_case.any_model')), ...models.map(({ slug, name }) => ({ value: slug, label: name }))],
    },
    {
      name: 'length',
      label: say('use_case.length'),
      options: [
        any(say('use_case.any_length')),
        ...lengthFilters.map((value) => ({ value, label: say(`length.${value}`) })),
      ],
    },
    {
      name: 'min_rating',
      label: say('use_case.rating'),
      options: [
        any(say('use_case.any_rating')),
        ...ratingFilters.map((value) => ({
          value,
          label: say('use_case.at_least', { rating: oneDecimal(Number(value)) }),
        })),
      ],
    },
    {
      name: 'order',
      label: say('use_case.order'),
      options: promptOrders.map((order) => ({ value: order === 'latest' ? '' : order, label: say(`order.${order}`) })),
    },
  ]
}

type PromptFiltersProps = { models: { slug: string; name: string }[]; filtering: Filtering }

/** Filters that live in the address, so that a filtered list can be shared; without scripts they are a plain form. */
export function PromptFilters({ models, filtering: { chosen, choose, isPending } }: PromptFiltersProps) {
  const say = useSay()
  const choices = useChoices(models)
  return (
    <form
      method="get"
      aria-label={say('use_case.filters')}
      className="relative mt-6 grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4"
    >
      {choices.map(({ name, label, options }) => (
        <label key={name} className="block min-w-0 text-sm">
          {label}
          <select
            name={name}
            value={chosen[name] ?? ''}
            onChange={(event) => choose({ [name]: event.currentTarget.value })}
            className="field mt-1"
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
      ))}
      {isPending && <Spinner label={say('use_case.loading')} className="absolute -top-1 right-0" />}
      <button type="submit" className="without-script button">
        {say('use_case.apply')}
      </button>
    </form>
  )
}
