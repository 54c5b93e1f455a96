import type { CheckoutOutcome } from '#shared/subscription/schema.ts'
import { db } from '../database/db.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { findCustomer } from './customers/customers.ts'
import { findRunningSubscription } from './status.ts'
import { stripeIdOf, nullIfMissing } from './stripe.ts'
import type { Stripe, SyncContext } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'
import { reportUnknownSession } from './unknown-statuses.ts'

/** Returns a person's checkout session. Throws 404 for an unknown session and for another person's. */
async function getSessionOf(stripe: Stripe, user_id: number, session_id: string) {
  const session = await nullIfMissing(stripe.checkout.sessions.retrieve(session_id))
  const customer = await findCustomer(user_id)
  if (!session || !customer || stripeIdOf(session.customer) !== customer.id) throw notFound()
  return { session, customer_id: customer.id }
}

async function hasFailed(invoice: string | null): Promise<boolean> {
  const payment = await db.payment.findUnique({ where: { id: invoice ?? '' }, select: { status: true } })
  return payment?.status === 'failed' || payment?.status === 'canceled'
}

const paidSessionStatuses = new Set<string>(['paid', 'no_payment_required'])

/** Syncs the customer when the browser returns from Stripe, perhaps before the webhook. Grants nothing itself. */
export async function finishCheckout(
  sync: SyncContext,
  user_id: number,
  session_id: string,
): Promise<CheckoutOutcome['outcome']> {
  const { session, customer_id } = await getSessionOf(sync.stripe, user_id, session_id)
  reportUnknownSession(session, customer_id)
  const before = await findRunningSubscription(user_id)
  await syncCustomer(sync, customer_id)
  if (session.status === 'open' || session.status === 'expired') return 'unpaid'
  if (session.status !== 'complete') return 'pending'
  await db.checkout.updateMany({ where: { session_id }, data: { closed_at: new Date(), url: null } })
  const access = await db.access.findUnique({
    where: { user_id_source: { user_id, source: 'subscription' } },
    select: { expires_at: true },
  })
  if (!access && (await hasFailed(stripeIdOf(session.invoice))))
    throw new HttpProblem(402, 'subscription.problem.declined')
  if (!access) return paidSessionStatuses.has(session.payment_status) ? 'processing' : 'pending'
  const isOlder = before !== null && before.id !== stripeIdOf(session.subscription)
  return isOlder ? 'extended' : 'activated'
}
