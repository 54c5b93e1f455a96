import type { Locale } from '#shared/locale.ts'
import { checkoutPaths } from '#shared/checkout-paths.ts'
import type { NewCheckout } from '#shared/subscription.ts'
import { db } from '../db.ts'
import { HttpProblem } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { ensureCustomer } from './customers.ts'
import { ensurePrice } from './prices.ts'
import { findRunning } from './status.ts'
import { isMissing } from './stripe.ts'
import type { Stripe } from './stripe.ts'
import { switchPlan } from './switch.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './sync-customer.ts'

export type CheckoutSettings = Pick<Settings, 'PUBLIC_URL' | 'STRIPE_AUTOMATIC_TAX' | 'STRIPE_PROMOTION_CODES'>
type Checkout = { id: string; url: string | null; superseded: { id: string; session_id: string | null }[] }

/** Stripe forgets a session after 24 hours, and a key of idempotency too. */
const lifetimeMs = 23 * 3_600_000

/** One attempt is open at a time for a person: the same plan and period share it, another takes its place. */
async function openCheckout(user_id: number, { plan_id, billing_period }: NewCheckout): Promise<Checkout> {
  return db.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "user" WHERE id = ${user_id} FOR NO KEY UPDATE`
    const open = await transaction.checkout.findMany({
      where: { user_id, closed_at: null, expires_at: { gt: new Date() } },
    })
    const same = open.find((one) => one.plan_id === plan_id && one.billing_period === billing_period)
    const superseded = open.filter((one) => one !== same)
    await transaction.checkout.updateMany({
      where: { id: { in: superseded.map(({ id }) => id) } },
      data: { closed_at: new Date() },
    })
    const made =
      same ??
      (await transaction.checkout.create({
        data: { user_id, plan_id, billing_period, expires_at: new Date(Date.now() + lifetimeMs) },
      }))
    return { id: made.id, url: made.url, superseded }
  })
}

async function expireSession(stripe: Stripe, id: string): Promise<void> {
  const { status } = await stripe.checkout.sessions.retrieve(id)
  if (status === 'open') await stripe.checkout.sessions.expire(id)
}

const expireQuietly = (stripe: Stripe, id: string) =>
  expireSession(stripe, id).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })

async function isStillOpen(stripe: Stripe, session_id: string): Promise<boolean> {
  const { status } = await stripe.checkout.sessions.retrieve(session_id)
  return status === 'open'
}

export type CheckoutContext = Sync & { settings: CheckoutSettings; locale: Locale }

async function createSession(
  { stripe, settings, locale }: CheckoutContext,
  { id, customer, user_id, price }: { id: string; customer: string; user_id: number; price: string },
) {
  const { PUBLIC_URL, STRIPE_AUTOMATIC_TAX, STRIPE_PROMOTION_CODES } = settings
  return stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      client_reference_id: String(user_id),
      line_items: [{ price, quantity: 1 }],
      locale,
      success_url: `${PUBLIC_URL}${checkoutPaths.success}?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${PUBLIC_URL}${checkoutPaths.cancel}`,
      metadata: { checkout: id },
      ...(STRIPE_AUTOMATIC_TAX && {
        automatic_tax: { enabled: true },
        customer_update: { address: 'auto' as const, name: 'auto' as const },
      }),
      ...(STRIPE_PROMOTION_CODES && { allow_promotion_codes: true }),
    },
    { idempotencyKey: `checkout_${id}` },
  )
}

/** Closes the attempt and begins anew, where its session was paid or expired unseen. */
const closeCheckout = (id: string) =>
  db.checkout.updateMany({ where: { id, closed_at: null }, data: { closed_at: new Date() } })

async function buy(context: CheckoutContext, user_id: number, wanted: NewCheckout, customer: string): Promise<string> {
  const { stripe } = context
  const { id: price } = await ensurePrice(stripe, wanted)
  const checkout = await openCheckout(user_id, wanted)
  for (const { session_id } of checkout.superseded) if (session_id) await expireQuietly(stripe, session_id)
  const session = await createSession(context, { id: checkout.id, customer, user_id, price })
  const { count } = await db.checkout.updateMany({
    where: { id: checkout.id, closed_at: null },
    data: { session_id: session.id, url: session.url },
  })
  if (count === 0) {
    await expireQuietly(stripe, session.id)
    throw new HttpProblem(409, 'subscription.problem.superseded', { code: 'superseded' })
  }
  // What idempotency answers again may have been paid or have expired since.
  if (checkout.url !== null && !(await isStillOpen(stripe, session.id))) {
    await closeCheckout(checkout.id)
    await syncCustomer(context, customer)
    throw new HttpProblem(409, 'subscription.problem.superseded', { code: 'superseded' })
  }
  if (!session.url) throw new Error('Stripe made a session without an address.')
  return session.url
}

/** Answers where the person goes on: the hosted checkout, or for a switch where that leads. */
export async function startCheckout(context: CheckoutContext, user_id: number, wanted: NewCheckout): Promise<string> {
  const customer = await ensureCustomer(context.stripe, user_id)
  await syncCustomer(context, customer)
  const running = await findRunning(user_id)
  if (!running) return buy(context, user_id, wanted, customer)
  if (running.plan_id === wanted.plan_id && running.billing_period === wanted.billing_period)
    throw new HttpProblem(409, 'subscription.problem.already_active', { code: 'already_active' })
  return switchPlan(context, running, wanted)
}
