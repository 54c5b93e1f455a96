import type { AdminPriceChange, NewAdminPriceChange, PriceChangeEffect } from '#shared/admin/plans.ts'
import { fromMinorUnits } from '#shared/subscription/money.ts'
import { db, Prisma } from '../../database/db.ts'
import { addAuditEntry } from '../../editing/audit.ts'
import type { Editor } from '../../editing/edit.ts'
import type { Jobs } from '../../jobs.ts'
import { FieldProblem, HttpProblem, notFound } from '../../problem.ts'
import { toMinorUnits } from '#shared/subscription/to-minor-units.ts'
import { announcePrice, priceNoticeDays } from './price-changes.ts'
import type { AnnouncedPrice } from './price-changes.ts'
import { isAnotherPriceExpected } from './price-renewals.ts'

type Transaction = Prisma.TransactionClient
const dayMs = 86_400_000

async function getPlan(transaction: Transaction, id: number) {
  const plan = await transaction.plan.findUnique({
    where: { id },
    select: { slug: true, currency: true, monthly_price: true, yearly_price: true },
  })
  if (!plan) throw notFound()
  return plan
}

export async function listPriceChanges(plan_id: number): Promise<AdminPriceChange[]> {
  const { monthly_price, yearly_price } = await getPlan(db, plan_id)
  const rows = await db.priceChange.findMany({ where: { plan_id }, orderBy: { id: 'desc' }, take: 50 })
  const notices = await db.$queryRaw<{ id: number; notified: number; first_at: Date; last_at: Date }[]>`
    SELECT price_change_id AS id, count(*)::int AS notified, min(effective_from) AS first_at, max(effective_from) AS last_at
      FROM price_notice WHERE price_change_id = ANY(${rows.map(({ id }) => id)}) GROUP BY 1`
  return rows.map(({ id, billing_period, amount, currency, starts_at, created_at, applied_at, replaced_at }) => {
    const notice = notices.find((one) => one.id === id)
    const present = billing_period === 'month' ? monthly_price : yearly_price
    const open = applied_at ? 'applied' : 'scheduled'
    return {
      id,
      billing_period,
      price: fromMinorUnits(amount, currency),
      currency,
      starts_at: starts_at.toISOString(),
      created_at: created_at.toISOString(),
      state: replaced_at ? 'replaced' : open,
      is_present_price: amount === present,
      told: notice?.notified ?? 0,
      first_at: notice?.first_at.toISOString() ?? null,
      last_at: notice?.last_at.toISOString() ?? null,
    }
  })
}

function priceChangeEffectOf({
  currency,
  former_amount,
  replaces,
  renewals,
  subscribers,
}: AnnouncedPrice): PriceChangeEffect {
  const decimal = (amount: number) => fromMinorUnits(amount, currency)
  return {
    subscribers,
    former_price: former_amount === null ? null : decimal(former_amount),
    currency,
    renewals,
    replaces: replaces && {
      id: replaces.id,
      price: decimal(replaces.amount),
      starts_on: replaces.starts_at.toISOString().slice(0, 10),
    },
  }
}

type PlanEdit = { plan_id: number; editor: Editor }

const fieldNames: Record<string, string> = { amount: 'price', starts_at: 'starts_on', plan: 'price' }
const mapFieldNames = (error: unknown) =>
  error instanceof FieldProblem ? new FieldProblem(fieldNames[error.field] ?? error.field, error.messageKey) : error

/** Announces a price. A dry run only counts subscribers. Throws 404; 409 if their number has changed since. */
export async function schedulePriceChange(
  jobs: Jobs,
  { plan_id, editor }: PlanEdit,
  { billing_period, price, starts_on, dry_run, subscribers, replaces = null }: NewAdminPriceChange,
): Promise<PriceChangeEffect> {
  const scheduled = db.$transaction(async (transaction) => {
    const { slug, currency } = await getPlan(transaction, plan_id)
    const amount = toMinorUnits(price, currency) ?? 0
    const announced = await announcePrice(
      transaction,
      { plan: slug, billing_period, amount, starts_at: new Date(starts_on) },
      { now: new Date(), dryRun: dry_run, editor },
    )
    const effect = priceChangeEffectOf(announced)
    if (dry_run) return effect
    if (subscribers !== effect.subscribers || replaces !== (effect.replaces?.id ?? null))
      throw new HttpProblem(409, 'subscription.plan.effect_changed', { code: 'effect_changed', current: effect })
    await jobs.enqueue(transaction, 'price_changes', {})
    return effect
  })
  return scheduled.catch((error: unknown) => {
    throw mapFieldNames(error)
  })
}

/** Cancels a price change that has not begun. Notified subscribers get a mail. Throws 404, 409. */
export async function cancelPriceChange(jobs: Jobs, { plan_id, editor }: PlanEdit, id: number): Promise<void> {
  const now = new Date()
  await db.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT FROM plan WHERE id = ${plan_id} FOR NO KEY UPDATE`
    const { monthly_price, yearly_price } = await getPlan(transaction, plan_id)
    const found = await transaction.priceChange.findFirst({
      where: { id, plan_id },
    })
    if (!found) throw notFound()
    const { billing_period, amount, currency, starts_at } = found
    const present = billing_period === 'month' ? monthly_price : yearly_price
    if (found.replaced_at && !found.applied_at) return
    if (found.applied_at || amount === present)
      throw new HttpProblem(409, 'subscription.plan.not_scheduled', { code: 'not_scheduled' })
    await transaction.priceChange.update({ where: { id }, data: { replaced_at: now }, select: { id: true } })
    if (present !== null && (await isAnotherPriceExpected(transaction, { plan_id, billing_period, amount: present }))) {
      const earliest = Math.ceil((now.getTime() + priceNoticeDays * dayMs) / dayMs) * dayMs
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
      before: { billing_period, price: fromMinorUnits(amount, currency), currency, starts_on: starts_at.toISOString() },
    })
    await jobs.enqueue(transaction, 'price_changes', {})
  })
}
