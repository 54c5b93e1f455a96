import { db } from '../db.ts'
import { HttpProblem } from '../problem.ts'
import { isRunning } from './access.ts'
import { releaseSchedule } from './next-price.ts'
import { findRunning } from './status.ts'
import { idOf, Stripe } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './sync-customer.ts'

const ended = () => new HttpProblem(409, 'subscription.problem.ended', { code: 'no_subscription' })

/** Throws 409 without a subscription that runs. */
export async function getRunning(user_id: number) {
  const running = await findRunning(user_id)
  if (running) return running
  const former = await db.subscription.findFirst({ where: { customer: { user_id } }, select: { id: true } })
  throw former ? ended() : new HttpProblem(409, 'subscription.problem.none', { code: 'no_subscription' })
}

async function setAutoRenew(stripe: Stripe, id: string, enabled: boolean): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id)
  const { cancel_at, cancel_at_period_end } = subscription
  const isEnabled = cancel_at === null && !cancel_at_period_end
  if (!isRunning(subscription) || isEnabled === enabled) return
  await releaseSchedule(stripe, idOf(subscription.schedule))
  // Either of the two ends it, and Stripe takes only one of them at a time.
  await stripe.subscriptions.update(
    id,
    enabled && cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' } : { cancel_at_period_end: !enabled },
  )
}

export async function changeAutoRenew(sync: Sync, user_id: number, enabled: boolean): Promise<void> {
  const { id, customer_id } = await getRunning(user_id)
  const refusal = await setAutoRenew(sync.stripe, id, enabled).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return error
    throw error
  })
  await syncCustomer(sync, customer_id)
  if ((await findRunning(user_id))?.id !== id) throw ended()
  if (refusal) throw refusal
}
