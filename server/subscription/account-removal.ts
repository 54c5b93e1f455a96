import { db } from '../database/db.ts'
import { HttpProblem } from '../problem.ts'
import type { Jobs } from '../jobs.ts'
import { isEnded } from './access.ts'
import { refundCreditForRemoval } from './refunds/credit-refunds.ts'
import { isCustomerLocked } from './customers/customer-lock.ts'
import { findCustomer } from './customers/customers.ts'
import { expireSession } from './checkout.ts'
import { cancelImmediately } from './repairs.ts'
import { findRunningSubscription } from './status.ts'
import { isMissingAtStripe, problemOfStripeError } from './stripe.ts'
import type { Stripe } from './stripe.ts'

async function expireSessions(stripe: Stripe, user_id: number): Promise<void> {
  const open = await db.checkout.findMany({
    where: { user_id, session_id: { not: null }, OR: [{ closed_at: null }, { url: { not: null } }] },
    select: { session_id: true },
  })
  for (const { session_id } of open) if (session_id !== null) await expireSession(stripe, session_id)
}

/** Cancels all subscriptions that Stripe lists, since events of new subscriptions may be missing. */
async function cancelSubscriptions(stripe: Stripe, customer: string): Promise<void> {
  for await (const subscription of stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
    if (!isEnded(subscription)) await cancelImmediately(stripe, subscription.id)
}

type Removal = { stripe: Stripe | null; jobs: Jobs }

/** Cancels subscriptions and refunds credit. Throws 503 if Stripe fails, 409 while another change runs. */
export async function cancelPaymentsForRemoval({ stripe, jobs }: Removal, user_id: number): Promise<void> {
  const customer = await findCustomer(user_id)
  if (!customer) return
  if (!stripe) {
    if (await findRunningSubscription(user_id)) throw new HttpProblem(503, 'subscription.problem.removal_waits')
    return
  }
  await expireSessions(stripe, user_id)
    .then(() => cancelSubscriptions(stripe, customer.id))
    .then(() => refundCreditForRemoval({ stripe, jobs }, customer.id))
    .catch((error: unknown) => {
      if (isMissingAtStripe(error)) return
      if (isCustomerLocked(error)) throw error
      const problem = problemOfStripeError(error)
      throw problem instanceof HttpProblem ? new HttpProblem(503, 'subscription.problem.removal_waits') : problem
    })
}
