import type { FastifyInstance } from 'fastify'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, expect, vi } from 'vitest'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { BillingPeriod, Payment, PaymentLinkKind, SubscriptionStatus } from '#shared/subscription/schema.ts'
import { db } from '../../../server/database/db.ts'
import { createMailer } from '../../../server/mail/transport.ts'
import type { Jobs } from '../../../server/jobs.ts'
import { parseSettings } from '../../../server/settings/settings.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { createStripe } from '../../../server/subscription/stripe.ts'
import { workSubscriptionJobs } from '../../../server/subscription/subscription.jobs.ts'
import { webhookEvents } from '../../../server/subscription/webhook-events.ts'
import { folder, get, openApp, post, secretOfTests, sql, startApp } from '../app.ts'
import { until } from '../postgres/database.ts'
import { cards, idOf, openSandbox, postForm } from './payment-sandbox.ts'
import type { TestSandbox } from './payment-sandbox.ts'
import { createPerson } from '../people.ts'
import type { Person } from '../people.ts'
import { findFreePort } from '../site.ts'
import { hasOpenapi, problemsOf } from '../rules/stripe-openapi.ts'

export const webhookSecret = 'whsec_of_the_tests'
export const webhookPath = '/api/subscription/stripe/webhook/'
const problems: string[] = []
/** Validates the product's requests against Stripe's OpenAPI description. */
function checkCalls(app: FastifyInstance) {
  app.addHook('onSend', async ({ method, url, body }, { statusCode: status }, payload) => {
    const [path = '', query = ''] = url.split('?')
    if (!path.startsWith('/v1/') || typeof payload !== 'string') return
    const text = typeof body === 'string' ? body : ''
    problems.push(...(await problemsOf({ method, path, query, body: text, status, json: JSON.parse(payload) })))
  })
}

export let sandbox: TestSandbox
export let shop: FastifyInstance
export let shopSettings: Settings
export let stripe: Stripe
export let sync: { stripe: Stripe; jobs: Jobs }
export let premium = 0

export async function openShop(): Promise<void> {
  await openApp()
  problems.length = 0
  const port = await findFreePort()
  sandbox = await openSandbox({
    now: Date.now,
    apiKey: 'sk_test_of_the_tests',
    webhookSecret,
    webhookUrl: `http://127.0.0.1:${port}${webhookPath}`,
    ...(hasOpenapi && { beforeListen: checkCalls }),
  })
  afterAll(sandbox.close)
  afterEach(async () => {
    // Webhook signatures use real time.
    vi.useRealTimers()
    await sandbox.clearOutages()
    await sandbox.control('/deliveries/release')
    // Some tests send requests that the description lacks.
    problems.length = 0
  })
  const settings = {
    STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
    STRIPE_WEBHOOK_SECRET: `whsec_of_yesterday,${webhookSecret}`,
    STRIPE_API_BASE: sandbox.url,
    // Includes bank debits.
    STRIPE_PAYMENT_METHODS: 'all',
  }
  shop = await startApp(settings)
  await shop.listen({ host: '127.0.0.1', port })
  shopSettings = parseSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder, ...settings })
  const created = createStripe(shopSettings)
  if (!created) throw new Error('The tests have a key.')
  stripe = created
  // Events as in `stripe setup`; others are not delivered.
  for (const { id } of (await stripe.webhookEndpoints.list()).data)
    await stripe.webhookEndpoints.update(id, { enabled_events: webhookEvents })
  sync = { stripe, jobs: shop.jobs }
  const { site } = shop.currentSite
  await workSubscriptionJobs(shop.jobs, {
    site,
    settings: shopSettings,
    mailer: createMailer(shopSettings, shop.log, site),
    rateLimiter: shop.rateLimiter,
    stripe,
    secret: secretOfTests,
  })
  await addStarterPlans()
  const { rows } = await sql.query(`SELECT id FROM plan WHERE slug = 'premium'`)
  premium = rows[0].id
}

export async function addPlan(tier: number, monthly_price: number, yearly_price: number): Promise<number> {
  const slug = `plan-${tier}-${monthly_price}`
  const text = { name: slug, sub_title: '', description: '' }
  const texts = {
    create: [
      { locale: 'en' as const, ...text },
      { locale: 'es' as const, ...text },
    ],
  }
  const data = { slug, position: 9, tier, purchasable: true, monthly_price, yearly_price, texts }
  return (await db.plan.create({ data, select: { id: true } })).id
}

export const ask = (path: string, person?: Person, body?: object, locale?: Locale) =>
  body === undefined ? get(path, { as: person, of: shop, locale }) : post(path, body, { as: person, of: shop, locale })

export const checkout = (person: Person, billing_period: BillingPeriod = 'month', more: object = {}) =>
  ask(checkoutPaths.checkout, person, { plan_id: premium, billing_period, ...more })

export const linkTo = (person: Person, payment: { id: string } | undefined, link: PaymentLinkKind) =>
  ask(paymentPaths.paymentLinks(payment?.id ?? ''), person, { link })

export async function payUrlOf(person: Person, payment: { id: string } | undefined): Promise<string> {
  const { status, body } = await linkTo(person, payment, 'pay')
  expect(status).toBe(200)
  return body.url
}
export const pageOf = (url: string) => url.replace(/\?.*/, '')

export const statusOf = async (person: Person) =>
  ((await ask(paths.api.subscriptionStatus, person)).body as SubscriptionStatus).subscription

export const paymentsOf = async (person: Person) =>
  (await ask(paymentPaths.payments(), person)).body.results as Payment[]

/** Waits until all webhooks are delivered and processed; advances the clock by a second. */
export async function webhooksProcessed(): Promise<void> {
  await sandbox.advance('1s')
  await until(async () => {
    const { rows } = await sql.query(
      `SELECT (SELECT count(*) FROM stripe_event WHERE processed_at IS NULL)
            + (SELECT count(*) FROM pgboss.job WHERE name = 'stripe_event'
                 AND (state IN ('created', 'active') OR state = 'retry' AND start_after <= now())) AS left`,
    )
    return Number(rows[0].left) === 0
  })
}

export const sessionOf = (address: string) => /cs_\w+/.exec(address)?.[0] ?? ''
export const returnFromCheckout = (person: Person, session_id: string) =>
  ask(checkoutPaths.checkoutReturn, person, { session_id })

export async function payAt(address: string, card: string = cards.pays): Promise<string> {
  const confirm = card.startsWith('40000025') || card.startsWith('40000027') ? { confirm: 'yes' } : undefined
  const { status } = await postForm(address, { action: 'pay', card_number: card, ...confirm })
  expect(status).toBe(303)
  return sessionOf(address)
}

export async function holdWebhooks(): Promise<void> {
  await webhooksProcessed()
  await sandbox.control('/deliveries/hold')
}

export async function buyWithHeldWebhooks(): Promise<Person> {
  const person = await createPerson()
  const { checkout_url } = (await checkout(person)).body
  await holdWebhooks()
  await payAt(checkout_url)
  return person
}

export async function createSubscriber(period: BillingPeriod = 'month', card: string = cards.pays) {
  const person = await createPerson()
  const { status, body } = await checkout(person, period)
  expect(status).toBe(200)
  await payFirst(person, body.checkout_url, card)
  return person
}

/** True once the subscription uses the customer's card; an unpaid one keeps its own. */
const hasSharedCard = ({ status, payment_settings }: Awaited<ReturnType<typeof subscriptionOf>>) =>
  status === 'incomplete' || payment_settings?.save_default_payment_method === 'on_subscription'

/** A card that is always declined cannot buy: it replaces the first card afterwards. */
export async function payFirst(person: Person, address: string, card: string): Promise<void> {
  await payAt(address, card === cards.failsLater ? cards.pays : card)
  await webhooksProcessed()
  await until(async () => (await subscriptionsOf(person)).every(hasSharedCard))
  if (card !== cards.failsLater) return
  await changeCard(person, card)
  await webhooksProcessed()
}

export const changeCard = async (person: Person, card_number: string) =>
  sandbox.control(`/customers/${await customerOf(person)}/card`, { card_number })

export async function customerOf({ id }: Person): Promise<string> {
  const { rows } = await sql.query('SELECT id FROM customer WHERE user_id = $1', [id])
  return rows[0]?.id ?? ''
}

export async function accessOf({ id }: Person): Promise<{ tier: number; expires_at: Date } | null> {
  const { rows } = await sql.query(
    `SELECT tier, expires_at FROM access WHERE user_id = $1 AND source = 'subscription'`,
    [id],
  )
  return rows[0] ?? null
}

export async function subscriptionsOf(person: Person) {
  const customer = await customerOf(person)
  return customer ? (await stripe.subscriptions.list({ customer, status: 'all' })).data : []
}
export async function subscriptionOf(person: Person) {
  const [first] = await subscriptionsOf(person)
  if (!first) throw new Error('There is no subscription.')
  return first
}
export async function invoicesOf(person: Person) {
  const customer = await customerOf(person)
  return customer ? (await stripe.invoices.list({ customer, limit: 100 })).data : []
}

export async function intentOf(invoice: string): Promise<string> {
  const { data } = await stripe.invoicePayments.list({ invoice })
  return idOf(data.find(({ status }) => status === 'paid')?.payment.payment_intent)
}

export async function mailsOf({ id }: Person): Promise<string[]> {
  const { rows } = await sql.query(
    `SELECT data->>'kind' AS kind FROM pgboss.job WHERE name = 'subscription_mail' AND data->>'user_id' = $1
      ORDER BY created_on`,
    [String(id)],
  )
  return rows.map(({ kind }) => kind)
}

/** General invariants: at most one live subscription, payments equal invoices, access matches the tier. */
export async function expectConsistent(person: Person, tier: number, formerCustomers: string[] = []): Promise<void> {
  await webhooksProcessed()
  const live = (await subscriptionsOf(person)).filter(({ status }) => ['active', 'past_due'].includes(status))
  expect(live.length).toBeLessThanOrEqual(1)
  const { rows } = await sql.query(
    `SELECT payment.id, amount FROM payment JOIN customer ON customer.id = customer_id WHERE user_id = $1`,
    [person.id],
  )
  const invoices = await invoicesOf(person)
  for (const customer of formerCustomers) invoices.push(...(await stripe.invoices.list({ customer, limit: 100 })).data)
  expect(new Map(rows.map(({ id, amount }) => [id, amount]))).toEqual(
    new Map(
      invoices.map(({ id, status, amount_paid, amount_due }) => [id, status === 'paid' ? amount_paid : amount_due]),
    ),
  )
  expect((await accessOf(person))?.tier ?? 0).toBe(tier)
  expect((await statusOf(person))?.user_tier ?? 0).toBe(tier)
  expect(problems).toEqual([])
}
