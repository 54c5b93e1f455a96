import { db } from '../database/db.ts'
import { HttpProblem } from '../problem.ts'
import { isEnded } from './access.ts'
import { withCustomerLock } from './customers/customer-lock.ts'
import { phaseParams, scheduleParams } from './prices/schedule-phases.ts'
import { setAutoRenewAtStripe } from './set-auto-renew.ts'
import { stripeIdOf, Stripe, responseTimeOf } from './stripe.ts'
import { isKnownSubscriptionStatus } from './unknown-statuses.ts'

type Switch = { id: string; switch_price_id: string | null; switch_schedule_id: string | null }

/** Creates a schedule with the remaining phases of a released schedule. */
async function restoreSchedule(stripe: Stripe, subscription: Stripe.Subscription, former: string): Promise<void> {
  const released = await stripe.subscriptionSchedules.retrieve(former)
  const begun = stripeIdOf(subscription.schedule)
  const schedule = begun
    ? await stripe.subscriptionSchedules.retrieve(begun)
    : await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const [running] = schedule.phases
  const phases = released.phases.filter(({ end_date }) => end_date > (running?.start_date ?? Infinity))
  if (!running || schedule.phases.length > 1 || phases.length === 0) return
  await stripe.subscriptionSchedules.update(schedule.id, {
    ...scheduleParams(released, responseTimeOf(schedule)),
    phases: phases.map((phase, index) => ({
      ...phaseParams(phase),
      ...(index === 0 && { start_date: running.start_date }),
    })),
  })
}

const isRefusal = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError

async function finishOne(stripe: Stripe, { id, switch_price_id, switch_schedule_id }: Switch): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id)
  const pending = subscription.pending_update?.subscription_items?.map(({ price }) => price.id) ?? []
  if (pending.includes(switch_price_id ?? '') || !isKnownSubscriptionStatus(subscription.status)) return
  const isSwitched = subscription.items.data.some(({ price }) => price.id === switch_price_id)
  try {
    if (isSwitched) await setAutoRenewAtStripe(stripe, id, true)
    else if (switch_schedule_id && !isEnded(subscription))
      await restoreSchedule(stripe, subscription, switch_schedule_id)
  } catch (error) {
    // Ignores a permanent refusal, which would block all later syncs.
    if (!isRefusal(error)) throw error
  }
  await db.subscription.updateMany({
    where: { id, switch_price_id },
    data: { switch_price_id: null, switch_schedule_id: null },
  })
}

/** Completes a switch: enables auto-renew after the payment, or restores the schedule if the payment failed. */
export async function finishSwitch(stripe: Stripe, customer_id: string): Promise<void> {
  const where = { customer_id, switch_price_id: { not: null } }
  const select = { id: true, switch_price_id: true, switch_schedule_id: true }
  if (!(await db.subscription.findFirst({ where, select }))) return
  await withCustomerLock(customer_id, async () => {
    for (const one of await db.subscription.findMany({ where, select })) await finishOne(stripe, one)
  }).catch((error: unknown) => {
    if (!(error instanceof HttpProblem)) throw error
  })
}
