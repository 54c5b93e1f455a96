import { fromMinorUnits } from '#shared/subscription/money.ts'
import type { BillingPeriod } from '#shared/subscription/schema.ts'
import { db } from '../../database/db.ts'
import { FieldProblem, HttpProblem } from '../../problem.ts'
import { createOnce, readKeyPrefix } from '../idempotency.ts'
import { stripeIdOf, isMissingAtStripe, nullIfMissing } from '../stripe.ts'
import type { Stripe } from '../stripe.ts'

export const planColumns = {
  id: true,
  slug: true,
  currency: true,
  tax_behavior: true,
  purchasable: true,
  monthly_price: true,
  yearly_price: true,
  stripe_product_id: true,
  texts: { select: { locale: true, name: true } },
} as const

const findPlan = (id: number) => db.plan.findUnique({ where: { id }, select: planColumns })
type SoldPlan = NonNullable<Awaited<ReturnType<typeof findPlan>>>
type PriceTerms = { billing_period: BillingPeriod; amount: number }

export const notSoldProblem = () => new FieldProblem('plan_id', 'subscription.problem.not_sold')

async function getSoldPlan(plan_id: number, period: BillingPeriod): Promise<{ plan: SoldPlan; amount: number }> {
  const plan = await findPlan(plan_id)
  if (!plan?.purchasable) throw notSoldProblem()
  const amount = period === 'month' ? plan.monthly_price : plan.yearly_price
  if (!amount) throw new FieldProblem('billing_period', 'subscription.problem.not_sold_by_period')
  return { plan, amount }
}

const nameOf = ({ texts, slug }: SoldPlan) => texts.find(({ locale }) => locale === 'en')?.name ?? slug

async function isActivePrice(stripe: Stripe, id: string): Promise<boolean> {
  return stripe.prices.retrieve(id).then(
    ({ active }) => active,
    (error: unknown) => {
      if (isMissingAtStripe(error)) return false
      throw error
    },
  )
}

async function ensureProduct(stripe: Stripe, plan: SoldPlan): Promise<string> {
  const name = nameOf(plan)
  const known = plan.stripe_product_id ? await nullIfMissing(stripe.products.retrieve(plan.stripe_product_id)) : null
  if (known && (known.name !== name || !known.active)) await stripe.products.update(known.id, { name, active: true })
  if (known) return known.id
  const made = await createOnce(`product_${plan.slug}_after_${plan.stripe_product_id ?? 'none'}`, (options) =>
    stripe.products.create({ name, metadata: { plan: plan.slug } }, options),
  )
  return made.id
}

async function findOrAddPrice(
  stripe: Stripe,
  plan: SoldPlan,
  { billing_period, amount, key, former }: PriceTerms & { key: string; former: string | undefined },
): Promise<Stripe.Price> {
  const lookup_key = `${await readKeyPrefix()}_${key}`
  const find = async () => (await stripe.prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 })).data[0]
  const found = await find()
  if (found) return found
  const product = await ensureProduct(stripe, plan)
  return createOnce(`price_${key}_after_${former ?? 'none'}`, async (options) => {
    const params = {
      product,
      currency: plan.currency.toLowerCase(),
      unit_amount: amount,
      recurring: { interval: billing_period },
      tax_behavior: plan.tax_behavior,
      lookup_key,
      transfer_lookup_key: true,
      metadata: { plan: plan.slug, billing_period },
    } as const
    return (await find()) ?? stripe.prices.create(params, options)
  })
}

/** Returns the price's id at Stripe, or creates the price. A price at Stripe never changes its amount. */
export async function ensurePriceOf(
  stripe: Stripe,
  plan: SoldPlan,
  { billing_period, amount }: PriceTerms,
): Promise<string> {
  const { id: plan_id, currency, tax_behavior } = plan
  const known = await db.stripePrice.findFirst({
    where: { plan_id, billing_period, amount, currency, tax_behavior },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  })
  if (known && (await isActivePrice(stripe, known.id))) return known.id
  const taxed = tax_behavior === 'exclusive' ? '' : `_${tax_behavior}`
  const key = `${plan.slug}_${billing_period}_${currency.toLowerCase()}_${amount}${taxed}`
  const price = await findOrAddPrice(stripe, plan, { billing_period, amount, key, former: known?.id })
  await db.$transaction(async (transaction) => {
    const product = { stripe_product_id: stripeIdOf(price.product) }
    if ((await transaction.plan.updateMany({ where: { id: plan_id }, data: product })).count === 0)
      throw notSoldProblem()
    await transaction.stripePrice.createMany({
      data: [{ id: price.id, plan_id, billing_period, amount, currency, tax_behavior }],
      skipDuplicates: true,
    })
  })
  return price.id
}

/** Returns the price's id. `price`: decimal that the page showed. Throws 409 if the current price differs. */
export async function ensurePrice(
  stripe: Stripe,
  { plan_id, billing_period, price }: { plan_id: number; billing_period: BillingPeriod; price?: number | undefined },
): Promise<string> {
  const { plan, amount } = await getSoldPlan(plan_id, billing_period)
  const sold = fromMinorUnits(amount, plan.currency)
  if (price !== undefined && price !== sold)
    throw new HttpProblem(409, 'subscription.problem.price_changed', {
      code: 'price_changed',
      price: sold,
      currency: plan.currency,
    })
  return ensurePriceOf(stripe, plan, { billing_period, amount })
}

export async function ensureCatalog(stripe: Stripe): Promise<void> {
  for (const plan of await db.plan.findMany({ where: { purchasable: true }, select: planColumns })) {
    const amounts = { month: plan.monthly_price, year: plan.yearly_price }
    for (const billing_period of ['month', 'year'] as const) {
      const amount = amounts[billing_period]
      if (amount) await ensurePriceOf(stripe, plan, { billing_period, amount })
    }
    const stored = await findPlan(plan.id)
    if (stored?.stripe_product_id) await ensureProduct(stripe, stored)
  }
}
