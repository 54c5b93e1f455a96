import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Stripe } from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { createSandbox } from '../../../server/sandbox/app.ts'
import type { SandboxOptions } from '../../../server/sandbox/sandbox.ts'
import { problemsOf } from '../rules/stripe-openapi.ts'

/** 2026-11-15: November has no day 31, which billing periods must handle. */
export const startOfTime = Date.UTC(2026, 10, 15, 12) / 1000
export const day = 24 * 3600

export const cards = {
  pays: '4242424242424242',
  declines: '4000000000000002',
  asksOnce: '4000002500003155',
  asksAlways: '4000002760003184',
  failsLater: '4000000000000341',
  refundPending: '4000000000007726',
  refundFails: '4000000000005126',
  disputes: '4000000000000259',
  bankDebit: 'AT611904300234573201',
  bankDebitFails: 'AT861904300235473202',
}

type Received = { body: string; signature: string; event: Stripe.Event }

/** Webhook receiver that records requests and responds as told. */
export async function createReceiver(answer: (received: Received) => number = () => 200) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const one = { body, signature: String(request.headers['stripe-signature']), event: JSON.parse(body) }
      received.push(one)
      response.writeHead(answer(one)).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const types = () => received.map(({ event }) => event.type)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, types }
}

/** Validates each request and response against Stripe's OpenAPI description. */
const checkedFetch =
  (problems: string[]): typeof fetch =>
  async (input, init) => {
    const answer = await fetch(input, init)
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const json: unknown = await answer.clone().json()
    const found = await problemsOf({
      method: init?.method ?? 'GET',
      path: pathname,
      query: search.slice(1),
      body: typeof init?.body === 'string' ? init.body : '',
      status: answer.status,
      json,
    })
    problems.push(...found)
    return answer
  }

export function createStripe(url: string, key: string, fetchFn: typeof fetch = fetch, stripeContext?: string) {
  const { hostname, port } = new URL(url)
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...(stripeContext !== undefined && { stripeContext }),
    httpClient: Stripe.createFetchHttpClient(fetchFn),
  })
}

export type TestSandbox = Awaited<ReturnType<typeof openSandbox>>

type Opening = Partial<SandboxOptions> & { context?: string }

/** The sandbox's clock moves only by `advance`, unless `now` is given. */
export async function openSandbox(
  options: Opening & { port?: number; beforeListen?: (app: FastifyInstance) => void } = {},
) {
  const { port = 0, beforeListen, context, ...sandboxOptions } = options
  const dataDir = sandboxOptions.dataDir ?? mkdtempSync(join(tmpdir(), 'sandbox-'))
  const app: FastifyInstance = createSandbox({
    dataDir,
    now: () => startOfTime * 1000,
    retryDelays: [0, 0],
    ...sandboxOptions,
  })
  beforeListen?.(app)
  const url = await app.listen({ host: '127.0.0.1', port })
  const close = async () => {
    await app.close()
    if (sandboxOptions.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  const problems: string[] = []
  const stripe = createStripe(url, app.secrets.api_key, checkedFetch(problems), context)

  async function control<Answer = Record<string, unknown>>(
    path: string,
    body?: object,
    method = 'POST',
  ): Promise<Answer> {
    const answer = await fetch(`${url}/_sandbox${path}`, {
      method,
      headers: {
        authorization: `Bearer ${app.secrets.control_token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json = (await answer.json()) as Answer
    if (!answer.ok) throw new Error(JSON.stringify(json))
    return json
  }

  const clearOutages = () => control('/outages', undefined, 'DELETE')
  const hasUsedOutages = async () => (await control<{ data: object[] }>('/outages', undefined, 'GET')).data.length === 0
  const advance = (by: string) => control('/advance', { by })
  return { app, url, dataDir, stripe, problems, control, clearOutages, hasUsedOutages, close, advance }
}

export async function startSandbox(options: Opening = {}) {
  const sandbox = await openSandbox(options)
  onTestFinished(sandbox.close)
  onTestFinished(() => expect(sandbox.problems).toEqual([]))
  return sandbox
}

export async function postForm(address: string, fields: Record<string, string>) {
  const answer = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

export async function createPrices({ stripe }: Pick<TestSandbox, 'stripe'>, currency = 'usd', amounts = [999, 9588]) {
  const product = await stripe.products.create({ name: 'Premium' })
  const [monthly = 0, yearly = 0] = amounts
  const price = (unit_amount: number, interval: 'month' | 'year') =>
    stripe.prices.create({ product: product.id, currency, unit_amount, recurring: { interval } })
  return { product, month: await price(monthly, 'month'), year: await price(yearly, 'year') }
}

export async function createSession(
  { stripe }: Pick<TestSandbox, 'stripe'>,
  price: string,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://shop.test/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://shop.test/cancel',
    ...more,
  })
  return { ...session, address: session.url ?? '' }
}

export const idOf = (value: string | { id: string } | null | undefined) =>
  typeof value === 'string' ? value : (value?.id ?? '')

export async function subscribe(sandbox: TestSandbox, price: string, card = cards.pays) {
  const { stripe } = sandbox
  const customer = await stripe.customers.create({ email: 'ana@example.test' })
  const session = await createSession(sandbox, price, { customer: customer.id })
  const confirm = card.startsWith('40000025') || card.startsWith('40000027') ? { confirm: 'yes' } : undefined
  const card_number = card === cards.failsLater ? cards.pays : card
  const { status } = await postForm(session.address, { action: 'pay', card_number, ...confirm })
  if (status !== 303) throw new Error(`The checkout answered ${status}.`)
  const done = await stripe.checkout.sessions.retrieve(session.id)
  if (card === cards.failsLater) {
    await stripe.subscriptions.update(idOf(done.subscription), { default_payment_method: '' })
    await sandbox.control(`/customers/${customer.id}/card`, { card_number: card })
  }
  const subscription = await stripe.subscriptions.retrieve(idOf(done.subscription))
  return { customer, session: done, subscription, item: subscription.items.data[0]?.id ?? '' }
}

export const switchTo = (item: string, price: string) => ({
  items: [{ id: item, price }],
  billing_cycle_anchor: { type: 'now' as const },
  proration_behavior: 'always_invoice' as const,
  payment_behavior: 'pending_if_incomplete' as const,
})
