import { db } from '../../database/db.ts'
import type { CustomerState, SubscriptionRow } from '../customers/customer-state.ts'
import { ensurePriceOf, planColumns } from './prices.ts'
import { phaseParams, schedulePurpose, phaseSettingsOf } from './schedule-phases.ts'
import { Stripe } from '../stripe.ts'

/** Returns the price of the next renewal, by the latest change announced to the subscriber in time. */
async function findTargetPrice(stripe: Stripe, row: SubscriptionRow): Promise<string> {
  const { id, plan_id, billing_period, current_period_end } = row
  const notice = await db.priceNotice.findFirst({
    where: {
      subscription_id: id,
      effective_from: { lte: current_period_end },
      price_change: { plan_id, billing_period, replaced_at: null },
    },
    orderBy: { price_change_id: 'desc' },
    select: { price_change: { select: { amount: true, currency: true } } },
  })
  if (!notice) return row.price_id
  const { amount, currency } = notice.price_change
  const price = await db.stripePrice.findUniqueOrThrow({ where: { id: row.price_id } })
  if (price.amount === amount && price.currency === currency) return row.price_id
  const plan = await db.plan.findUniqueOrThrow({ where: { id: plan_id }, select: planColumns })
  return ensurePriceOf(stripe, { ...plan, tax_behavior: price.tax_behavior }, { billing_period, amount })
}

/** Schedules a price for the next period. Stripe releases the schedule after that period. */
async function schedulePrice(stripe: Stripe, { id, schedule_id, billing_period }: SubscriptionRow, price: string) {
  const schedule = schedule_id
    ? await stripe.subscriptionSchedules.retrieve(schedule_id)
    : await stripe.subscriptionSchedules.create({ from_subscription: id })
  const running = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date)
  if (!running) throw new Error(`The schedule ${schedule.id} has no current phase.`)
  const settings = phaseSettingsOf(running)
  await stripe.subscriptionSchedules.update(schedule.id, {
    metadata: { made_for: schedulePurpose },
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      phaseParams(running),
      {
        ...settings,
        items: settings.items.map((one, index) => (index === 0 ? { ...one, price } : one)),
        duration: { interval: billing_period, interval_count: 1 },
        proration_behavior: 'none',
      },
    ],
  })
}

const isRefusal = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError

/** Releases a schedule, since Stripe refuses other changes of its subscription. Ignores an ended schedule. */
export async function releaseSchedule(stripe: Stripe, id: string | null): Promise<void> {
  if (id === null) return
  await stripe.subscriptionSchedules.release(id).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
}

async function syncSchedule(stripe: Stripe, row: SubscriptionRow): Promise<boolean> {
  const { schedule_id, next_price_id, price_id } = row
  const isForeign = schedule_id !== null && next_price_id === null
  if (row.status !== 'active' || row.ends_at !== null || row.pending_price_id !== null || isForeign) return false
  const target = await findTargetPrice(stripe, row)
  if ((next_price_id ?? price_id) === target && (schedule_id === null) === (target === price_id)) return false
  if (target === price_id) await releaseSchedule(stripe, schedule_id)
  else
    await schedulePrice(stripe, row, target).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })
  return true
}

/** Schedules announced prices for the next renewals. Returns true if a schedule changed at Stripe. */
export async function syncSchedules(stripe: Stripe, { subscriptions }: CustomerState): Promise<boolean> {
  let isChanged = false
  for (const row of subscriptions) if (await syncSchedule(stripe, row)) isChanged = true
  return isChanged
}
