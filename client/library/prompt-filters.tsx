import { useSearchParams } from 'react-router-dom'
import { lengthFilters, promptOrders, ratingFilters } from '#shared/library.ts'
import { useNumber, useSay } from '../i18n.tsx'

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

/** Filters that live in the address, so that a filtered list can be shared; without scripts they are a plain form. */
export function PromptFilters({ models }: { models: { slug: string; name: string }[] }) {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const choices = useChoices(models)
  const choose = (name: string, value: string) =>
    setSearch((current) => {
      current.delete('cursor')
      if (value) current.set(name, value)
      else current.delete(name)
      return current
    })
  return (
    <form
      method="get"
      aria-label={say('use_case.filters')}
      className="mt-4 grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4"
    >
      {choices.map(({ name, label, options }) => (
        <label key={name} className="block text-sm">
          {label}
          <select
            name={name}
            value={search.get(name) ?? ''}
            onChange={(event) => choose(name, event.currentTarget.value)}
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
      <button type="submit" className="without-script button">
        {say('use_case.apply')}
      </button>
    </form>
  )
}
