import type { AdminPlan, AdminPlanRow, PlanState } from '#shared/admin/plans.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { toMinorUnits } from '#shared/subscription/to-minor-units.ts'
import { fromMinorUnits, minChargeOf } from '#shared/subscription/money.ts'
import { db, isUniqueViolation } from '../../database/db.ts'
import type { Prisma } from '../../database/db.ts'
import { changeEditable, createEditable, removeEditable } from '../../editing/edit.ts'
import type { Actor, Editable, WithEtag, Editor } from '../../editing/edit.ts'
import type { Jobs } from '../../jobs.ts'
import { FieldProblem, HttpProblem } from '../../problem.ts'
import { isCorrectDiscount, yearlySavings } from './discount.ts'
import { smallPriceProblem, wrongAmountProblem } from './price-amounts.ts'
import { messageWithParams } from '../../translate.ts'

type Transaction = Prisma.TransactionClient
type ProblemText = ConstructorParameters<typeof FieldProblem>[1]
const columns = {
  id: true,
  slug: true,
  position: true,
  tier: true,
  currency: true,
  tax_behavior: true,
  purchasable: true,
  hidden: true,
  monthly_price: true,
  monthly_old_price: true,
  yearly_price: true,
  yearly_old_price: true,
  yearly_discount: true,
  texts: { select: { locale: true, name: true, sub_title: true, description: true, unavailable_text: true } },
} as const
type Row = Prisma.PlanGetPayload<{ select: typeof columns }>
const priceNames = ['monthly_price', 'monthly_old_price', 'yearly_price', 'yearly_old_price'] as const

function itemOf({ texts, ...row }: Row): AdminPlan {
  const textIn = (locale: Locale) => {
    const text = texts.find((one) => one.locale === locale)
    const { name = '', sub_title = '', description = '' } = text ?? {}
    return { name, sub_title, description, unavailable_text: text?.unavailable_text ?? '' }
  }
  const price = (amount: number | null) => (amount === null ? null : fromMinorUnits(amount, row.currency))
  return {
    ...row,
    monthly_price: price(row.monthly_price),
    monthly_old_price: price(row.monthly_old_price),
    yearly_price: price(row.yearly_price),
    yearly_old_price: price(row.yearly_old_price),
    texts: { en: textIn('en'), es: textIn('es') },
  }
}

export const editedPlans: Editable<AdminPlan> = {
  kind: 'plan',
  lock: (transaction, id) => transaction.$queryRaw`SELECT FROM plan WHERE id = ${Number(id)} FOR UPDATE`,
  read: async (transaction, id) => {
    const row = await transaction.plan.findUnique({ where: { id: Number(id) }, select: columns })
    return row && itemOf(row)
  },
}

const runningStatus = { status: { in: ['active', 'trialing', 'past_due'] } }

export async function listAdminPlans(): Promise<AdminPlanRow[]> {
  const rows = await db.plan.findMany({
    select: { ...columns, _count: { select: { prices: true, subscriptions: { where: runningStatus } } } },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ _count, ...row }) => ({
    ...itemOf(row),
    subscribers: _count.subscriptions,
    is_sold: _count.prices > 0,
  }))
}

const throwFieldProblem = (field: string, key: ProblemText) => {
  throw new FieldProblem(field, key)
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

function amountsOf(state: PlanState) {
  if (!currencies.has(state.currency)) throwFieldProblem('currency', 'subscription.plan.currency')
  const amounts = Object.fromEntries(
    priceNames.map((name) => {
      const price = state[name]
      const amount = price === null ? null : toMinorUnits(price, state.currency)
      const isSold = state.purchasable && !name.includes('old')
      const least = isSold ? minChargeOf(state.currency) : 0
      if (price !== null && (amount === null || (isSold && amount === 0)))
        throwFieldProblem(name, wrongAmountProblem(state.currency, least))
      if (amount !== null && amount < least) throwFieldProblem(name, smallPriceProblem(state.currency))
      return [name, amount]
    }),
  ) as Record<(typeof priceNames)[number], number | null>
  for (const period of ['monthly', 'yearly'] as const) {
    const [price, old] = [amounts[`${period}_price`], amounts[`${period}_old_price`]]
    if (old !== null && (price === null || old <= price))
      throwFieldProblem(`${period}_old_price`, 'subscription.plan.old_price')
  }
  if (state.yearly_discount !== null && !isCorrectDiscount(state.yearly_discount, amounts)) {
    const percent = Math.round(yearlySavings(amounts) ?? 0)
    throwFieldProblem(
      'yearly_discount',
      percent > 0 ? messageWithParams('subscription.plan.discount', { percent }) : 'subscription.plan.no_discount',
    )
  }
  if (state.purchasable && state.hidden) throwFieldProblem('hidden', 'subscription.plan.hidden_sold')
  if (state.purchasable && !amounts.monthly_price && !amounts.yearly_price)
    throwFieldProblem('purchasable', 'subscription.plan.no_price')
  return amounts
}

const rowsOf = ({ texts }: PlanState) =>
  locales.map((locale) => ({ locale, ...texts[locale], unavailable_text: texts[locale].unavailable_text || null }))

const mapSlugConflict = (error: unknown): never => {
  throw isUniqueViolation(error) ? new FieldProblem('slug', 'subscription.plan.slug_taken') : error
}

/** Queues a job that creates product and prices at Stripe. A daily job creates missing ones too. */
const enqueueCatalog = async (jobs: Jobs | null, transaction: Transaction) =>
  jobs?.enqueue(transaction, 'plan_catalog', {})

/** Adds a plan. `jobs` is null while payments are off. Throws FieldProblem. */
export const addPlan = (jobs: Jobs | null, editor: Editor, state: PlanState): Promise<WithEtag<AdminPlan>> =>
  createEditable(editedPlans, editor, async (transaction) => {
    const { texts: _texts, ...facts } = state
    const added = await transaction.plan.create({
      data: { ...facts, ...amountsOf(state), texts: { create: rowsOf(state) } },
      select: { id: true },
    })
    await enqueueCatalog(jobs, transaction)
    return added
  }).catch(mapSlugConflict)

/** Throws if a change would affect subscribers. Their price changes only by an announcement. */
async function assertUnchangedForBuyers(transaction: Transaction, before: AdminPlan, after: PlanState) {
  const plan_id = before.id
  if (after.slug !== before.slug) throwFieldProblem('slug', 'subscription.plan.fixed')
  if (after.currency !== before.currency && (await transaction.stripePrice.count({ where: { plan_id } })) > 0)
    throwFieldProblem('currency', 'subscription.plan.sold')
  const open = { plan_id, ...runningStatus }
  if (after.tier !== before.tier && (await transaction.subscription.count({ where: open })) > 0)
    throwFieldProblem('tier', 'subscription.plan.has_subscribers')
  for (const [billing_period, name] of [
    ['month', 'monthly_price'],
    ['year', 'yearly_price'],
  ] as const) {
    if (after[name] === before[name]) continue
    const buyers = await transaction.subscription.count({ where: { ...open, billing_period } })
    const upcoming = { plan_id, billing_period, applied_at: null, replaced_at: null }
    if (buyers > 0 || (await transaction.priceChange.count({ where: upcoming })) > 0)
      throwFieldProblem(name, 'subscription.plan.by_announcement')
  }
}

type PlanChange = { id: number; if_match: string | undefined; editor: Actor }

export const changePlan = (jobs: Jobs | null, edit: PlanChange, state: PlanState): Promise<WithEtag<AdminPlan>> =>
  changeEditable(editedPlans, edit, async (transaction, before) => {
    const { id } = edit
    const { texts: _texts, ...facts } = state
    const amounts = amountsOf(state)
    await assertUnchangedForBuyers(transaction, before, state)
    await transaction.plan.update({ where: { id }, data: { ...facts, ...amounts }, select: { id: true } })
    for (const { locale, ...text } of rowsOf(state))
      await transaction.planText.upsert({
        where: { plan_id_locale: { plan_id: id, locale } },
        create: { plan_id: id, locale, ...text },
        update: text,
        select: { plan_id: true },
      })
    await enqueueCatalog(jobs, transaction)
  }).catch(mapSlugConflict)

/** Returns why a plan cannot be removed, or null. An open checkout may still be paid within a day. */
const findUse = (transaction: Transaction, id: number) => transaction.$queryRaw<{ use: PlanUse | null }[]>`
  SELECT CASE
    WHEN EXISTS (SELECT FROM subscription WHERE plan_id = plan.id) OR EXISTS (SELECT FROM payment WHERE plan_id = plan.id)
      THEN 'bought'
    WHEN EXISTS (SELECT FROM price_change WHERE plan_id = plan.id) THEN 'price_change'
    WHEN EXISTS (SELECT FROM checkout WHERE plan_id = plan.id AND closed_at IS NULL AND expires_at > now() - interval '1 day')
      THEN 'checkout'
    WHEN NOT EXISTS (SELECT FROM plan other WHERE other.tier = plan.tier AND other.id <> plan.id)
         AND (tier = 0 OR EXISTS (SELECT FROM access WHERE access.tier = plan.tier
                                     AND (expires_at IS NULL OR expires_at > now())))
      THEN 'tier' END AS use
    FROM plan WHERE id = ${id}`
type PlanUse = 'bought' | 'price_change' | 'checkout' | 'tier'

/** Removes a plan that was never bought. Throws 404, 412, 428; 409 with the reason. */
export const removePlan = (edit: PlanChange): Promise<void> =>
  removeEditable(editedPlans, edit, async (transaction) => {
    const { id } = edit
    const [found] = await findUse(transaction, id)
    if (found?.use)
      throw new HttpProblem(409, `subscription.plan.used.${found.use}`, { code: 'in_use', use: found.use })
    await transaction.stripePrice.deleteMany({ where: { plan_id: id } })
    await transaction.plan.delete({ where: { id }, select: { id: true } })
  })
