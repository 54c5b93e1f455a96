import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ApiProblem, decode, fetchFrom, isSuccess } from '../app/api.ts'
import type { ApiResponse, Decoder } from '../app/api.ts'

type Schema<Item> = Decoder<z.ZodMiniType<Item>>
export type ItemWithEtag<Item> = { item: Item; etag: string }

function editedOf<Item>({ status, body, headers }: ApiResponse, schema: Schema<Item>): ItemWithEtag<Item> {
  if (!isSuccess(status)) throw new ApiProblem(status, body)
  return { item: decode(body, schema), etag: headers?.get('etag') ?? '' }
}

export function itemWithEtagQuery<Item>(path: string, schema: Schema<Item>) {
  return queryOptions({
    queryKey: ['edited', path],
    queryFn: async ({ client, signal }) => editedOf(await fetchFrom(client, path, { signal }), schema),
    // An editor loads its item once, when it opens: a refetch would replace the item while the admin types.
    gcTime: 0,
    staleTime: Infinity,
  })
}

type Sent<Item> = {
  path: string
  body: object
  etag?: string | undefined
  schema: Schema<Item>
  headers?: Record<string, string>
}

/** Updates the item if `etag` is given, else creates one. Throws ApiProblem: 412 if it was changed meanwhile. */
export async function saveEditedItem<Item>(
  client: QueryClient,
  { path, body, etag, schema, headers }: Sent<Item>,
): Promise<ItemWithEtag<Item>> {
  const options =
    etag === undefined
      ? ({ method: 'POST', body, ...(headers && { headers }) } as const)
      : ({ method: 'PUT', body, headers: { 'if-match': etag } } as const)
  return editedOf(await fetchFrom(client, path, options), schema)
}

/** Returns the current version from the body of a 412, or null for any other error. */
export function conflictingVersion<Item>(error: unknown): ItemWithEtag<Item> | null {
  if (!(error instanceof ApiProblem) || error.status !== 412) return null
  const { current, etag } = error.body as { current: Item; etag: string }
  return { item: current, etag }
}
