import { db } from '#server/database/db.ts'
import { FieldProblem } from '#server/problem.ts'
import { announcePrices } from '#server/subscription/prices/price-changes.ts'
import { phaseParams, phaseSettingsOf } from '#server/subscription/prices/schedule-phases.ts'
import type { Life } from './life.ts'
import type { OperationNamed } from './operations.ts'
import { isLive } from './truth.ts'

/** Operator's schedule in Stripe: the next period repeats, then the schedule is released. */
export async function scheduleInDashboard({ product: { stripe } }: Life) {
  const { data } = await stripe.subscriptions.list({ limit: 100 })
  for (const { id, items } of data.filter(isLive)) {
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id }).catch(() => null)
    const [running] = schedule?.phases ?? []
    if (!schedule || !running) continue
    const duration = { interval: items.data[0]?.price.recurring?.interval ?? 'month', interval_count: 1 }
    await stripe.subscriptionSchedules
      .update(schedule.id, {
        end_behavior: 'release',
        phases: [phaseParams(running), { ...phaseSettingsOf(running), duration }],
      })
      .catch(() => undefined)
  }
}

export async function changePrice(
  { product, problems }: Life,
  { percent }: OperationNamed<'changePrice'>,
): Promise<void> {
  const sold = await db.subscription.findFirst({
    where: { status: 'active' },
    select: { billing_period: true, plan: { select: { slug: true, monthly_price: true, yearly_price: true } } },
  })
  if (!sold) return
  const { billing_period: period, plan } = sold
  const price = (period === 'month' ? plan.monthly_price : plan.yearly_price) ?? 0
  const amount = Math.round(price * (percent / 100))
  const starts_at = new Date(Date.now() + 31 * 86_400_000)
  await announcePrices(product.sync.jobs, [{ plan: plan.slug, billing_period: period, amount, starts_at }]).catch(
    (error) => {
      if (!(error instanceof FieldProblem)) problems.push(String(error))
    },
  )
}
