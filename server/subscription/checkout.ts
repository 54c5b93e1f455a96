import type { Locale } from '#shared/locale.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import type { CheckoutUrl, NewCheckout } from '#shared/subscription/schema.ts'
import { db } from '../database/db.ts'
import { HttpProblem } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'
import { ensureCustomer } from './customers/customers.ts'
import { createOnce } from './idempotency.ts'
import { ensurePrice, notSoldProblem } from './prices/prices.ts'
import { findRunningSubscription } from './status.ts'
import type { RunningSubscription } from './status.ts'
import { isMissingAtStripe, Stripe } from './stripe.ts'
import { findUnpaidInvoiceUrl, switchSuccessUrl, switchPlan } from './switch.ts'
import { syncCustomer } from './sync-customer.ts'
import type { SyncContext } from './stripe.ts'

export type CheckoutSettings = Pick<
  Settings,
  'PUBLIC_URL' | 'STRIPE_AUTOMATIC_TAX' | 'STRIPE_PROMOTION_CODES' | 'STRIPE_PAYMENT_METHODS' | 'STRIPE_TERMS_CONSENT'
>
type Checkout = {
  id: string
  session_id: string | null
  superseded: string[]
}

/** Lifetime of a checkout in ms. Stripe deletes sessions and idempotency keys after 24 hours. */
const lifetimeMs = 23 * 3_600_000
const maxAttempts = 3

/** Opens a checkout attempt. Reuses the person's open attempt if its plan, period and price are equal, or closes it. */
async function openCheckout(
  user_id: number,
  { plan_id, billing_period, price_id }: Pick<NewCheckout, 'plan_id' | 'billing_period'> & { price_id: string },
): Promise<Checkout> {
  return db.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "user" WHERE id = ${user_id} FOR NO KEY UPDATE`
    const [plan] = await transaction.$queryRaw<object[]>`SELECT id FROM plan WHERE id = ${plan_id} FOR KEY SHARE`
    if (!plan) throw notSoldProblem()
    // Locks the checkout attempts, so that no request stores a session before they are closed.
    await transaction.$executeRaw`SELECT FROM checkout WHERE user_id = ${user_id} FOR UPDATE`
    const open = await transaction.checkout.findMany({
      where: { user_id, expires_at: { gt: new Date() }, OR: [{ closed_at: null }, { url: { not: null } }] },
    })
    const same = open.find(
      (one) =>
        one.closed_at === null &&
        one.plan_id === plan_id &&
        one.billing_period === billing_period &&
        one.price_id === price_id,
    )
    const superseded = open.filter((one) => one !== same).map(({ id }) => id)
    await transaction.checkout.updateMany({
      where: { id: { in: superseded }, closed_at: null },
      data: { closed_at: new Date() },
    })
    const made =
      same ??
      (await transaction.checkout.create({
        data: { user_id, plan_id, billing_period, price_id, expires_at: new Date(Date.now() + lifetimeMs) },
      }))
    return { id: made.id, session_id: made.session_id, superseded }
  })
}

/** Expires a session. Returns true if it was already paid. */
export async function expireSession(stripe: Stripe, id: string): Promise<boolean> {
  try {
    return (await stripe.checkout.sessions.expire(id)).status === 'complete'
  } catch (error) {
    if (isMissingAtStripe(error)) return false
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return (await stripe.checkout.sessions.retrieve(id)).status === 'complete'
  }
}

export type CheckoutContext = SyncContext & { settings: CheckoutSettings; locale: Locale }

/** Payment methods that Stripe allows for a pending update. Excludes bank debits. */
const cardMethods = ['card', 'link'] as const

/** Options of a checkout session. All are set explicitly, since defaults may change in the Dashboard. */
const sessionOptions = (settings: CheckoutSettings) =>
  ({
    adaptive_pricing: { enabled: false },
    ...(settings.STRIPE_PAYMENT_METHODS === 'cards' && { allowed_payment_method_types: [...cardMethods] }),
    ...(settings.STRIPE_AUTOMATIC_TAX && {
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
      customer_update: { address: 'auto', name: 'auto' },
    }),
    ...(settings.STRIPE_PROMOTION_CODES && { allow_promotion_codes: true }),
    ...(settings.STRIPE_TERMS_CONSENT && { consent_collection: { terms_of_service: 'required' } }),
  }) satisfies Partial<Stripe.Checkout.SessionCreateParams>

async function createSession(
  { stripe, settings, locale }: CheckoutContext,
  { id, customer, user_id, price }: { id: string; customer: string; user_id: number; price: string },
) {
  const { PUBLIC_URL } = settings
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer,
    client_reference_id: String(user_id),
    line_items: [{ price, quantity: 1 }],
    locale,
    success_url: `${PUBLIC_URL}${checkoutPaths.success}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${PUBLIC_URL}${checkoutPaths.cancel}`,
    metadata: { checkout: id },
    ...sessionOptions(settings),
  }
  // Ignores a failed call's session: nobody has its URL, so it cannot be paid.
  return createOnce(`checkout_${id}`, (options) =>
    stripe.checkout.sessions.create(params, options).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400) return null
      throw error
    }),
  )
}

const supersededProblem = () => new HttpProblem(409, 'subscription.problem.superseded', { code: 'superseded' })

async function closeCheckout(stripe: Stripe, id: string): Promise<boolean> {
  await db.checkout.updateMany({ where: { id, closed_at: null }, data: { closed_at: new Date() } })
  const { session_id } = await db.checkout.findUniqueOrThrow({ where: { id }, select: { session_id: true } })
  const isPaid = session_id !== null && (await expireSession(stripe, session_id))
  await db.checkout.update({ where: { id }, data: { url: null } })
  return isPaid
}

/** Throws 409 while a payment is processing, since it may still start a plan. */
async function assertNoneProcessing(user_id: number): Promise<void> {
  const where = { customer: { user_id }, status: 'processing' }
  if (await db.payment.findFirst({ where, select: { id: true } }))
    throw new HttpProblem(409, 'subscription.problem.processing', { code: 'processing' })
}

async function assertNotSubscribed(context: CheckoutContext, user_id: number, customer: string): Promise<void> {
  await syncCustomer(context, customer)
  if (await findRunningSubscription(user_id)) throw supersededProblem()
  await assertNoneProcessing(user_id)
}

/** Returns the session's URL. Null if it was paid, has expired, or has another language or price. */
async function openSession(
  context: CheckoutContext,
  checkout: Checkout,
  about: { customer: string; user_id: number; price: string },
): Promise<string | null> {
  const { stripe } = context
  const session = await createSession(context, { ...about, id: checkout.id })
  if (!session) return null
  const { count } = await db.checkout.updateMany({
    where: { id: checkout.id, closed_at: null },
    data: { session_id: session.id, url: session.url },
  })
  if (count === 0) {
    await expireSession(stripe, session.id)
    throw supersededProblem()
  }
  // A stored response may describe a session that has ended: reads the session again.
  if (checkout.session_id === null) return session.url
  const { status, url } = await stripe.checkout.sessions.retrieve(session.id)
  return status === 'open' ? url : null
}

async function createCheckout(
  context: CheckoutContext,
  user_id: number,
  requested: NewCheckout,
  customer: string,
): Promise<string> {
  const { stripe } = context
  const price = await ensurePrice(stripe, requested)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const checkout = await openCheckout(user_id, { ...requested, price_id: price })
    let isPaid = false
    for (const former of checkout.superseded) isPaid = (await closeCheckout(stripe, former)) || isPaid
    if (isPaid) await assertNotSubscribed(context, user_id, customer)
    const url = await openSession(context, checkout, { customer, user_id, price })
    if (url !== null) return url
    if (await closeCheckout(stripe, checkout.id)) await assertNotSubscribed(context, user_id, customer)
  }
  throw supersededProblem()
}

const switchResponse = ({ settings }: CheckoutContext, checkout_url: string): CheckoutUrl => ({
  checkout_url,
  is_invoice: !checkout_url.startsWith(`${settings.PUBLIC_URL}/`),
})

/** True if a confirmed switch took effect although its response was lost. */
const isSwitched = ({ current_period_start }: RunningSubscription, { proration_date }: NewCheckout) =>
  proration_date !== undefined && current_period_start.getTime() >= proration_date * 1_000

/** Returns the URL to redirect to: a checkout, an unpaid invoice, or the result of a switch. */
export async function startCheckout(
  context: CheckoutContext,
  user_id: number,
  requested: NewCheckout,
): Promise<CheckoutUrl> {
  const customer = await ensureCustomer(context, user_id)
  await syncCustomer(context, customer)
  const running = await findRunningSubscription(user_id)
  if (!running) {
    await assertNoneProcessing(user_id)
    return { checkout_url: await createCheckout(context, user_id, requested, customer), is_invoice: false }
  }
  if (running.plan_id !== requested.plan_id || running.billing_period !== requested.billing_period)
    return switchResponse(context, await switchPlan(context, running, requested))
  const owed = await findUnpaidInvoiceUrl(context, running)
  if (owed !== null) return { checkout_url: owed, is_invoice: true }
  if (isSwitched(running, requested)) return switchResponse(context, switchSuccessUrl(context.settings))
  throw new HttpProblem(409, 'subscription.problem.already_active', { code: 'already_active' })
}
