import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readQuery } from '#shared/query-params.ts'
import type { QuerySchema, QueryValues } from '#shared/query-params.ts'

export function usePageQuery<Query extends QuerySchema>(query: Query): QueryValues<Query> {
  const [search] = useSearchParams()
  return useMemo(() => readQuery(query, search), [query, search])
}
