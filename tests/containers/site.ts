import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { until, withClient } from '../support/postgres/database.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }
type Asking = {
  method?: string
  body?: object | undefined
  token?: string | undefined
  headers?: Record<string, string>
  agent?: Agent
}
export type Site = ReturnType<typeof openSite>

export function openSite(port: number, authority: string) {
  const ca = readFileSync(authority)
  const newAgent = () => new Agent({ keepAlive: true, maxSockets: 1, ca })
  const shared = new Agent({ keepAlive: true, ca })
  const timeout = 30_000

  function open(
    path: string,
    { body, method = body ? 'POST' : 'GET', token, headers, agent = shared }: Asking = {},
  ): Promise<IncomingMessage> {
    const text = body && JSON.stringify(body)
    const sent = {
      'accept-language': 'en',
      ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    }
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', servername: 'localhost', port, path, agent, timeout }
      const outgoing = request({
        ...options,
        method,
        headers: { host: `localhost:${port}`, ...sent },
      })
      outgoing.once('timeout', () => outgoing.destroy(new Error('no answer')))
      outgoing.once('error', reject).once('response', resolve).end(text)
    })
  }

  async function ask(path: string, asking: Asking = {}): Promise<Answer> {
    const response = await open(path, asking)
    const text = (await response.setEncoding('utf8').toArray()).join('')
    return { status: response.statusCode ?? 0, headers: response.headers, text }
  }

  async function askJson<Value>(path: string, asking: Asking = {}): Promise<Value> {
    const { status, text } = await ask(path, asking)
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`)
    return JSON.parse(text) as Value
  }

  return { ask, askJson, open, newAgent }
}

export async function beginThread(site: Site, account: { email: string; password: string }, database: string) {
  const { access } = await site.askJson<{ access: string }>(paths.api.token, { body: account })
  const [section] = await site.askJson<{ slug: string }[]>(forumPaths.api.sections)
  const description = 'What was acknowledged here is still here after everything that the containers go through.'
  const { meta_slug } = await site.askJson<{ meta_slug: string }>(forumPaths.api.threads(), {
    body: { title: 'Containers that come and go', section: section?.slug, description, typing_ms: 9_000 },
    token: access,
  })
  await withClient(database, (client) => client.query(`UPDATE thread SET status = 'published', published_at = now()`))
  return { token: access, meta_slug }
}

export async function buyPlan(site: Site, token: string): Promise<void> {
  const plans = await site.askJson<Plan[]>(paths.api.plans)
  const plan = plans.find(({ purchasable }) => purchasable)
  const body = { plan_id: plan?.id, billing_period: 'month' }
  const { checkout_url } = await site.askJson<{ checkout_url: string }>(checkoutPaths.checkout, { body, token })
  const form = new URLSearchParams({ action: 'pay', card_number: '4242424242424242' })
  const paid = await fetch(checkout_url, { method: 'POST', body: form, redirect: 'manual' })
  if (paid.status !== 303) throw new Error(`The checkout answered ${paid.status}.`)
  await until(async () => {
    const { subscription } = await site.askJson<{ subscription: object | null }>(paths.api.subscriptionStatus, {
      token,
    })
    return subscription !== null
  })
}
