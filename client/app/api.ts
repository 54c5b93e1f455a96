import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Problem } from '#shared/problem.ts'
import { isSignedIn } from './session/viewer.ts'

export class ApiProblem extends Error {
  readonly status: number
  /** Translated text for the user. Null if the response is not from the API, such as a proxy's error page. */
  readonly detail: string | null
  readonly body: unknown
  constructor(status: number, body: unknown) {
    const detail: unknown = (body as Partial<Problem> | null)?.detail
    super(typeof detail === 'string' ? detail : `status ${status}`)
    this.status = status
    this.detail = typeof detail === 'string' ? detail : null
    this.body = body
  }
}

export class NetworkProblem extends Error {}

export const isResponseLost = (error: unknown) =>
  error instanceof NetworkProblem || (error instanceof ApiProblem && error.status >= 500)

export const problemDetailOf = (error: unknown): string | null => (error instanceof ApiProblem ? error.detail : null)

export type ApiResponse = { status: number; body: unknown; headers?: Headers }
export type RequestOptions = {
  signal?: AbortSignal
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body?: object
  headers?: Record<string, string>
  isBackground?: boolean
  /** True: the request continues after its page is left. */
  keepalive?: boolean
}
export type ApiFetch = (path: string, options?: RequestOptions) => Promise<ApiResponse>

const fetchers = new WeakMap<QueryClient, ApiFetch>()
export function connectApi(client: QueryClient, apiFetch: ApiFetch): void {
  fetchers.set(client, apiFetch)
}

export async function fetchFrom(client: QueryClient, path: string, options: RequestOptions): Promise<ApiResponse> {
  const apiFetch = fetchers.get(client)
  if (!apiFetch) throw new Error('This query client is not connected to the API.')
  return apiFetch(path, options)
}

export const isSuccess = (status: number) => status >= 200 && status <= 299

/** Schema that decodes responses in development and tests. Production passes `false`, so that no page loads zod. */
export type Decoder<Schema> = Schema | false

export function decode<Item>(body: unknown, schema: Decoder<z.ZodMiniType<Item>>): Item {
  if (schema) return schema.parse(body)
  if (body === null) throw new Error('The body is no JSON.')
  return body as Item
}

/** Sends JSON and decodes the response. A 404 for a DELETE counts as success. Throws ApiProblem. */
export async function send<Item = unknown>(
  client: QueryClient,
  method: NonNullable<RequestOptions['method']>,
  path: string,
  { schema, ...options }: Omit<RequestOptions, 'method'> & { schema?: Decoder<z.ZodMiniType<Item>> } = {},
): Promise<Item> {
  const answer = await fetchFrom(client, path, { method, ...options })
  const isRemoved = method === 'DELETE' && answer.status === 404 && schema === undefined
  if (!isSuccess(answer.status) && !isRemoved) throw new ApiProblem(answer.status, answer.body)
  return schema === undefined ? (answer.body as Item) : decode(answer.body, schema)
}

export const getJson = <Item>(
  client: QueryClient,
  path: string,
  schema: Decoder<z.ZodMiniType<Item>>,
  signal: AbortSignal,
): Promise<Item> => send(client, 'GET', path, { schema, signal })

export function apiQuery<Item>(path: string, schema: Decoder<z.ZodMiniType<Item>>) {
  return queryOptions({ queryKey: [path], queryFn: ({ client, signal }) => getJson(client, path, schema, signal) })
}

/** Item that may need a higher tier. A locked item has only a preview. A flag shows if a member requested it. */
export type LockableItem<Item, Preview> =
  | { locked: false; item: Item }
  | { locked: true; item: Preview; required_tier: number; was_signed_in?: true }

/** Query like `apiQuery`. A 403 that names the missing tier becomes data instead of an error. */
export function lockableQuery<Item, Locked extends { preview: unknown; required_tier: number }>(
  path: string,
  schema: Decoder<z.ZodMiniType<Item>>,
  locked: Decoder<z.ZodMiniType<Locked>>,
) {
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ client, signal }): Promise<LockableItem<Item, Locked['preview']>> => {
      const was_signed_in = isSignedIn()
      const { status, body } = await fetchFrom(client, path, { signal })
      if (isSuccess(status)) return { locked: false, item: decode(body, schema) }
      if (status !== 403 || (body as Problem | null)?.code !== 'tier_required') throw new ApiProblem(status, body)
      const { preview, required_tier } = decode(body, locked)
      return { locked: true, item: preview, required_tier, ...(was_signed_in && { was_signed_in }) }
    },
  })
}

/** Query of a list in pages. `path` is the API path of the first one, and the key of the query by default. */
export function pagesQuery<Page extends { next: string | null }>(
  path: string,
  schema: Decoder<z.ZodMiniType<Page>>,
  queryKey: readonly unknown[] = [path],
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, signal, pageParam }) => getJson(client, pageParam, schema, signal),
    initialPageParam: path,
    getNextPageParam: (page: Page) => page.next,
  })
}
