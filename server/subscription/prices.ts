import type { BillingPeriod } from '#shared/subscription.ts'
import { db } from '../db.ts'
import { FieldProblem } from '../problem.ts'
import { idOf, isMissing } from './stripe.ts'
import type { Stripe } from './stripe.ts'

const planColumns = {
  id: true,
  slug: true,
  currency: true,
  purchasable: true,
  monthly_price: true,
  yearly_price: true,
  stripe_product_id: true,
  texts: { select: { locale: true, name: true } },
} as const

async function findPlan(id: number) {
  return db.plan.findUnique({ where: { id }, select: planColumns })
}
type SoldPlan = NonNullable<Awaited<ReturnType<typeof findPlan>>>

/** Throws a field problem where the plan is not sold by that period. */
async function getSoldPlan(plan_id: number, period: BillingPeriod): Promise<SoldPlan & { amount: number }> {
  const plan = await findPlan(plan_id)
  if (!plan?.purchasable) throw new FieldProblem('plan_id', 'subscription.problem.not_sold')
  const amount = period === 'month' ? plan.monthly_price : plan.yearly_price
  if (!amount) throw new FieldProblem('billing_period', 'subscription.problem.not_sold_by_period')
  return { ...plan, amount }
}

const nameOf = ({ texts, slug }: SoldPlan) => texts.find(({ locale }) => locale === 'en')?.name ?? slug

async function isThere(stripe: Stripe, id: string): Promise<boolean> {
  return stripe.prices.retrieve(id).then(
    ({ active }) => active,
    (error: unknown) => {
      if (isMissing(error)) return false
      throw error
    },
  )
}

/**
 * The price at Stripe of a plan as the page shows it now, made where there is none yet: a price never changes, so that
 * nobody pays what the page did not show. All who make it at once get the same one.
 */
export async function ensurePrice(
  stripe: Stripe,
  { plan_id, billing_period }: { plan_id: number; billing_period: BillingPeriod },
): Promise<{ id: string; plan: SoldPlan; amount: number }> {
  const plan = await getSoldPlan(plan_id, billing_period)
  const { amount, currency } = plan
  const known = await db.stripePrice.findFirst({
    where: { plan_id, billing_period, amount, currency },
    orderBy: { created_at: 'desc' },
  })
  if (known && (await isThere(stripe, known.id))) return { id: known.id, plan, amount }
  const key = `${plan.slug}_${billing_period}_${currency.toLowerCase()}_${amount}`
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })
  const price = data[0] ?? (await addPrice(stripe, plan, { billing_period, amount, key }))
  const product = idOf(price.product)
  await db.$transaction([
    db.plan.update({ where: { id: plan_id }, data: { stripe_product_id: product } }),
    db.stripePrice.createMany({
      data: [{ id: price.id, plan_id, billing_period, amount, currency }],
      skipDuplicates: true,
    }),
  ])
  return { id: price.id, plan, amount }
}

async function addPrice(
  stripe: Stripe,
  plan: SoldPlan,
  { billing_period, amount, key }: { billing_period: BillingPeriod; amount: number; key: string },
) {
  const metadata = { plan: plan.slug }
  const product = await stripe.products.create(
    { name: nameOf(plan), metadata },
    { idempotencyKey: `product_${plan.slug}` },
  )
  return stripe.prices.create(
    {
      product: product.id,
      currency: plan.currency.toLowerCase(),
      unit_amount: amount,
      recurring: { interval: billing_period },
      lookup_key: key,
      metadata: { ...metadata, billing_period },
    },
    { idempotencyKey: `price_${key}` },
  )
}
