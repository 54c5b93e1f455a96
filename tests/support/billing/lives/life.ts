import type { LightMyRequestResponse } from 'fastify'
import { stripeIdOf } from '#server/subscription/stripe.ts'
import type { Stripe } from '#server/subscription/stripe.ts'
import { webhookEvents } from '#server/subscription/webhook-events.ts'
import { db } from '#server/database/db.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { cheap_password_hash } from '../../password.ts'
import { startLifeSandbox } from './life-sandbox.ts'
import type { LifeSandbox } from './life-sandbox.ts'
import { webhookSecret } from './product.ts'
import type { Fate } from './operations.ts'
import type { Product } from './product.ts'
import type { Truth } from './truth.ts'

type Account = { id: number; session_id: string }
export type Preview = { proration_date: number; amount_due: number; credit: number }
export type Life = {
  product: Product
  sandbox: LifeSandbox
  person: Account | null
  admin: Account
  tabs: string[]
  preview: { plan: number; period: string; shown: Preview } | null
  /** True if the operator ended a subscription in Stripe without a refund. */
  isEndedByOperator: boolean
  isStripeAway: boolean
  reconciledAt: number
  late: string[]
  warned: Set<string>
  problems: string[]
}

export type Check = (life: Life, truth: Truth) => Promise<string[]>

let people = 0

async function createAccount(role: 'user' | 'admin'): Promise<Account> {
  const name = `${role}-${++people}`
  const { id } = await db.user.create({
    data: { username: name, email: `${name}@example.test`, role, password_hash: cheap_password_hash },
  })
  const session = await db.session.create({ data: { user_id: id, device: 'Test' } })
  return { id, session_id: session.id }
}

export async function startLife(product: Product, template: string, bornDay: number): Promise<Life> {
  const sandbox = await startLifeSandbox(product, template, bornDay)
  return {
    product,
    sandbox,
    reconciledAt: Date.now() / 1_000,
    person: await createAccount('user'),
    admin: await createAccount('admin'),
    tabs: [],
    preview: null,
    isEndedByOperator: false,
    isStripeAway: false,
    late: [],
    warned: new Set(),
    problems: [],
  }
}

/** Deletes the person's rows, so that later lives do not read more. */
export async function endLife({ product, sandbox }: Life): Promise<void> {
  await sandbox.close()
  await product.reset()
}

type LifeRequest = {
  method?: 'GET' | 'POST' | 'DELETE'
  url: string
  payload?: object
  headers?: Record<string, string>
}
// oxlint-disable-next-line typescript/no-explicit-any -- each operation knows what it asked for
export type Answer = { status: number; headers: LightMyRequestResponse['headers']; body: any }

/** Each request has a later second than the previous one. */
export async function ask(
  life: Life,
  { method = 'POST', url, payload, headers }: LifeRequest,
  as: Account | null = life.person,
): Promise<Answer> {
  const { app } = life.product
  await life.sandbox.advance(1)
  const response = await app.inject({
    method,
    url,
    headers: { ...(as && { authorization: `Bearer ${app.signAccess(as.id, as.session_id)}` }), ...headers },
    ...(payload && { payload }),
  })
  if (response.statusCode >= 500 && !(life.isStripeAway && response.statusCode === 503))
    life.problems.push(`${method} ${url} answered ${response.statusCode}: ${response.body}`)
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body.startsWith('{') ? response.json() : null,
  }
}

async function deliver({ product, sandbox, warned, problems }: Life, events: string[]): Promise<void> {
  if (events.length === 0) return
  const answers = await Promise.all(
    events.map(async (id) => {
      const payload = await sandbox.readEvent(id)
      const { type, data } = JSON.parse(payload) as Stripe.Event
      if (type === 'radar.early_fraud_warning.created') warned.add(stripeIdOf(data.object.payment_intent) ?? '')
      const timestamp = Math.floor(Date.now() / 1_000)
      const signature = product.stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      return product.app.inject({ method: 'POST', url: checkoutPaths.webhook, headers, payload })
    }),
  )
  for (const { statusCode, body } of answers)
    if (statusCode !== 200) problems.push(`A webhook was answered ${statusCode}: ${body}`)
  await sandbox.advance(1)
  await product.runJobs()
}

const subscribedEvents = new Set<string>(webhookEvents)

export async function deliverWebhooks(life: Life, fates: Fate[] = []): Promise<void> {
  const events = (await life.sandbox.takeEvents()).filter(({ type }) => subscribedEvents.has(type))
  const fated = events.map(({ event }, index) => ({ event, fate: fates[index % fates.length] ?? 'on time' }))
  const withFate = (fate: Fate) => fated.filter((one) => one.fate === fate).map(({ event }) => event)
  const again = withFate('three times')
  const now = [...life.late, ...withFate('on time'), ...again, ...again]
  life.late = withFate('late')
  await deliver(life, now)
  await deliver(life, again)
}
