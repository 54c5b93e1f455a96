import type { QueryKey } from '@tanstack/react-query'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { getJson } from '../app/api.ts'
import type { Decoder } from '../app/api.ts'

/** Query of a list that is loaded page by page, beginning with `path`. */
export const pagedQuery = <Page extends { next: string | null }>(
  queryKey: QueryKey,
  path: string,
  schema: Decoder<z.ZodMiniType<Page>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, signal, pageParam }) => getJson(client, pageParam, schema, signal),
    initialPageParam: path,
    getNextPageParam: (page: Page) => page.next,
  })
