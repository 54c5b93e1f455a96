import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { Problem } from '#shared/problem.ts'
import type { tierRequired } from '#shared/problem.ts'
import { isSignedIn } from './viewer.ts'

/** What the server answered other than a success: its status, and the sentence it gave. */
export class ApiProblem extends Error {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    const parsed = Problem.safeParse(body)
    super(parsed.success ? parsed.data.detail : `status ${status}`)
    this.status = status
    this.body = body
  }
}

export type Answer = { status: number; body: unknown }
export type Asking = { signal?: AbortSignal; method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'; body?: object }
/** Asks the API for a path, in the language of the page: over HTTP in the browser, within the process on the server. */
export type Ask = (path: string, asking?: Asking) => Promise<Answer>

const asks = new WeakMap<QueryClient, Ask>()
/** Each page's client has its own way to the API, since the language differs. */
export function connectApi(client: QueryClient, ask: Ask): void {
  asks.set(client, ask)
}

async function answerOf(client: QueryClient, path: string, asking: Asking): Promise<Answer> {
  const ask = asks.get(client)
  if (!ask) throw new Error('This query client is not connected to the API.')
  return ask(path, asking)
}

const isSuccess = (status: number) => status >= 200 && status <= 299

/** Sends JSON and answers what came back, decoded by the schema where one is given. Throws ApiProblem. */
export async function send<Item = unknown>(
  client: QueryClient,
  method: NonNullable<Asking['method']>,
  path: string,
  { body, schema }: { body?: object; schema?: z.ZodMiniType<Item> } = {},
): Promise<Item> {
  const answer = await answerOf(client, path, { method, ...(body && { body }) })
  if (!isSuccess(answer.status)) throw new ApiProblem(answer.status, answer.body)
  return schema ? schema.parse(answer.body) : (answer.body as Item)
}

export async function getFrom<Item>(
  client: QueryClient,
  path: string,
  schema: z.ZodMiniType<Item>,
  signal: AbortSignal,
): Promise<Item> {
  const { status, body } = await answerOf(client, path, { signal })
  if (!isSuccess(status)) throw new ApiProblem(status, body)
  return schema.parse(body)
}

/** The query of one address of the API, decoded by the schema that the server encoded it with. */
export function apiQuery<Item>(path: string, schema: z.ZodMiniType<Item>) {
  return queryOptions({ queryKey: [path], queryFn: ({ client, signal }) => getFrom(client, path, schema, signal) })
}

/** An item that may be locked: then only its preview is here, and whether a member asked, whose tier was counted. */
export type Opened<Item, Preview> =
  | { locked: false; item: Item }
  | { locked: true; item: Preview; required_tier: number; was_signed_in?: true }

type Locked<Preview extends z.ZodMiniType> = ReturnType<typeof tierRequired<Preview>>

/** Like apiQuery, for what a tier can lock: a 403 that names the tier is an answer and no failure. */
export function openQuery<Item, Preview extends z.ZodMiniType>(
  path: string,
  schema: z.ZodMiniType<Item>,
  locked: Locked<Preview>,
) {
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ client, signal }): Promise<Opened<Item, z.infer<Preview>>> => {
      const was_signed_in = isSignedIn()
      const { status, body } = await answerOf(client, path, { signal })
      if (isSuccess(status)) return { locked: false, item: schema.parse(body) }
      const refusal = status === 403 ? locked.safeParse(body) : null
      if (!refusal?.success) throw new ApiProblem(status, body)
      const { preview, required_tier } = refusal.data as { preview: z.infer<Preview>; required_tier: number }
      return { locked: true, item: preview, required_tier, ...(was_signed_in && { was_signed_in }) }
    },
  })
}
