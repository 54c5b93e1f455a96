import { db } from '../database/db.ts'
import { HttpProblem } from '../problem.ts'
import { setAutoRenewAtStripe } from './set-auto-renew.ts'
import { findRunningSubscription } from './status.ts'
import { Stripe } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'
import type { SyncContext } from './stripe.ts'

const endedProblem = () => new HttpProblem(409, 'subscription.problem.ended', { code: 'no_subscription' })

export async function getRunningSubscription(user_id: number) {
  const running = await findRunningSubscription(user_id)
  if (running) return running
  const former = await db.subscription.findFirst({ where: { customer: { user_id } }, select: { id: true } })
  throw former ? endedProblem() : new HttpProblem(409, 'subscription.problem.none', { code: 'no_subscription' })
}

export async function changeAutoRenew(sync: SyncContext, user_id: number, enabled: boolean): Promise<void> {
  const { id, customer_id } = await getRunningSubscription(user_id)
  // Drops an unpaid switch: its completion must not override this choice.
  await db.subscription.updateMany({ where: { id }, data: { switch_price_id: null, switch_schedule_id: null } })
  const refusal = await setAutoRenewAtStripe(sync.stripe, id, enabled).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return error
    throw error
  })
  await syncCustomer(sync, customer_id)
  if ((await findRunningSubscription(user_id))?.id !== id) throw endedProblem()
  if (refusal) throw refusal
}
