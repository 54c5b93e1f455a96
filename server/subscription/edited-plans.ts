import type { AdminPlan, AdminPlanRow, PlanState } from '#shared/admin-plans.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { decimalOf } from '#shared/money.ts'
import { db, isTaken } from '../db.ts'
import type { Prisma } from '../db.ts'
import { change, create } from '../editing/edit.ts'
import type { Editable, Edited, Editor } from '../editing/edit.ts'
import type { Jobs } from '../jobs.ts'
import { FieldProblem } from '../problem.ts'
import type { ProblemKey } from '../messages.ts'
import { amountIn } from './price-amounts.ts'

type Transaction = Prisma.TransactionClient
const columns = {
  id: true,
  slug: true,
  position: true,
  tier: true,
  currency: true,
  purchasable: true,
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
  const price = (amount: number | null) => (amount === null ? null : decimalOf(amount, row.currency))
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

const running = { status: { in: ['active', 'trialing', 'past_due'] } }

export async function listAdminPlans(): Promise<AdminPlanRow[]> {
  const rows = await db.plan.findMany({
    select: { ...columns, _count: { select: { prices: true, subscriptions: { where: running } } } },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ _count, ...row }) => ({
    ...itemOf(row),
    subscribers: _count.subscriptions,
    is_sold: _count.prices > 0,
  }))
}

const refuse = (field: string, key: ProblemKey) => {
  throw new FieldProblem(field, key)
}

/** Its amounts in the smallest unit. Throws a field problem. */
function amountsOf(state: PlanState) {
  const amounts = Object.fromEntries(
    priceNames.map((name) => {
      const price = state[name]
      const amount = price === null ? null : amountIn(price, state.currency)
      if (price !== null && amount === null) refuse(name, 'subscription.plan.wrong_price')
      return [name, amount]
    }),
  ) as Record<(typeof priceNames)[number], number | null>
  for (const period of ['monthly', 'yearly'] as const) {
    const [price, old] = [amounts[`${period}_price`], amounts[`${period}_old_price`]]
    if (old !== null && (price === null || old <= price)) refuse(`${period}_old_price`, 'subscription.plan.old_price')
  }
  if (state.purchasable && !amounts.monthly_price && !amounts.yearly_price)
    refuse('purchasable', 'subscription.plan.no_price')
  return amounts
}

const rowsOf = ({ texts }: PlanState) =>
  locales.map((locale) => ({ locale, ...texts[locale], unavailable_text: texts[locale].unavailable_text || null }))

const orSlugTaken = (error: unknown): never => {
  throw isTaken(error) ? new FieldProblem('slug', 'subscription.plan.slug_taken') : error
}

/** So that its product and prices at Stripe are made at once; the hourly run does it too. */
const followAtStripe = async (jobs: Jobs | null, transaction: Transaction) =>
  jobs?.enqueue(transaction, 'plan_catalog', {})

/** Throws a field problem. `jobs`: none where payments are off. */
export const addPlan = (jobs: Jobs | null, editor: Editor, state: PlanState): Promise<Edited<AdminPlan>> =>
  create(editedPlans, editor, async (transaction) => {
    const { texts: _texts, ...facts } = state
    const { id } = await transaction.plan.create({
      data: { ...facts, ...amountsOf(state), texts: { create: rowsOf(state) } },
      select: { id: true },
    })
    await followAtStripe(jobs, transaction)
    return id
  }).catch(orSlugTaken)

/** What people have paid for stays: a price that somebody pays changes by announcement alone. */
async function refuseForBuyers(transaction: Transaction, before: AdminPlan, after: PlanState) {
  const plan_id = before.id
  if (after.slug !== before.slug) refuse('slug', 'subscription.plan.fixed')
  if (after.currency !== before.currency && (await transaction.stripePrice.count({ where: { plan_id } })) > 0)
    refuse('currency', 'subscription.plan.sold')
  const open = { plan_id, ...running }
  if (after.tier !== before.tier && (await transaction.subscription.count({ where: open })) > 0)
    refuse('tier', 'subscription.plan.has_subscribers')
  for (const [billing_period, name] of [
    ['month', 'monthly_price'],
    ['year', 'yearly_price'],
  ] as const) {
    if (after[name] === before[name]) continue
    const buyers = await transaction.subscription.count({ where: { ...open, billing_period } })
    const upcoming = { plan_id, billing_period, applied_at: null, replaced_at: null }
    if (buyers > 0 || (await transaction.priceChange.count({ where: upcoming })) > 0)
      refuse(name, 'subscription.plan.by_announcement')
  }
}

type PlanChange = { id: number; if_match: string | undefined; editor: Editor }

/** Throws 404, 412, 428, and a field problem. `jobs`: none where payments are off. */
export const changePlan = (jobs: Jobs | null, given: PlanChange, state: PlanState): Promise<Edited<AdminPlan>> =>
  change(editedPlans, given, async (transaction, before) => {
    const { id } = given
    const { texts: _texts, ...facts } = state
    const amounts = amountsOf(state)
    await refuseForBuyers(transaction, before, state)
    await transaction.plan.update({ where: { id }, data: { ...facts, ...amounts }, select: { id: true } })
    for (const { locale, ...text } of rowsOf(state))
      await transaction.planText.upsert({
        where: { plan_id_locale: { plan_id: id, locale } },
        create: { plan_id: id, locale, ...text },
        update: text,
        select: { plan_id: true },
      })
    await followAtStripe(jobs, transaction)
  }).catch(orSlugTaken)
