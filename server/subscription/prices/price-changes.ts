import { fromMinorUnits, minChargeOf, maxChargeOf, chargeStepOf } from '#shared/subscription/money.ts'
import type { BillingPeriod } from '#shared/subscription/schema.ts'
import { db } from '../../database/db.ts'
import type { Prisma } from '../../database/db.ts'
import { addAuditEntry } from '../../editing/audit.ts'
import type { Jobs } from '../../jobs.ts'
import { FieldProblem } from '../../problem.ts'
import { yearlySavings } from './discount.ts'
import { smallPriceProblem, wrongAmountProblem } from './price-amounts.ts'
import { readRenewals } from './price-renewals.ts'
import type { RenewalsByDay } from './price-renewals.ts'
import { planColumns } from './prices.ts'
import { messageWithParams } from '../../translate.ts'

type Transaction = Prisma.TransactionClient
export type RequestedPriceChange = { plan: string; billing_period: BillingPeriod; amount: number; starts_at: Date }
export type AnnouncedPrice = {
  subscribers: number
  renewals: RenewalsByDay
  currency: string
  former_amount: number | null
  replaces: { id: number; amount: number; starts_at: Date } | null
}

const dayMs = 86_400_000
/** Days between the mail about a price change and the first payment of the new price. */
export const priceNoticeDays = 30
const maxDaysAhead = 3_650

/** Locks the row of a plan against changes. Purchases are still possible. */
const lockPlan = (transaction: Transaction, slug: string) =>
  transaction.$executeRaw`SELECT FROM plan WHERE slug = ${slug} FOR NO KEY UPDATE`

async function getSoldPlan(transaction: Transaction, slug: string) {
  const plan = await transaction.plan.findUnique({ where: { slug }, select: planColumns })
  if (!plan?.purchasable) throw new FieldProblem('plan', 'subscription.problem.not_sold')
  return plan
}

function assertChargeable(amount: number, currency: string) {
  if (
    !Number.isInteger(amount) ||
    amount <= 0 ||
    amount > maxChargeOf(currency) ||
    amount % chargeStepOf(currency) !== 0
  )
    throw new FieldProblem('amount', wrongAmountProblem(currency, minChargeOf(currency)))
  if (amount < minChargeOf(currency)) throw new FieldProblem('amount', smallPriceProblem(currency))
}

function assertStartDay(starts_at: Date, now: Date) {
  if (!(starts_at.getTime() >= Math.floor(now.getTime() / dayMs) * dayMs))
    throw new FieldProblem('starts_at', 'subscription.problem.past_date')
  if (starts_at.getTime() > now.getTime() + maxDaysAhead * dayMs)
    throw new FieldProblem('starts_at', 'subscription.plan.too_far')
}

function assertNotice(starts_at: Date, subscribers: number, now: Date) {
  const earliest = new Date(Math.ceil((now.getTime() + priceNoticeDays * dayMs) / dayMs) * dayMs)
  if (subscribers > 0 && starts_at.getTime() < now.getTime() + priceNoticeDays * dayMs)
    throw new FieldProblem(
      'starts_at',
      messageWithParams('subscription.problem.short_notice', {
        days: priceNoticeDays,
        date: earliest.toISOString().slice(0, 10),
      }),
    )
}

const findUpcoming = (transaction: Transaction, plan_id: number, billing_period: BillingPeriod) =>
  transaction.priceChange.findFirst({
    where: { plan_id, billing_period, applied_at: null, replaced_at: null },
    orderBy: { id: 'desc' },
    select: { id: true, amount: true, starts_at: true },
  })

/** Throws if a price change has no effect, since subscribers would get a useless mail. */
function assertEffect(amount: number, starts_at: Date, { former_amount, replaces }: Omit<AnnouncedPrice, 'renewals'>) {
  if ((replaces?.amount ?? former_amount) !== amount) return
  if (amount === former_amount) throw new FieldProblem('amount', 'subscription.problem.same_price')
  if (replaces?.starts_at.getTime() === starts_at.getTime())
    throw new FieldProblem('starts_at', 'subscription.problem.same_change')
}

type Announcement = { now: Date; dryRun: boolean; editor: { id: number } | null }

/** Announces a price and adds an audit entry. A dry run only checks. Throws FieldProblem. */
export async function announcePrice(
  transaction: Transaction,
  { plan: slug, billing_period, amount, starts_at }: RequestedPriceChange,
  { now, dryRun, editor }: Announcement,
): Promise<AnnouncedPrice> {
  if (!dryRun) await lockPlan(transaction, slug)
  const { id: plan_id, currency, ...plan } = await getSoldPlan(transaction, slug)
  assertChargeable(amount, currency)
  assertStartDay(starts_at, now)
  const former_amount = billing_period === 'month' ? plan.monthly_price : plan.yearly_price
  const replaces = await findUpcoming(transaction, plan_id, billing_period)
  const planned = { plan_id, billing_period, amount, currency, starts_at }
  const renewals = await readRenewals(transaction, planned)
  const subscribers = renewals.reduce((sum, { count }) => sum + count, 0)
  const announced = { subscribers, renewals, currency, former_amount, replaces }
  assertEffect(amount, starts_at, announced)
  assertNotice(starts_at, subscribers, now)
  if (dryRun) return announced
  if (replaces)
    await transaction.priceChange.update({
      where: { id: replaces.id },
      data: { replaced_at: now },
      select: { id: true },
    })
  await transaction.priceChange.create({ data: planned })
  await addAuditEntry(transaction, {
    actor_id: editor?.id ?? null,
    kind: 'plan',
    action: 'price_change_scheduled',
    target: plan_id,
    after: {
      billing_period,
      price: fromMinorUnits(amount, currency),
      currency,
      starts_on: starts_at.toISOString().slice(0, 10),
      subscribers,
    },
  })
  return announced
}

/** Announces prices in place of changes that have not begun. Without `jobs`, a dry run. Throws FieldProblem. */
export async function announcePrices(
  jobs: Jobs | null,
  changes: RequestedPriceChange[],
  now = new Date(),
): Promise<AnnouncedPrice[]> {
  return db.$transaction(async (transaction) => {
    const announced: AnnouncedPrice[] = []
    for (const change of changes)
      announced.push(await announcePrice(transaction, change, { now, dryRun: !jobs, editor: null }))
    await jobs?.enqueue(transaction, 'price_changes', {})
    return announced
  })
}

/** Returns a plan's prices after a change. The old yearly price is that of twelve months, if a year costs less. */
function pricesAfter(
  plan: { monthly_price: number | null; yearly_price: number | null },
  billing_period: BillingPeriod,
  amount: number,
): Prisma.PlanUpdateInput {
  const monthly_price = billing_period === 'month' ? amount : plan.monthly_price
  const yearly_price = billing_period === 'year' ? amount : plan.yearly_price
  const saved = yearlySavings({ monthly_price, yearly_price, yearly_old_price: null })
  return {
    monthly_price,
    yearly_price,
    monthly_old_price: null,
    yearly_old_price: saved === null ? null : 12 * (monthly_price ?? 0),
    yearly_discount: Math.round(saved ?? 0) || null,
  }
}

export async function applyDuePrices(now = new Date()): Promise<void> {
  const due = await db.priceChange.findMany({
    where: { applied_at: null, replaced_at: null, starts_at: { lte: now } },
    include: { plan: { select: { slug: true } } },
    orderBy: { starts_at: 'asc' },
  })
  for (const { id, plan_id, billing_period, amount, plan } of due)
    await db.$transaction(async (transaction) => {
      await lockPlan(transaction, plan.slug)
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
      // Keeps the old price that admins entered if the change restores the present price.
      if (amount === (billing_period === 'month' ? prices.monthly_price : prices.yearly_price)) return
      await transaction.plan.update({
        where: { id: plan_id },
        data: pricesAfter(prices, billing_period, amount),
        select: { id: true },
      })
    })
}
