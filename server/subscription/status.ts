import type { Locale } from '#shared/locale.ts'
import { fromMinorUnits, chargeStepOf } from '#shared/subscription/money.ts'
import type { SubscriptionStatus } from '#shared/subscription/schema.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { unreturnedAmount, isRunning } from './access.ts'
import { paymentCardColumns } from './customers/card.ts'
import { invoiceProblemOf } from './payments/invoice-problems.ts'
import { listRefundablePayments } from './refunds/refundable-payments.ts'

const columns = {
  id: true,
  customer_id: true,
  plan_id: true,
  price_id: true,
  item_id: true,
  billing_period: true,
  status: true,
  current_period_start: true,
  current_period_end: true,
  ends_at: true,
  pending_price_id: true,
  schedule_id: true,
  latest_invoice_id: true,
  tax_disabled_reason: true,
  plan: { select: { tier: true, texts: { select: { locale: true, name: true } } } },
} satisfies Prisma.SubscriptionSelect

export async function findRunningSubscription(user_id: number) {
  const found = await db.subscription.findMany({
    where: { customer: { user_id } },
    select: columns,
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  })
  return found.find(isRunning) ?? null
}
export type RunningSubscription = NonNullable<Awaited<ReturnType<typeof findRunningSubscription>>>

export const planNameIn = (texts: { locale: Locale; name: string }[], locale: Locale) =>
  (texts.find((text) => text.locale === locale) ?? texts.find((text) => text.locale === 'en'))?.name ?? ''

async function readCard(customer_id: string): Promise<Pick<SubscriptionStatus, 'card'>> {
  const { card_brand, card_last4, card_exp_month, card_exp_year } = await db.customer.findUniqueOrThrow({
    where: { id: customer_id },
    select: paymentCardColumns,
  })
  if (card_brand === null) return {}
  return { card: { brand: card_brand, last4: card_last4, exp_month: card_exp_month, exp_year: card_exp_year } }
}

async function readCredit(user_id: number): Promise<Pick<SubscriptionStatus, 'credit'>> {
  const customer = await db.customer.findUnique({
    where: { user_id },
    select: { id: true, credit: true, currency: true },
  })
  if (!customer?.credit || !customer.currency) return {}
  const { id, credit, currency } = customer
  const left = (await listRefundablePayments(id, currency)).reduce((sum, payment) => sum + unreturnedAmount(payment), 0)
  const refundable = Math.min(credit, left)
  // Rounds down, since Stripe refunds some currencies in multiples only.
  const whole = refundable - (refundable % chargeStepOf(currency))
  return { credit: { amount: fromMinorUnits(credit, currency), refundable: fromMinorUnits(whole, currency), currency } }
}

const boughtStatus = ({ plan, ends_at, ...running }: RunningSubscription, user_tier: number, locale: Locale) => ({
  plan_id: running.plan_id,
  plan_name: planNameIn(plan.texts, locale),
  billing_period: running.billing_period,
  user_tier,
  plan_tier: plan.tier,
  status: running.status,
  current_period_end: (ends_at ?? running.current_period_end).toISOString(),
  auto_renew: ends_at === null,
})

async function findGraceEnd(user_id: number): Promise<string | null> {
  const access = await db.access.findUnique({
    where: { user_id_source: { user_id, source: 'subscription' } },
    select: { expires_at: true },
  })
  return access?.expires_at && access.expires_at > new Date() ? access.expires_at.toISOString() : null
}

async function readInvoiceProblem(
  user_id: number,
  running: RunningSubscription,
): Promise<Pick<SubscriptionStatus, 'invoice_problem'>> {
  const payments = await db.payment.findMany({
    where: { subscription_id: running.id, finalization_error: { not: null }, customer: { user_id } },
    select: { subscription_id: true, finalization_error: true },
  })
  const kind = invoiceProblemOf(running, payments)
  if (kind === null) return {}
  return { invoice_problem: { kind, open_until: kind === 'address_missing' ? null : await findGraceEnd(user_id) } }
}

/** Status without a running subscription: an admin granted access, or a refund failed. */
const statusWithoutPlan = (
  tier: number,
  { source, expires_at }: Pick<Prisma.AccessModel, 'source' | 'expires_at'>,
) => ({
  plan_id: null,
  plan_name: null,
  billing_period: null,
  user_tier: tier,
  plan_tier: tier,
  status: source === 'granted' ? 'granted' : 'refund_failed',
  current_period_end: expires_at?.toISOString() ?? null,
  auto_renew: false,
})

export async function readSubscriptionStatus(
  { id, tier }: { id: number; tier: number },
  locale: Locale,
): Promise<SubscriptionStatus> {
  const running = await findRunningSubscription(id)
  const credit = await readCredit(id)
  if (running) {
    const subscription = boughtStatus(running, tier, locale)
    const card = await readCard(running.customer_id)
    const problem = await readInvoiceProblem(id, running)
    const facts = { is_subscribed: true, ...credit, ...card, ...problem }
    if (running.status !== 'past_due') return { ...facts, subscription }
    const current_period_end = await findGraceEnd(id)
    return { ...facts, subscription: { ...subscription, current_period_end } }
  }
  if (tier === 0) return { is_subscribed: false, ...credit, subscription: null }
  const access = await db.access.findFirst({
    where: { user_id: id, OR: [{ expires_at: null }, { expires_at: { gt: new Date() } }] },
    orderBy: [{ tier: 'desc' }, { source: 'asc' }],
  })
  const open = access ?? { source: 'granted' as const, expires_at: null }
  return { is_subscribed: true, ...credit, subscription: statusWithoutPlan(tier, open) }
}
