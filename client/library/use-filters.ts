import { useOptimistic, useTransition } from 'react'
import { useSearchParams } from 'react-router-dom'
import { UseCaseQuery } from '#shared/library.ts'
import { usePageQuery } from '../app/page-query.ts'
import type { ListFilters } from './library.queries.ts'

/**
 * The filters of the address and how to change them. `chosen` follows the hand at once, `filters` when the list that
 * they ask for is here; each change is a step of the history.
 */
export function useFilters() {
  const [, setSearch] = useSearchParams()
  const filters: ListFilters = usePageQuery(UseCaseQuery)
  const [isPending, startTransition] = useTransition()
  const [chosen, setChosen] = useOptimistic(filters)
  const choose = (changes: ListFilters) =>
    startTransition(() => {
      const { cursor: _, ...wanted } = { ...chosen, ...changes }
      setChosen(wanted)
      setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value)))
    })
  return { filters, chosen, choose, isPending }
}
export type Filters = ReturnType<typeof useFilters>

/** Whether the list is narrowed, and not only in another order or from another place on. */
export const isNarrowed = ({ model, length, min_rating }: ListFilters) => Boolean(model ?? length ?? min_rating)
export const noFilters: ListFilters = { model: '', length: '', min_rating: '' }
