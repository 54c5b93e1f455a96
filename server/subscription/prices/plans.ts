import { readFile } from 'node:fs/promises'
import type { Locale } from '#shared/locale.ts'
import { fromMinorUnits } from '#shared/subscription/money.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { cacheTags } from '../../cache/cache-tags.ts'
import type { Tagged } from '../../cache/cache-tags.ts'
import { db, Prisma, queryRows } from '../../database/db.ts'
import { isCorrectDiscount } from './discount.ts'
import { figureCacheTags, fillFigurePlaceholders, readFigures } from '../../library/figures.ts'
import { fillPlanPlaceholders, planPlaceholdersOf } from './plan-placeholders.ts'

const file = new URL('../../../prisma/content/plans.json', import.meta.url)

type Row = Omit<Plan, 'monthly' | 'yearly'> & {
  monthly_price: number | null
  monthly_old_price: number | null
  monthly_days: number
  yearly_price: number | null
  yearly_old_price: number | null
  yearly_days: number
  yearly_discount: number | null
}

function planOf(row: Row): Plan {
  const { monthly_price, monthly_old_price, monthly_days, ...rest } = row
  const { yearly_price, yearly_old_price, yearly_days, yearly_discount, ...plan } = rest
  const shownDiscount = yearly_discount !== null && isCorrectDiscount(yearly_discount, row) ? yearly_discount : null
  const decimal = (amount: number | null) => (amount === null ? null : fromMinorUnits(amount, plan.currency))
  const priceOf = (amount: number | null, old: number | null, duration_days: number, discount: number | null) => {
    const price = decimal(amount)
    return price === null ? null : { price, old_price: decimal(old), discount, duration_days }
  }
  return {
    ...plan,
    monthly: priceOf(monthly_price, monthly_old_price, monthly_days, null),
    yearly: priceOf(yearly_price, yearly_old_price, yearly_days, shownDiscount),
  }
}

export async function listPlans(locale: Locale): Promise<Tagged<Plan[]>> {
  const rows = await queryRows<Row>(Prisma.sql`
    SELECT plan.id, tier, text.name, text.sub_title, text.description, currency, tax_behavior, purchasable, text.unavailable_text,
           monthly_price, monthly_old_price, monthly_days, yearly_price, yearly_old_price, yearly_days, yearly_discount
      FROM plan, LATERAL (SELECT * FROM plan_text WHERE plan_id = plan.id AND locale IN ('en', ${locale}::locale)
                           ORDER BY locale <> ${locale}::locale LIMIT 1) AS text
     WHERE NOT hidden ORDER BY position, plan.id`)
  const figures = await readFigures()
  const plans = rows.map(planOf)
  const names = planPlaceholdersOf(plans, locale)
  const fill = (text: string) =>
    text
      .split('\n')
      .flatMap((line) => fillPlanPlaceholders(line, names) ?? [])
      .map((line) => fillFigurePlaceholders(line, figures, locale))
      .join('\n')
  const value = plans.map((plan) => ({
    ...plan,
    sub_title: fill(plan.sub_title),
    description: fill(plan.description),
  }))
  return { value, cacheTags: [cacheTags.plans, ...figureCacheTags] }
}

type StarterPlan = Omit<Prisma.PlanCreateInput, 'texts'> & {
  texts: Record<Locale, Prisma.PlanTextCreateWithoutPlanInput>
}

export async function addStarterPlans(): Promise<void> {
  if (await db.plan.findFirst({ select: { id: true } })) return
  const plans = JSON.parse(await readFile(file, 'utf8')) as StarterPlan[]
  await db.$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE plan IN SHARE ROW EXCLUSIVE MODE`
    if (await transaction.plan.findFirst({ select: { id: true } })) return
    for (const { texts, ...plan } of plans) {
      const rows = Object.entries(texts).map(([locale, text]) => ({ ...text, locale: locale as Locale }))
      await transaction.plan.create({ data: { ...plan, texts: { create: rows } } })
    }
  })
}
