import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readQuery } from '#shared/query-params.ts'
import type { QuerySchema, QueryValues } from '#shared/query-params.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

const none = new URLSearchParams()

/** Query string of the address. Empty until hydration, since the server renders one page for all query strings. */
export function useAddressQuery(): URLSearchParams {
  const [search] = useSearchParams()
  return useHydrated() ? search : none
}

export function usePageQuery<Query extends QuerySchema>(query: Query): QueryValues<Query> {
  const [search] = useSearchParams()
  return useMemo(() => readQuery(query, search), [query, search])
}
