import type { AdminPriceChange, NewAdminPriceChange, PriceChangeEffect } from '#shared/admin-plans.ts'
import { decimalOf } from '#shared/money.ts'
import { db, Prisma } from '../db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { Editor } from '../editing/edit.ts'
import type { Jobs } from '../jobs.ts'
import { FieldProblem, HttpProblem, notFound } from '../problem.ts'
import { amountIn } from './price-amounts.ts'
import { announcePrice, noticeDays } from './price-changes.ts'

type Transaction = Prisma.TransactionClient
const dayMs = 86_400_000
/** Of days that a change may be ahead. */
const maxAhead = 730

async function getPlan(transaction: Transaction, id: number) {
  const plan = await transaction.plan.findUnique({
    where: { id },
    select: { slug: true, currency: true, monthly_price: true, yearly_price: true },
  })
  if (!plan) throw notFound()
  return plan
}

/** The latest first. Throws 404. */
export async function listPriceChanges(plan_id: number): Promise<AdminPriceChange[]> {
  const { monthly_price, yearly_price } = await getPlan(db, plan_id)
  const rows = await db.priceChange.findMany({ where: { plan_id }, orderBy: { id: 'desc' }, take: 50 })
  const notices = await db.$queryRaw<{ id: number; told: number; first_at: Date; last_at: Date }[]>`
    SELECT price_change_id AS id, count(*)::int AS told, min(effective_from) AS first_at, max(effective_from) AS last_at
      FROM price_notice WHERE price_change_id = ANY(${rows.map(({ id }) => id)}) GROUP BY 1`
  return rows.map(({ id, billing_period, amount, currency, starts_at, created_at, applied_at, replaced_at }) => {
    const told = notices.find((one) => one.id === id)
    const present = billing_period === 'month' ? monthly_price : yearly_price
    const open = applied_at ? 'applied' : 'scheduled'
    return {
      id,
      billing_period,
      price: decimalOf(amount, currency),
      currency,
      starts_at: starts_at.toISOString(),
      created_at: created_at.toISOString(),
      state: replaced_at ? 'replaced' : open,
      is_present_price: amount === present,
      told: told?.told ?? 0,
      first_at: told?.first_at.toISOString() ?? null,
      last_at: told?.last_at.toISOString() ?? null,
    }
  })
}

type Period = NewAdminPriceChange['billing_period']

/** On which day how many renew for the first time on or after the change. */
const readRenewals = (transaction: Transaction, plan_id: number, period: Period, starts_at: Date) =>
  transaction.$queryRaw<{ day: string; count: number }[]>`
    SELECT to_char(renewal AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int
      FROM subscription sub JOIN customer ON customer.id = customer_id AND user_id IS NOT NULL,
           LATERAL (SELECT min(moment) AS renewal FROM generate_series(0, 25) AS number,
                    LATERAL (SELECT current_period_end + number * ${`1 ${period}`}::interval AS moment)
                     WHERE moment >= ${starts_at}::timestamptz)
     WHERE plan_id = ${plan_id} AND sub.billing_period = ${period}::billing_period AND ends_at IS NULL
       AND status IN ('active', 'trialing', 'past_due') AND renewal IS NOT NULL
     GROUP BY 1 ORDER BY 1`

class DryRun extends Error {
  readonly effect: PriceChangeEffect
  constructor(effect: PriceChangeEffect) {
    super('Nothing is written.')
    this.effect = effect
  }
}

type Given = { plan_id: number; editor: Editor }

/**
 * A new price from a day on, by the rule of 30 days; a dry run only says whom it concerns and when. Throws 404, 409 where
 * it concerns another number of people than the one that was shown, and field problems.
 */
export async function schedulePrice(
  jobs: Jobs,
  { plan_id, editor }: Given,
  { billing_period, price, starts_on, dry_run, subscribers }: NewAdminPriceChange,
): Promise<PriceChangeEffect> {
  const now = new Date()
  const starts_at = new Date(starts_on)
  if (starts_at.getTime() > now.getTime() + maxAhead * dayMs)
    throw new FieldProblem('starts_on', 'subscription.plan.too_far')
  const work = db.$transaction(async (transaction) => {
    const { slug, currency } = await getPlan(transaction, plan_id)
    const amount = amountIn(price, currency) ?? 0
    const announced = await announcePrice(
      transaction,
      { plan: slug, billing_period, amount, starts_at },
      { now, dryRun: dry_run },
    )
    const renewals = await readRenewals(transaction, plan_id, billing_period, starts_at)
    const former = announced.former_amount
    const effect = {
      subscribers: announced.subscribers,
      former_price: former === null ? null : decimalOf(former, currency),
      currency,
      renewals,
    }
    if (dry_run) throw new DryRun(effect)
    if (subscribers !== effect.subscribers)
      throw new HttpProblem(409, 'subscription.plan.other_number', { code: 'other_number', ...effect })
    await addAuditEntry(transaction, {
      actor_id: editor.id,
      kind: 'plan',
      action: 'price_change_scheduled',
      target: plan_id,
      after: { billing_period, price, currency, starts_on, subscribers },
    })
    await jobs.enqueue(transaction, 'price_changes', {})
    return effect
  })
  return work.catch((error: unknown) => {
    if (error instanceof DryRun) return error.effect
    if (!(error instanceof FieldProblem)) throw error
    const field = { amount: 'price', starts_at: 'starts_on', plan: 'price' }[error.field] ?? error.field
    throw new FieldProblem(field, error.messageKey)
  })
}

/**
 * Takes a change back that has not begun. Whoever was told of it is told by mail that the present price stays: that is a
 * change of its own, to the present price. Throws 404, 409.
 */
export async function cancelPriceChange(jobs: Jobs, { plan_id, editor }: Given, id: number): Promise<void> {
  const now = new Date()
  await db.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT FROM plan WHERE id = ${plan_id} FOR UPDATE`
    const { monthly_price, yearly_price } = await getPlan(transaction, plan_id)
    const found = await transaction.priceChange.findFirst({
      where: { id, plan_id },
    })
    if (!found) throw notFound()
    const { billing_period, amount, currency, starts_at } = found
    const present = billing_period === 'month' ? monthly_price : yearly_price
    if (found.applied_at || found.replaced_at || amount === present)
      throw new HttpProblem(409, 'subscription.plan.not_scheduled', { code: 'not_scheduled' })
    await transaction.priceChange.update({ where: { id }, data: { replaced_at: now }, select: { id: true } })
    const told = await transaction.priceNotice.count({ where: { price_change_id: id } })
    if (told > 0 && present !== null) {
      const earliest = Math.ceil((now.getTime() + noticeDays * dayMs) / dayMs) * dayMs
      await transaction.priceChange.create({
        data: {
          plan_id,
          billing_period,
          amount: present,
          currency,
          starts_at: new Date(Math.max(earliest, starts_at.getTime())),
        },
      })
    }
    await addAuditEntry(transaction, {
      actor_id: editor.id,
      kind: 'plan',
      action: 'price_change_canceled',
      target: plan_id,
      before: { billing_period, price: decimalOf(amount, currency), currency, starts_on: starts_at.toISOString() },
    })
    await jobs.enqueue(transaction, 'price_changes', {})
  })
}
