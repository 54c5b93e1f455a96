import { stripeIdOf } from '#server/subscription/stripe.ts'
import type { Stripe } from '#server/subscription/stripe.ts'

const all = { limit: 1_000 }

export async function readTruth(stripe: Stripe) {
  const [subscriptions, invoices, payments, intents, charges, refunds, disputes] = await Promise.all([
    stripe.subscriptions.list({ status: 'all', limit: 100 }).autoPagingToArray(all),
    stripe.invoices.list({ limit: 100 }).autoPagingToArray(all),
    stripe.invoicePayments.list({ limit: 100 }).autoPagingToArray(all),
    stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray(all),
    stripe.charges.list({ limit: 100 }).autoPagingToArray(all),
    stripe.refunds.list({ limit: 100 }).autoPagingToArray(all),
    stripe.disputes.list({ limit: 100 }).autoPagingToArray(all),
  ])
  return { subscriptions, invoices, payments, intents, charges, refunds, disputes }
}
export type Truth = Awaited<ReturnType<typeof readTruth>>

export const subscriptionOf = (invoice: Stripe.Invoice) =>
  stripeIdOf(invoice.parent?.subscription_details?.subscription)

export function paymentOf({ payments, intents, charges }: Truth, invoice: Stripe.Invoice) {
  const attempts = payments.filter((one) => stripeIdOf(one.invoice) === invoice.id)
  const payment = attempts.find(({ status }) => status === 'paid') ?? attempts.find(({ is_default }) => is_default)
  const intent = intents.find(({ id }) => id === stripeIdOf(payment?.payment.payment_intent)) ?? null
  return { intent, charge: charges.find(({ id }) => id === stripeIdOf(intent?.latest_charge)) ?? null }
}

const sum = (refunds: Stripe.Refund[]) => refunds.reduce((total, { amount }) => total + amount, 0)

export const refundsOf = ({ refunds }: Truth, intent: { id: string } | null) =>
  refunds.filter((one) => stripeIdOf(one.payment_intent) === intent?.id)

export const refundedOf = (truth: Truth, intent: { id: string } | null) =>
  sum(refundsOf(truth, intent).filter(({ status }) => status === 'succeeded'))

const ineffective = new Set(['failed', 'canceled'])

export const returningOf = (truth: Truth, intent: { id: string } | null) =>
  sum(refundsOf(truth, intent).filter(({ status }) => !ineffective.has(status ?? '')))

export function refundDueOf(truth: Truth, invoice: Stripe.Invoice): number {
  const { intent, charge } = paymentOf(truth, invoice)
  const dispute = disputeOf(truth, charge)
  const lostAmount = ['lost', 'prevented'].includes(dispute?.status ?? '') ? (dispute?.amount ?? 0) : 0
  const owed: number[] = []
  for (const { status, amount } of refundsOf(truth, intent).toReversed()) {
    if (status !== 'canceled' && owed.includes(amount)) owed.splice(owed.indexOf(amount), 1)
    if (status === 'failed') owed.push(amount)
  }
  const due = owed.reduce((total, amount) => total + amount, 0)
  return Math.max(0, Math.min(due, invoice.amount_paid - lostAmount - returningOf(truth, intent)))
}

export const disputeOf = ({ disputes }: Truth, charge: { id: string } | null) =>
  disputes.find((one) => stripeIdOf(one.charge) === charge?.id) ?? null

export const isLive = ({ status }: Stripe.Subscription) => ['active', 'trialing', 'past_due'].includes(status)
