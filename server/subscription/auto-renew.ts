import { HttpProblem } from '../problem.ts'
import { releaseSchedule } from './next-price.ts'
import { findRunning } from './status.ts'
import { idOf } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './sync-customer.ts'

/** Throws 409 without a subscription that runs. */
export async function getRunning(user_id: number) {
  const running = await findRunning(user_id)
  if (!running) throw new HttpProblem(409, 'subscription.problem.none', { code: 'no_subscription' })
  return running
}

export async function changeAutoRenew(sync: Sync, user_id: number, enabled: boolean): Promise<void> {
  const { id, customer_id } = await getRunning(user_id)
  const { status, cancel_at, cancel_at_period_end, schedule } = await sync.stripe.subscriptions.retrieve(id)
  const isEnabled = cancel_at === null && !cancel_at_period_end
  const isOver = status === 'canceled'
  // Either of the two ends it, and Stripe takes only one of them at a time.
  if (!isOver && isEnabled !== enabled) {
    await releaseSchedule(sync.stripe, idOf(schedule))
    await sync.stripe.subscriptions.update(
      id,
      enabled && cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' } : { cancel_at_period_end: !enabled },
    )
  }
  await syncCustomer(sync, customer_id)
  if (isOver) throw new HttpProblem(409, 'subscription.problem.ended', { code: 'no_subscription' })
}
