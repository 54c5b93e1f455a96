import type { Stripe } from '#server/subscription/stripe.ts'
import { db } from '#server/db.ts'
import { paths } from '#shared/paths.ts'
import { ask } from './life.ts'
import { differ } from './differ.ts'
import type { Check, Life } from './life.ts'
import {
  checkCard,
  checkCreditOffer,
  checkDisputeMails,
  checkFailedRefunds,
  checkFraudWarnings,
  checkLatePayments,
} from './money-invariants.ts'
import { disputeOf, isLive, paymentOf, readTruth, refundDueOf, refundedOf, subscriptionOf } from './truth.ts'
import type { Truth } from './truth.ts'

const daySeconds = 86_400
const graceSeconds = 7 * daySeconds
const dateOf = (seconds: number) => new Date(seconds * 1_000)

function openStatus(invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | null): string {
  if (intent?.status === 'processing') return 'processing'
  if (intent?.status === 'requires_payment_method' && invoice.attempted) return 'failed'
  return 'pending'
}

/** Our word for what Stripe holds, by the table of payment states in docs/operations.md. */
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

/** Whether the bank or we have taken the money back. */
function isMoneyGone(truth: Truth, invoice: Stripe.Invoice): boolean {
  const { intent, charge } = paymentOf(truth, invoice)
  const dispute = disputeOf(truth, charge)?.status ?? ''
  return refundedOf(truth, intent) >= invoice.amount_paid || ['lost', 'prevented'].includes(dispute)
}

const paidFor = ({ invoices }: Truth, { id }: { id: string }) =>
  invoices.filter((invoice) => subscriptionOf(invoice) === id && invoice.status === 'paid')

type Access = { tier: number; expires_at: Date }
type Tiers = Map<string, number>

const paidUntil = (item: Stripe.SubscriptionItem, { created }: Stripe.Invoice) =>
  created > item.current_period_start - daySeconds ? item.current_period_end : item.current_period_start

/** What a subscription gives while it runs. */
function runningAccess(truth: Truth, tiers: Tiers): Access | null {
  const [subscription] = truth.subscriptions.filter(isLive)
  const [latest] = subscription ? paidFor(truth, subscription) : []
  const item = subscription?.items.data[0]
  if (!subscription || !latest || !item) return null
  const expires_at = dateOf(Math.min(paidUntil(item, latest) + graceSeconds, subscription.cancel_at ?? Infinity))
  return { tier: tiers.get(item.price.id) ?? 0, expires_at }
}

/** Access follows the money: what ended for a refund that failed later is open until the end of its period. */
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

/** Who has paid for a time that still runs, and has the money with us, has access, unless the operator took it. */
const checkKeptMoney: Check = async ({ person, isEndedByOperator }, truth) => {
  if (!person || isEndedByOperator || (await findAccess(person))) return []
  const now = Date.now() / 1_000
  return truth.subscriptions.flatMap((one) => {
    const charged = paidFor(truth, one).find(({ amount_paid }) => amount_paid > 0)
    const runs = charged?.lines.data.some(({ period, amount }) => amount > 0 && period.end > now)
    const isAtEnd = (one.cancel_at ?? Infinity) <= now
    const isDisputed = charged && disputeOf(truth, paymentOf(truth, charged).charge) !== null
    return charged && runs && !isAtEnd && !isDisputed && !isMoneyGone(truth, charged)
      ? [`${charged.id} was paid for no access`]
      : []
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

/** The change in the ledger that causes a mail. A payment given back again may be refused again, and is told again. */
const causeOf: Record<string, string> = {
  started: 'subscription_started',
  switched: 'subscription_switched',
  payment_failed: 'subscription_past_due',
  ended: 'subscription_ended',
  auto_renew_off: 'auto_renew_off',
  refunded: 'payment_refunded',
  refund_failed: 'refund_failed',
  refund_failed_open: 'refund_failed',
}

const checkMails: Check = async ({ product }) => {
  const { rows } = await product.sql.query(`SELECT data FROM pgboss.job WHERE name = 'subscription_mail'`)
  const mails = rows.map(({ data }) => data as { kind: string })
  const customers = await db.customer.findMany({ select: { id: true } })
  const entries = await db.ledgerEntry.findMany({ where: { customer_id: { in: customers.map(({ id }) => id) } } })
  const tooMany = [...new Set(Object.values(causeOf))].flatMap((cause) => {
    const sent = mails.filter(({ kind }) => causeOf[kind] === cause).length
    const caused = entries.filter(({ kind }) => kind === cause).length
    return sent > caused ? [`${sent} mails for ${caused} ${cause}`] : []
  })
  const others = mails.filter(({ kind }) => !causeOf[kind]).map((mail) => JSON.stringify(mail))
  const again = others.filter((mail, place) => others.indexOf(mail) !== place)
  return [...tooMany, ...again.map((mail) => `A mail twice: ${mail}`)]
}

const checks = [
  checkPayments,
  checkLedger,
  checkSubscriptions,
  checkAccess,
  checkKeptMoney,
  checkCredit,
  checkCreditOffer,
  checkMails,
  checkCard,
  checkFailedRefunds,
  checkDisputeMails,
  checkFraudWarnings,
  checkLatePayments,
]

/** What does not hold at the end of a life, by Stripe's own objects. */
export async function findViolations(life: Life): Promise<string[]> {
  const truth = await readTruth(life.product.stripe)
  const found = await Promise.all(checks.map((check) => check(life, truth)))
  return found.flat()
}

/** Each version of each row: any write changes this. */
export async function readVersions({ product: { sql } }: Life): Promise<string> {
  const tables = ['customer', 'subscription', 'payment', 'access', 'checkout', 'refund_order', 'price_notice']
  const versions = await Promise.all(
    tables.map((table) =>
      sql.query(`SELECT coalesce(string_agg(xmin::text || ctid::text, ' ' ORDER BY ctid), '') AS rows FROM ${table}`),
    ),
  )
  const { rows } = await sql.query(
    `SELECT (SELECT max(id) FROM ledger_entry) AS entry, (SELECT count(*) FROM pgboss.job) AS jobs`,
  )
  return JSON.stringify([versions.map((one) => one.rows), rows])
}
