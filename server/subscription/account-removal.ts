import { db } from '../db.ts'
import { HttpProblem } from '../problem.ts'
import { isEnded } from './access.ts'
import { findCustomer } from './customers.ts'
import { isPaidInstead } from './checkout.ts'
import { cancelAtOnce } from './repairs.ts'
import { findRunning } from './status.ts'
import { isMissing, paymentProblem } from './stripe.ts'
import type { Stripe } from './stripe.ts'

async function expireSessions(stripe: Stripe, user_id: number): Promise<void> {
  const open = await db.checkout.findMany({
    where: { user_id, session_id: { not: null }, OR: [{ closed_at: null }, { url: { not: null } }] },
    select: { session_id: true },
  })
  // What was paid before that could be done is ended with all that runs.
  for (const { session_id } of open) if (session_id !== null) await isPaidInstead(stripe, session_id)
}

/** Also those that nobody has told us of yet. */
async function cancelAll(stripe: Stripe, customer: string): Promise<void> {
  for await (const subscription of stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
    if (!isEnded(subscription)) await cancelAtOnce(stripe, subscription.id)
}

/** Ends what the person pays or could pay for, so that an account can be removed; throws 503 where that cannot be done now. */
export async function cancelForRemoval(stripe: Stripe | null, user_id: number): Promise<void> {
  const customer = await findCustomer(user_id)
  if (!customer) return
  if (!stripe) {
    if (await findRunning(user_id)) throw new HttpProblem(503, 'subscription.problem.removal_waits')
    return
  }
  await expireSessions(stripe, user_id)
    .then(() => cancelAll(stripe, customer.id))
    .catch((error: unknown) => {
      if (isMissing(error)) return
      const problem = paymentProblem(error)
      throw problem instanceof HttpProblem ? new HttpProblem(503, 'subscription.problem.removal_waits') : problem
    })
}
