import { useOptimistic, useTransition } from 'react'
import { useSearchParams } from 'react-router-dom'
import { withQuery } from '#shared/paths.ts'

/** Returns the filters of the address and their setter. `chosen` changes at once, `filters` with the loaded list. */
export function useAddressFilters<Filters extends Partial<Record<string, string>>>(filters: Filters) {
  const [, setSearch] = useSearchParams()
  const [isPending, startTransition] = useTransition()
  const [chosen, setChosen] = useOptimistic(filters)
  const choose = (changes: Filters) =>
    startTransition(() => {
      const nextFilters = { ...chosen, ...changes, cursor: undefined }
      setChosen(nextFilters)
      setSearch(withQuery('', nextFilters))
    })
  return { filters, chosen, choose, isPending }
}
