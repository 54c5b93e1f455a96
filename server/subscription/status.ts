import type { Locale } from '#shared/locale.ts'
import { decimalOf } from '#shared/money.ts'
import type { SubscriptionStatus } from '#shared/subscription.ts'
import { db } from '../db.ts'
import type { Prisma } from '../db.ts'
import { isRunning } from './access.ts'

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
  plan: { select: { tier: true, texts: { select: { locale: true, name: true } } } },
} satisfies Prisma.SubscriptionSelect

/** The person's subscription that runs, as it was read from Stripe last. */
export async function findRunning(user_id: number) {
  const found = await db.subscription.findMany({
    where: { customer: { user_id } },
    select: columns,
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  })
  return found.find(isRunning) ?? null
}
export type RunningSubscription = NonNullable<Awaited<ReturnType<typeof findRunning>>>

export const nameIn = (texts: { locale: Locale; name: string }[], locale: Locale) =>
  (texts.find((text) => text.locale === locale) ?? texts.find((text) => text.locale === 'en'))?.name ?? ''

async function readCredit(user_id: number): Promise<Pick<SubscriptionStatus, 'credit'>> {
  const customer = await db.customer.findUnique({ where: { user_id }, select: { credit: true, currency: true } })
  if (!customer?.credit || !customer.currency) return {}
  return { credit: { amount: decimalOf(customer.credit, customer.currency), currency: customer.currency } }
}

const bought = ({ plan, ends_at, ...running }: RunningSubscription, user_tier: number, locale: Locale) => ({
  plan_id: running.plan_id,
  plan_name: nameIn(plan.texts, locale),
  billing_period: running.billing_period,
  user_tier,
  plan_tier: plan.tier,
  status: running.status,
  current_period_end: (ends_at ?? running.current_period_end).toISOString(),
  auto_renew: ends_at === null,
})

/** Until when what is not paid for stays open; null once it is closed. */
async function findGraceEnd(user_id: number): Promise<string | null> {
  const access = await db.access.findUnique({
    where: { user_id_source: { user_id, source: 'subscription' } },
    select: { expires_at: true },
  })
  return access?.expires_at && access.expires_at > new Date() ? access.expires_at.toISOString() : null
}

const granted = (tier: number, expires_at: Date | null) => ({
  plan_id: null,
  plan_name: null,
  billing_period: null,
  user_tier: tier,
  plan_tier: tier,
  status: 'granted',
  current_period_end: expires_at?.toISOString() ?? null,
  auto_renew: false,
})

/** `tier` is what the person has right now, from wherever it comes. */
export async function readStatus(
  { id, tier }: { id: number; tier: number },
  locale: Locale,
): Promise<SubscriptionStatus> {
  const running = await findRunning(id)
  const credit = await readCredit(id)
  if (running) {
    const subscription = bought(running, tier, locale)
    if (running.status !== 'past_due') return { is_subscribed: true, ...credit, subscription }
    const current_period_end = await findGraceEnd(id)
    return { is_subscribed: true, ...credit, subscription: { ...subscription, current_period_end } }
  }
  if (tier === 0) return { is_subscribed: false, ...credit, subscription: null }
  const access = await db.access.findFirst({ where: { user_id: id }, orderBy: { tier: 'desc' } })
  return { is_subscribed: true, ...credit, subscription: granted(tier, access?.expires_at ?? null) }
}
