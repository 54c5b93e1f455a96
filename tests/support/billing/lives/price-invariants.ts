import { db } from '#server/database/db.ts'
import { stripeIdOf } from '#server/subscription/stripe.ts'
import { differ } from './differ.ts'
import type { Check } from './life.ts'

/** The next renewal costs the announced price. */
export const checkNextPrice: Check = async ({ person, product: { stripe } }, truth) => {
  const found: string[] = []
  for (const { id, status, cancel_at, cancel_at_period_end, pending_update, schedule, items } of truth.subscriptions) {
    const [item] = items.data
    const renews = status === 'active' && cancel_at === null && !cancel_at_period_end && pending_update === null
    if (!person || !renews || !item) continue
    const planned = schedule ? await stripe.subscriptionSchedules.retrieve(stripeIdOf(schedule) ?? '') : null
    if (planned && planned.metadata?.made_for !== 'price_change') continue
    const price = await db.stripePrice.findUniqueOrThrow({ where: { id: item.price.id } })
    const { plan_id, billing_period } = price
    const notice = await db.priceNotice.findFirst({
      where: {
        subscription_id: id,
        effective_from: { lte: new Date(item.current_period_end * 1_000) },
        price_change: { plan_id, billing_period, replaced_at: null },
      },
      orderBy: { price_change_id: 'desc' },
      include: { price_change: true },
    })
    const next = planned?.phases.at(-1)?.items[0]?.price ?? item.price.id
    const { unit_amount } = await stripe.prices.retrieve(stripeIdOf(next) ?? '')
    found.push(...differ(`Next price of ${id}`, notice?.price_change.amount ?? price.amount, unit_amount))
  }
  return found
}
