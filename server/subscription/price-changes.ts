import { withParams } from '#shared/fields.ts'
import type { BillingPeriod } from '#shared/subscription.ts'
import { db } from '../db.ts'
import type { Prisma } from '../db.ts'
import type { Jobs } from '../jobs.ts'
import { FieldProblem } from '../problem.ts'
import { planColumns } from './prices.ts'

type Transaction = Prisma.TransactionClient
/** `amount` is in the smallest unit of the plan's currency. */
export type NewPriceChange = { plan: string; billing_period: BillingPeriod; amount: number; starts_at: Date }
export type AnnouncedPrice = { subscribers: number; currency: string; former_amount: number | null }

const dayMs = 86_400_000
/** How long before a subscriber pays another price they are told of it. */
export const noticeDays = 30
/** Of Stripe, where an amount has three decimals. */
const stepOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 3 ? 10 : 1

const renewing = (plan_id: number, billing_period: BillingPeriod): Prisma.SubscriptionWhereInput => ({
  plan_id,
  billing_period,
  status: { in: ['active', 'trialing', 'past_due'] },
  ends_at: null,
  customer: { user_id: { not: null } },
})

async function lockPlan(transaction: Transaction, slug: string) {
  await transaction.$executeRaw`SELECT FROM plan WHERE slug = ${slug} FOR UPDATE`
  const plan = await transaction.plan.findUnique({ where: { slug }, select: planColumns })
  if (!plan?.purchasable) throw new FieldProblem('plan', 'subscription.problem.not_sold')
  return plan
}

function refuseWrongAmount(amount: number, currency: string) {
  if (!Number.isInteger(amount) || amount <= 0 || amount > 99_999_999 || amount % stepOf(currency) !== 0)
    throw new FieldProblem('amount', 'subscription.problem.wrong_price')
}

function refuseEarly(starts_at: Date, subscribers: number, now: Date) {
  const earliest = new Date(Math.ceil((now.getTime() + noticeDays * dayMs) / dayMs) * dayMs)
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  if (starts_at.getTime() < today) throw new FieldProblem('starts_at', 'subscription.problem.past_date')
  if (subscribers > 0 && starts_at.getTime() < now.getTime() + noticeDays * dayMs)
    throw new FieldProblem(
      'starts_at',
      withParams('subscription.problem.short_notice', { days: noticeDays, date: earliest.toISOString().slice(0, 10) }),
    )
}

type Announcing = { now: Date; dryRun: boolean }

export async function announcePrice(
  transaction: Transaction,
  { plan: slug, billing_period, amount, starts_at }: NewPriceChange,
  { now, dryRun }: Announcing,
): Promise<AnnouncedPrice> {
  const { id: plan_id, currency, ...plan } = await lockPlan(transaction, slug)
  refuseWrongAmount(amount, currency)
  const former_amount = billing_period === 'month' ? plan.monthly_price : plan.yearly_price
  const upcoming = { plan_id, billing_period, applied_at: null, replaced_at: null }
  const replaced = await transaction.priceChange.count({ where: upcoming })
  if (replaced === 0 && former_amount === amount) throw new FieldProblem('amount', 'subscription.problem.same_price')
  const subscribers = await transaction.subscription.count({ where: renewing(plan_id, billing_period) })
  refuseEarly(starts_at, subscribers, now)
  if (dryRun) return { subscribers, currency, former_amount }
  await transaction.priceChange.updateMany({ where: upcoming, data: { replaced_at: now } })
  await transaction.priceChange.create({ data: { plan_id, billing_period, amount, currency, starts_at } })
  return { subscribers, currency, former_amount }
}

/**
 * Sets prices from a date on, each in place of one that has not begun: the subscribers concerned get their mail at once.
 * Throws a field problem where somebody would have less than 30 days' notice. With `dryRun` nothing is written.
 */
export async function announcePrices(
  jobs: Jobs,
  changes: NewPriceChange[],
  { now = new Date(), dryRun = false }: Partial<Announcing> = {},
): Promise<AnnouncedPrice[]> {
  return db.$transaction(async (transaction) => {
    const announced: AnnouncedPrice[] = []
    for (const change of changes) announced.push(await announcePrice(transaction, change, { now, dryRun }))
    if (!dryRun) await jobs.enqueue(transaction, 'price_changes', {})
    return announced
  })
}

/** What a year costs by the month stands beside what it costs at once, where that is less. */
function pricesWith(
  plan: { monthly_price: number | null; yearly_price: number | null },
  billing_period: BillingPeriod,
  amount: number,
): Prisma.PlanUpdateInput {
  const monthly_price = billing_period === 'month' ? amount : plan.monthly_price
  const yearly_price = billing_period === 'year' ? amount : plan.yearly_price
  const byMonth = 12 * (monthly_price ?? 0)
  const percent = yearly_price ? Math.round((1 - yearly_price / byMonth) * 100) : 0
  const isLess = yearly_price !== null && byMonth > yearly_price
  return {
    monthly_price,
    yearly_price,
    monthly_old_price: null,
    yearly_old_price: isLess ? byMonth : null,
    yearly_discount: isLess && percent > 0 ? percent : null,
  }
}

/** From its date on, a price is that of the plan: what the page shows, and what new buyers pay. */
export async function applyDuePrices(now = new Date()): Promise<void> {
  const due = await db.priceChange.findMany({
    where: { applied_at: null, replaced_at: null, starts_at: { lte: now } },
    include: { plan: { select: { slug: true } } },
    orderBy: { starts_at: 'asc' },
  })
  for (const { id, plan_id, billing_period, amount, plan } of due)
    await db.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT FROM plan WHERE slug = ${plan.slug} FOR UPDATE`
      const { count } = await transaction.priceChange.updateMany({
        where: { id, applied_at: null, replaced_at: null },
        data: { applied_at: now },
      })
      if (count === 0) return
      await transaction.priceChange.updateMany({
        where: { plan_id, billing_period, id: { not: id }, applied_at: { not: null }, replaced_at: null },
        data: { replaced_at: now },
      })
      const prices = await transaction.plan.findUniqueOrThrow({ where: { id: plan_id }, select: planColumns })
      await transaction.plan.update({
        where: { id: plan_id },
        data: pricesWith(prices, billing_period, amount),
        select: { id: true },
      })
    })
}
