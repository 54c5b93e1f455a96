import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { webhookSignatureOf } from '../../../server/sandbox/webhooks.ts'

export const webhookSecret = 'whsec_of_the_load'
const password = 'a long enough secret'
const pauseMs = 20
const answerTimeoutMs = 20_000

/** The stored value may be the acknowledged one or a later one. */
type Written = { sent: unknown[]; acknowledged: number }
type Kind = 'rating' | 'save' | 'comment' | 'registration' | 'webhook'
type Count = Record<Kind, number>
type Writer = (round: number) => Promise<void>

type Subjects = { prompts: string[]; thread: string; customer: string }

const json = (body: object, token?: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(body),
})

const register = (email: string) => ({
  path: paths.api.register,
  ...json({ email, password, name: 'Ada', surname: 'Writer' }),
})

/** Writes during outages and records acknowledged values. */
export async function startWriteLoad(origin: string, { prompts, thread, customer }: Subjects) {
  const written = new Map<string, Written>()
  const acknowledged: Count = { rating: 0, save: 0, comment: 0, registration: 0, webhook: 0 }
  const stopping = new AbortController()
  let refused = 0

  async function send(kind: Kind, key: string, value: unknown, request: { path: string } & RequestInit) {
    const { path, ...init } = request
    const known = written.get(key) ?? { sent: [], acknowledged: -1 }
    written.set(key, known)
    const at = known.sent.push(value) - 1
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const answer = await fetch(origin + path, { ...init, signal }).catch(() => null)
    const isWhole = await answer?.arrayBuffer().then(
      () => true,
      () => false,
    )
    if (answer && answer.status >= 400 && answer.status < 500)
      throw new Error(`${init.method ?? 'GET'} ${path} was answered ${answer.status}.`)
    if (answer?.ok && isWhole) {
      known.acknowledged = at
      acknowledged[kind]++
    } else {
      refused++
      await sleep(pauseMs)
    }
  }

  async function signUp(name: string): Promise<string> {
    const email = `${name}@example.test`
    await send('registration', `registration ${email}`, true, register(email))
    const answer = await fetch(origin + paths.api.token, json({ email, password }))
    return ((await answer.json()) as { access: string }).access
  }

  const writersOf = (token: string, name: string): Writer[] => [
    (round) => {
      const [slug = '', value] = [prompts[round % prompts.length], (round % 5) + 1]
      const request = { path: paths.api.promptRating(slug), ...json({ value }, token) }
      return send('rating', `rating ${name} ${slug}`, value, request)
    },
    (round) => {
      const [slug = '', isSaved] = [prompts[round % prompts.length], Math.floor(round / prompts.length) % 2 === 0]
      const headers = { authorization: `Bearer ${token}` }
      const request = isSaved
        ? { path: paths.api.promptSave(slug), method: 'POST', headers }
        : { path: paths.api.promptUnsave(slug), method: 'DELETE', headers }
      return send('save', `save ${name} ${slug}`, isSaved, request)
    },
    (round) => {
      const body = `Comment ${round} of ${name}`
      return send('comment', `comment ${body}`, true, {
        path: forumPaths.api.comments(thread),
        ...json({ body, typing_ms: 60_000 }, token),
      })
    },
  ]
  const registers: Writer = (round) => {
    const email = `new-${round}@example.test`
    return send('registration', `registration ${email}`, true, register(email))
  }
  const webhooks: Writer = (round) => {
    const id = `evt_load_${round}`
    const object = { id: 'in_1', object: 'invoice', customer }
    const body = JSON.stringify({
      id,
      object: 'event',
      type: 'invoice.paid',
      created: 1,
      livemode: false,
      data: { object },
    })
    const signature = webhookSignatureOf(body, webhookSecret, Math.floor(Date.now() / 1_000))
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return send('webhook', `webhook ${id}`, true, { path: checkoutPaths.webhook, method: 'POST', headers, body })
  }

  const names = Array.from({ length: 2 }, (_, at) => `writer-${at}`)
  const writers = (await Promise.all(names.map(async (name) => writersOf(await signUp(name), name)))).flat()
  const running = Promise.all(
    [...writers, registers, webhooks].map(async (write) => {
      for (let round = 0; !stopping.signal.aborted; round++) await write(round)
    }),
  )
  running.catch(() => {})
  return {
    acknowledged,
    refused: () => refused,
    stop: async () => {
      stopping.abort()
      await running
      return written
    },
  }
}

const stored = `
  SELECT 'rating ' || split_part(email, '@', 1) || ' ' || slug AS key, value::int::text AS value
    FROM rating JOIN "user" ON "user".id = user_id JOIN prompt ON prompt.id = prompt_id
   UNION ALL SELECT 'save ' || split_part(email, '@', 1) || ' ' || slug, 'true'
    FROM saved_prompt JOIN "user" ON "user".id = user_id JOIN prompt ON prompt.id = prompt_id
   UNION ALL SELECT 'comment ' || body, 'true' FROM comment
   UNION ALL SELECT 'registration ' || email, 'true' FROM "user"
   UNION ALL SELECT 'webhook ' || id, 'true' FROM stripe_event`

/** Acknowledged rows that are missing or duplicated. */
export async function findLost(client: Client, written: Map<string, Written>): Promise<string[]> {
  const { rows } = await client.query<{ key: string; value: string }>(stored)
  const values = new Map<string, string[]>()
  for (const { key, value } of rows) values.set(key, [...(values.get(key) ?? []), value])
  return [...written].flatMap(([key, { sent, acknowledged }]) => {
    const [value = 'false', ...more] = values.get(key) ?? []
    const possible = sent.slice(Math.max(0, acknowledged)).map(String)
    const isFine = more.length === 0 && (acknowledged < 0 || possible.includes(value))
    return isFine ? [] : [`${key}: ${[value, ...more].join()} instead of ${possible.join(' or ')}`]
  })
}

const isCounted = `status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL`
const wrongCounts = `
  SELECT 'ratings of ' || slug AS what FROM prompt
    LEFT JOIN (SELECT prompt_id, sum(value) AS sum, count(*) AS count FROM rating GROUP BY prompt_id) AS given ON prompt_id = prompt.id
   WHERE (rating_sum, rating_count) IS DISTINCT FROM (coalesce(given.sum, 0), coalesce(given.count, 0))
  UNION ALL SELECT 'comments of ' || meta_slug FROM thread JOIN thread_counts USING (id)
   WHERE thread_counts.comment_count <> (SELECT count(*) FROM comment WHERE thread_id = thread.id AND ${isCounted})
  UNION ALL SELECT 'prompts of ' || use_case.slug FROM use_case
   WHERE (SELECT coalesce(sum(prompts), 0) FROM prompt_count WHERE use_case_id = use_case.id)
      <> (SELECT count(*) FROM prompt WHERE use_case_id = use_case.id)`

export async function findWrongCounts(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(wrongCounts)
  return rows.map(({ what }) => what)
}
