import { readFile } from 'node:fs/promises'
import type { Locale } from '#shared/locale.ts'
import type { Plan } from '#shared/subscription.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { db, Prisma, queryRows } from '../db.ts'

const file = new URL('../../prisma/content/plans.json', import.meta.url)

const price = (period: 'monthly' | 'yearly') => {
  const column = (name: string) => Prisma.raw(`${period}_${name}`)
  const discount = period === 'yearly' ? Prisma.sql`yearly_discount` : Prisma.sql`NULL`
  return Prisma.sql`CASE WHEN ${column('price')} IS NOT NULL THEN json_build_object(
    'price', ${column('price')} / 100.0, 'old_price', ${column('old_price')} / 100.0,
    'discount', ${discount}, 'duration_days', ${column('days')}) END`
}

export async function listPlans(locale: Locale): Promise<Tagged<Plan[]>> {
  const rows = await queryRows<{ answer: Plan }>(Prisma.sql`
    SELECT json_build_object('id', plan.id, 'tier', tier, 'name', text.name, 'sub_title', text.sub_title,
             'description', text.description, 'currency', currency, 'purchasable', purchasable,
             'unavailable_text', text.unavailable_text, 'monthly', ${price('monthly')}, 'yearly', ${price('yearly')}) AS answer
      FROM plan, LATERAL (SELECT * FROM plan_text WHERE plan_id = plan.id AND locale IN ('en', ${locale}::locale)
                           ORDER BY locale <> ${locale}::locale LIMIT 1) AS text
     ORDER BY position, plan.id`)
  return { value: rows.map(({ answer }) => answer), cacheTags: [cacheTags.plans] }
}

type StarterPlan = Omit<Prisma.PlanCreateInput, 'texts'> & {
  texts: Record<Locale, Prisma.PlanTextCreateWithoutPlanInput>
}

/** Does nothing where there is any plan, also one that another server adds at the same time. */
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
