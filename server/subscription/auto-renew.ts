import { db } from '../database/db.ts'
import { HttpProblem } from '../problem.ts'
import { setAutoRenew } from './set-auto-renew.ts'
import { findRunning } from './status.ts'
import { Stripe } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './stripe.ts'

const endedProblem = () => new HttpProblem(409, 'subscription.problem.ended', { code: 'no_subscription' })

export async function getRunning(user_id: number) {
  const running = await findRunning(user_id)
  if (running) return running
  const former = await db.subscription.findFirst({ where: { customer: { user_id } }, select: { id: true } })
  throw former ? endedProblem() : new HttpProblem(409, 'subscription.problem.none', { code: 'no_subscription' })
}

export async function changeAutoRenew(sync: Sync, user_id: number, enabled: boolean): Promise<void> {
  const { id, customer_id } = await getRunning(user_id)
  // A switch that waits for its payment must not override what is chosen after it.
  await db.subscription.updateMany({ where: { id }, data: { switch_price_id: null, switch_schedule_id: null } })
  const refusal = await setAutoRenew(sync.stripe, id, enabled).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return error
    throw error
  })
  await syncCustomer(sync, customer_id)
  if ((await findRunning(user_id))?.id !== id) throw endedProblem()
  if (refusal) throw refusal
}
