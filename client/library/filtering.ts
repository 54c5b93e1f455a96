import { useOptimistic, useTransition } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListFilters } from './library.queries.ts'

const names = ['model', 'length', 'min_rating', 'order', 'cursor'] as const

/** The filters that an address names. */
export function filtersIn(search: URLSearchParams): ListFilters {
  return Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])))
}

/**
 * The filters of the address and how to change them. `chosen` follows the hand at once, `filters` when the list that
 * they ask for is here; each change is a step of the history.
 */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const [isPending, startTransition] = useTransition()
  const filters = filtersIn(search)
  const [chosen, setChosen] = useOptimistic(filters)
  const choose = (changes: ListFilters) =>
    startTransition(() => {
      const { cursor: _, ...wanted } = { ...chosen, ...changes }
      setChosen(wanted)
      setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')))
    })
  return { filters, chosen, choose, isPending }
}
export type Filtering = ReturnType<typeof useFilters>

/** Whether the list is narrowed, and not only in another order or from another place on. */
export const isNarrowed = ({ model, length, min_rating }: ListFilters) => Boolean(model ?? length ?? min_rating)
/** Every filter off; the order stays. */
export const noFilters: ListFilters = { model: '', length: '', min_rating: '' }
