import type { Stripe } from '#server/subscription/stripe.ts'
import { db } from '#server/database/db.ts'
import { paths } from '#shared/paths.ts'
import { ask } from './life.ts'
import type { Check, Life } from './life.ts'
import { differ } from './differ.ts'
import { disputeOf, isLive, paymentOf, refundDueOf, refundedOf, subscriptionOf } from './truth.ts'
import type { Truth } from './truth.ts'

const daySeconds = 86_400
const recentSeconds = 14 * daySeconds
const finalSeconds = 200 * daySeconds

const listMails = async ({ product }: Life, name: string) => {
  const { rows } = await product.sql.query('SELECT data FROM pgboss.job WHERE name = $1', [name])
  return rows.map(({ data }) => data as { kind: string; payment_id?: string })
}

export const checkCard: Check = async (life, truth) => {
  const { person, product } = life
  const [live] = truth.subscriptions.filter(isLive)
  if (!person || !live || typeof live.customer !== 'string') return []
  const expand = ['invoice_settings.default_payment_method']
  const customer = await product.stripe.customers.retrieve(live.customer, { expand })
  const usual = customer.deleted ? null : (customer.invoice_settings.default_payment_method as Stripe.PaymentMethod)
  const { body } = await ask(life, { method: 'GET', url: paths.api.subscriptionStatus })
  return [
    ...differ('Card of the profile', body.card?.last4 ?? null, (usual?.card ?? usual?.sepa_debit)?.last4 ?? null),
    ...differ(`Own card of ${live.id}`, live.pending_update ? null : live.default_payment_method, null),
  ]
}

export const checkFailedRefunds: Check = async (life, truth) => {
  const rows = await db.payment.findMany({ select: { id: true, amount_refund_due: true } })
  const stored = new Map(rows.map(({ id, amount_refund_due }) => [id, amount_refund_due]))
  const due = truth.invoices.map((invoice) => ({
    id: invoice.id,
    amount: refundDueOf(truth, invoice),
  }))
  const owed = due.filter(({ amount }) => amount > 0)
  const toOperator = (await listMails(life, 'operator_mail')).filter(({ kind }) => kind === 'refund_failed')
  const toPerson = (await listMails(life, 'subscription_mail')).filter(({ kind }) => kind.startsWith('refund_failed'))
  return [
    ...due.flatMap(({ id, amount }) => differ(`Due of ${id}`, stored.get(id), amount)),
    ...owed.flatMap(({ id }) =>
      toOperator.some(({ payment_id }) => payment_id === id) ? [] : [`No operator knows that a refund of ${id} failed`],
    ),
    ...(life.person && toPerson.length < owed.length
      ? [`${toPerson.length} mails for ${owed.length} payments whose refund failed`]
      : []),
  ]
}

const kindOf: Record<string, string> = {
  needs_response: 'dispute',
  warning_needs_response: 'inquiry',
  prevented: 'prevented',
}

export const checkDisputeMails: Check = async (life, truth) => {
  const mails = await listMails(life, 'operator_mail')
  const about = mails.filter(({ kind }) => Object.values(kindOf).includes(kind)).map((mail) => JSON.stringify(mail))
  const missing = truth.invoices.flatMap((invoice) => {
    const kind = kindOf[disputeOf(truth, paymentOf(truth, invoice).charge)?.status ?? '']
    const isMailed = mails.some((mail) => mail.kind === kind && mail.payment_id === invoice.id)
    return kind && !isMailed ? [`No mail of the ${kind} about ${invoice.id}`] : []
  })
  return [...missing, ...about.filter((mail, at) => about.indexOf(mail) !== at).map((mail) => `Mailed twice: ${mail}`)]
}

export const checkFraudWarnings: Check = async (life) => {
  const payments = await db.payment.findMany({ orderBy: { id: 'asc' } })
  const idsOf = (chosen: typeof payments) => chosen.map(({ id }) => id)
  const isMarked = idsOf(payments.filter(({ fraud_warning }) => fraud_warning !== null))
  const isWarned = idsOf(payments.filter(({ payment_intent_id }) => life.warned.has(payment_intent_id ?? '')))
  const mails = (await listMails(life, 'operator_mail')).filter(({ kind }) => kind === 'fraud_warning')
  return [
    ...differ('Marked for fraud', isMarked, isWarned),
    ...differ(
      'Mails of fraud',
      mails.map(({ payment_id = '' }) => payment_id).toSorted((a, b) => (a < b ? -1 : 1)),
      isWarned,
    ),
  ]
}

function isRefundable(truth: Truth, charge: Stripe.Charge | null): boolean {
  const status = disputeOf(truth, charge)?.status
  return status === undefined || status.startsWith('warning_')
}

export const checkCreditOffer: Check = async (life, truth) => {
  if (!life.person || truth.subscriptions.some(isLive)) return []
  const { body } = await ask(life, { method: 'GET', url: paths.api.subscriptionStatus })
  if (!body.credit) return []
  const refused = await db.payment.findMany({ where: { refund_refusal: { not: null } }, select: { id: true } })
  const left = truth.invoices.map((invoice) => {
    const { intent, charge } = paymentOf(truth, invoice)
    const isOpen = invoice.status === 'paid' && charge && isRefundable(truth, charge)
    const isOffered = isOpen && !refused.some(({ id }) => id === invoice.id)
    return isOffered ? invoice.amount_paid - refundedOf(truth, intent) - refundDueOf(truth, invoice) : 0
  })
  const sum = left.reduce((total, amount) => total + amount, 0)
  const credit = Math.round(body.credit.amount * 100)
  return differ('Credit offered back', Math.round(body.credit.refundable * 100), Math.min(credit, sum))
}

export const checkLatePayments: Check = async (_life, truth) => {
  const now = Date.now() / 1_000
  const marked = await db.payment.findMany({ where: { refund_refusal: { not: null } }, select: { id: true } })
  return truth.invoices.flatMap((invoice) => {
    const { paid_at } = invoice.status_transitions
    const ended_at = truth.subscriptions.find(({ id }) => id === subscriptionOf(invoice))?.ended_at ?? null
    const isLate = paid_at !== null && ended_at !== null && invoice.created <= ended_at && ended_at < paid_at
    if (!isLate || invoice.amount_paid === 0) return []
    const { intent, charge } = paymentOf(truth, invoice)
    const isTried = truth.refunds.some((one) => one.payment_intent === intent?.id)
    const isWon = disputeOf(truth, charge)?.status === 'won' && now - paid_at < finalSeconds
    const isFree = isRefundable(truth, charge) && now - paid_at < recentSeconds
    const isMarked = marked.some(({ id }) => id === invoice.id)
    return (isWon || isFree) && !isTried && !isMarked ? [`${invoice.id} came too late and was kept`] : []
  })
}
