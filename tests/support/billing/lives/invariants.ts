import type { Stripe } from '#server/subscription/stripe.ts'
import { db } from '#server/database/db.ts'
import { paths } from '#shared/paths.ts'
import { ask } from './life.ts'
import { differ } from './differ.ts'
import type { Check, Life } from './life.ts'
import { checkMails } from './mail-invariants.ts'
import {
  checkCard,
  checkCreditOffer,
  checkDisputeMails,
  checkFailedRefunds,
  checkFraudWarnings,
  checkLatePayments,
} from './money-invariants.ts'
import { checkNextPrice } from './price-invariants.ts'
import {
  disputeOf,
  isLive,
  paymentOf,
  readTruth,
  refundDueOf,
  refundedOf,
  returningOf,
  subscriptionOf,
} from './truth.ts'
import type { Truth } from './truth.ts'

const daySeconds = 86_400
const graceSeconds = 7 * daySeconds
const dateOf = (seconds: number) => new Date(seconds * 1_000)

function openStatus(invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | null): string {
  if (intent?.status === 'processing') return 'processing'
  if (intent?.status === 'requires_payment_method' && invoice.attempted) return 'failed'
  return 'pending'
}

/** Expected payment status by Stripe's objects (table in docs/operations.md). */
function statusOf(invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | null, refunded: number): string {
  switch (invoice.status) {
    case 'paid':
      if (refunded === 0) return 'paid'
      return refunded < invoice.amount_paid ? 'partially-refunded' : 'refunded'
    case 'open':
      return openStatus(invoice, intent)
    case 'uncollectible':
      return 'failed'
    case 'void':
      return 'canceled'
    default:
      return 'pending'
  }
}

function paymentIn(truth: Truth, invoice: Stripe.Invoice) {
  const { intent, charge } = paymentOf(truth, invoice)
  const refunded = refundedOf(truth, intent)
  return {
    id: invoice.id,
    status: statusOf(invoice, intent, refunded),
    amount: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    amount_refunded: refunded,
    dispute_status: disputeOf(truth, charge)?.status ?? null,
  }
}

function isMoneyGone(truth: Truth, invoice: Stripe.Invoice): boolean {
  const { intent, charge } = paymentOf(truth, invoice)
  const dispute = disputeOf(truth, charge)?.status ?? ''
  return refundedOf(truth, intent) >= invoice.amount_paid || ['lost', 'prevented'].includes(dispute)
}

const paidFor = ({ invoices }: Truth, { id }: { id: string }) =>
  invoices.filter((invoice) => subscriptionOf(invoice) === id && invoice.status === 'paid')

type Access = { tier: number; expires_at: Date }
type Tiers = Map<string, number>

/** A past-due subscription may have started further periods, which are unpaid. */
function paidUntil(item: Stripe.SubscriptionItem, { created, amount_paid }: Stripe.Invoice): number {
  if (created > item.current_period_start - daySeconds) return item.current_period_end
  if (amount_paid === 0) return item.current_period_start
  const days = item.price.recurring?.interval === 'month' ? 32 : 367
  return Math.min(item.current_period_start, created + days * daySeconds)
}

function runningAccess(truth: Truth, tiers: Tiers): Access | null {
  const [subscription] = truth.subscriptions.filter(isLive)
  const [latest] = subscription ? paidFor(truth, subscription) : []
  const item = subscription?.items.data[0]
  if (!subscription || !latest || !item) return null
  const expires_at = dateOf(Math.min(paidUntil(item, latest) + graceSeconds, subscription.cancel_at ?? Infinity))
  return { tier: tiers.get(item.price.id) ?? 0, expires_at }
}

/** A refund ended the subscription and failed later: access continues until the period ends. */
function accessAfterFailedRefund(truth: Truth, tiers: Tiers, subscription: Stripe.Subscription): Access | null {
  const paid = paidFor(truth, subscription)
  const latest = paid.find(({ amount_paid }) => amount_paid > 0)
  const item = subscription.items.data[0]
  if (!latest || !paid[0] || !item || isLive(subscription) || isMoneyGone(truth, latest)) return null
  const end = paidUntil(item, paid[0])
  const isShortened = subscription.ended_at !== null && subscription.ended_at < end
  return isShortened && refundDueOf(truth, latest) > 0
    ? { tier: tiers.get(item.price.id) ?? 0, expires_at: dateOf(end) }
    : null
}

function accessIn(truth: Truth, tiers: Tiers): Access | null {
  const restored = truth.subscriptions.map((one) => accessAfterFailedRefund(truth, tiers, one))
  const found = [runningAccess(truth, tiers), ...restored].filter((one) => one !== null)
  return found.toSorted((a, b) => b.tier - a.tier || b.expires_at.getTime() - a.expires_at.getTime())[0] ?? null
}

const checkPayments: Check = async (_life, truth) => {
  const rows = await db.payment.findMany({
    select: { id: true, status: true, amount: true, amount_refunded: true, dispute_status: true },
  })
  const expected = new Map(truth.invoices.map((invoice) => [invoice.id, paymentIn(truth, invoice)]))
  const ids = new Set([...rows.map(({ id }) => id), ...expected.keys()])
  const found = new Map(rows.map((row) => [row.id, row]))
  return [...ids].flatMap((id) => differ('Payment', found.get(id), expected.get(id)))
}

const checkLedger: Check = async (_life, truth) => {
  const customers = await db.customer.findMany({ select: { id: true } })
  const entries = await db.ledgerEntry.findMany({ where: { customer_id: { in: customers.map(({ id }) => id) } } })
  return truth.invoices.flatMap((invoice) => {
    const ofInvoice = entries.filter(({ payment_id }) => payment_id === invoice.id)
    const paid = ofInvoice.filter(({ kind }) => kind === 'payment_paid').map(({ amount }) => amount)
    const refunds = ofInvoice.filter(({ kind }) => kind === 'payment_refunded')
    const refunded = refunds.reduce((total, { amount }) => total + (amount ?? 0), 0)
    return [
      ...differ(`Ledger of ${invoice.id}, paid`, paid, invoice.status === 'paid' ? [invoice.amount_paid] : []),
      ...differ(`Ledger of ${invoice.id}, refunded`, refunded, paymentIn(truth, invoice).amount_refunded),
    ]
  })
}

const checkSubscriptions: Check = async ({ person }, truth) => {
  const live = truth.subscriptions.filter(isLive)
  return [
    ...(live.length > (person ? 1 : 0) ? [`${live.length} subscriptions live`] : []),
    ...live.flatMap((one) => {
      const charged = paidFor(truth, one).find(({ amount_paid }) => amount_paid > 0)
      return charged && isMoneyGone(truth, charged) ? [`${one.id} runs on money that went back`] : []
    }),
  ]
}

const findAccess = ({ id }: { id: number }) =>
  db.access.findFirst({ where: { user_id: id, source: 'subscription' }, select: { tier: true, expires_at: true } })

const checkAccess: Check = async ({ person }, truth) => {
  const prices = await db.stripePrice.findMany({ select: { id: true, plan: { select: { tier: true } } } })
  const expected = person && accessIn(truth, new Map(prices.map(({ id, plan }) => [id, plan.tier])))
  return differ('Access', person && (await findAccess(person)), expected)
}

const checkPaidAccess: Check = async ({ person, isEndedByOperator }, truth) => {
  if (!person || isEndedByOperator || (await findAccess(person))) return []
  const now = Date.now() / 1_000
  return truth.subscriptions.flatMap((one) => {
    const charged = paidFor(truth, one).find(({ amount_paid }) => amount_paid > 0)
    const runs = charged?.lines.data.some(({ period, amount }) => amount > 0 && period.end > now)
    const isAtEnd = (one.cancel_at ?? Infinity) <= now
    const { intent, charge } = charged ? paymentOf(truth, charged) : { intent: null, charge: null }
    const isReturning = charged && returningOf(truth, intent) >= charged.amount_paid
    return charged && runs && !isAtEnd && !isReturning && disputeOf(truth, charge) === null
      ? [`${charged.id} was paid for no access`]
      : []
  })
}

const checkEndedEarly: Check = async ({ person, isEndedByOperator }, truth) => {
  if (!person || isEndedByOperator) return []
  const refused = await db.payment.findMany({ where: { refund_refusal: { not: null } }, select: { id: true } })
  return truth.subscriptions.flatMap((one) => {
    const [item] = one.items.data
    const charged = paidFor(truth, one).find(({ amount_paid }) => amount_paid > 0)
    if (!charged || !item || one.ended_at === null || one.ended_at >= item.current_period_end) return []
    const isForThisPeriod = charged.created > item.current_period_start - daySeconds
    const isRefused = refused.some(({ id }) => id === charged.id)
    const { intent, charge } = paymentOf(truth, charged)
    const isBack = returningOf(truth, intent) >= charged.amount_paid || refundDueOf(truth, charged) > 0
    const isTried = isBack || disputeOf(truth, charge) !== null
    return isForThisPeriod && !isRefused && !isTried ? [`${charged.id} was kept for ${one.id}, which ended early`] : []
  })
}

const checkCredit: Check = async (life) => {
  const { person, product } = life
  if (!person) return []
  const row = await db.customer.findUnique({ where: { user_id: person.id }, select: { id: true } })
  const customer = row && (await product.stripe.customers.retrieve(row.id).catch(() => null))
  const credit = customer && !customer.deleted ? Math.max(0, -customer.balance) : 0
  const { body } = await ask(life, { method: 'GET', url: paths.api.subscriptionStatus })
  return differ('Credit', Math.round((body.credit?.amount ?? 0) * 100), credit)
}

const checks = [
  checkPayments,
  checkLedger,
  checkSubscriptions,
  checkAccess,
  checkPaidAccess,
  checkEndedEarly,
  checkCredit,
  checkCreditOffer,
  checkMails,
  checkNextPrice,
  checkCard,
  checkFailedRefunds,
  checkDisputeMails,
  checkFraudWarnings,
  checkLatePayments,
]

export async function findViolations(life: Life): Promise<string[]> {
  const truth = await readTruth(life.product.stripe)
  const found: string[] = []
  for (const check of checks) found.push(...(await check(life, truth)))
  return found
}

/** Row versions (xmin): any write changes them. */
export async function readVersions({ product: { sql } }: Life): Promise<string> {
  const tables = ['customer', 'subscription', 'payment', 'access', 'checkout', 'refund_order', 'price_notice']
  const versions: unknown[] = []
  for (const table of tables) {
    const all = `SELECT coalesce(string_agg(xmin::text || ctid::text, ' ' ORDER BY ctid), '') AS rows FROM ${table}`
    versions.push((await sql.query(all)).rows)
  }
  const { rows } = await sql.query(
    `SELECT (SELECT max(id) FROM ledger_entry) AS entry, (SELECT count(*) FROM pgboss.job) AS jobs`,
  )
  return JSON.stringify([versions, rows])
}
