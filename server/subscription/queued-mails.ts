import type { BillingPeriod, TaxBehavior } from '#shared/subscription/schema.ts'
import type { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { accessOf, isRunning, hasRefundDue } from './access.ts'
import type { CustomerState, SubscriptionRow } from './customers/customer-state.ts'
import { findUnfinalized, invoiceProblemOf } from './payments/invoice-problems.ts'
import type { LedgerKind, NewLedgerRow } from './payments/ledger.ts'
import type { messages } from './messages.en.ts'

export type MailKind = keyof typeof messages.subscription.mails
/** Data of a mail job, as of the time when the mail is queued. */
export type SubscriptionMail = {
  kind: MailKind
  user_id: number
  plan_id: number
  billing_period: BillingPeriod
  /** Amount paid, owed or refunded, or the former price, in the smallest unit of `currency`. */
  amount: number
  currency: string
  price: number
  tax_behavior?: TaxBehavior
  date: string
  credit?: number
  /** The subscription and payment are read before the mail is sent. If the mail is no longer correct, it is dropped. */
  subscription_id?: string
  payment_id?: string | undefined
  card?: string
}

const kinds: Partial<Record<LedgerKind, MailKind>> = {
  subscription_started: 'started',
  subscription_switched: 'switched',
  subscription_past_due: 'payment_failed',
  subscription_ended: 'ended',
  auto_renew_off: 'auto_renew_off',
  subscription_recovered: 'recovered',
  payment_refunded: 'refunded',
  refund_failed: 'refund_failed',
}

/** True if a ledger entry is mailed. A second subscription's start and end are not. */
function isMailed(kind: MailKind, { amount, payment_id }: NewLedgerRow, row: SubscriptionRow, state: CustomerState) {
  const { subscriptions, payments } = state
  const others = subscriptions.filter((one) => one.id !== row.id && isRunning(one))
  if (kind === 'started') return others.every(({ created_at }) => created_at >= row.created_at)
  if (kind === 'ended') return others.length === 0
  if (kind === 'recovered') return payments.some(({ id, paid_at }) => id === row.latest_invoice_id && paid_at !== null)
  if (kind === 'refund_failed') return payments.some((payment) => payment.id === payment_id && hasRefundDue(payment))
  return kind !== 'refunded' || (amount ?? 0) > 0
}

type Price = { amount: number; currency: string; tax_behavior: TaxBehavior }
type Facts = { user_id: number; after: CustomerState; priceById: Map<string, Price> }

export const mailsForEntries = (entries: NewLedgerRow[], { user_id, after, priceById }: Facts): SubscriptionMail[] =>
  entries.flatMap((entry) => {
    const kind = kinds[entry.kind]
    const row = after.subscriptions.find(({ id }) => id === entry.subscription_id)
    const price = row && priceById.get(row.next_price_id ?? row.price_id)
    if (!kind || !price || !isMailed(kind, entry, row, after)) return []
    const invoice = after.payments.find(({ id }) => id === row.latest_invoice_id)
    const access = accessOf([{ ...row, tier: 0 }], after.payments)
    const end = row.ends_at ?? row.current_period_end
    const isRefund = kind === 'refunded' || kind === 'refund_failed'
    const isFailed = kind === 'payment_failed'
    const isOpenAgain = kind === 'refund_failed' && !isRunning(row) && access !== null && access.expires_at > new Date()
    // Omits the mail if access has ended, since a reminder is mailed then.
    if (isFailed && access && access.expires_at <= new Date()) return []
    const isChallenged = isFailed && invoice?.status === 'pending'
    const isOffOwed = kind === 'auto_renew_off' && row.status === 'past_due'
    const specialKind = (isOpenAgain && 'refund_failed_open') || (isChallenged && 'confirm_payment')
    return [
      {
        kind: specialKind || (isOffOwed && 'auto_renew_off_owed') || kind,
        user_id,
        plan_id: row.plan_id,
        billing_period: row.billing_period,
        amount: (isRefund ? entry.amount : invoice?.amount) ?? price.amount,
        currency: (isRefund ? entry.currency : invoice?.currency) ?? price.currency,
        price: price.amount,
        tax_behavior: price.tax_behavior,
        date: (((isFailed || isOpenAgain) && access?.expires_at) || end).toISOString(),
        ...((kind === 'ended' || kind === 'auto_renew_off') && { credit: after.credit }),
        ...(isFailed && { subscription_id: row.id, payment_id: invoice?.id }),
      },
    ]
  })

/** Returns a mail if an invoice newly cannot be finalized, or has no tax. */
export const invoiceMailsForChange = (
  before: CustomerState,
  { user_id, after, priceById }: Facts,
): SubscriptionMail[] =>
  after.subscriptions.filter(isRunning).flatMap((row) => {
    const former = before.subscriptions.find(({ id }) => id === row.id)
    const kind = invoiceProblemOf(row, after.payments)
    const price = priceById.get(row.price_id)
    if (kind === null || !price || (former && invoiceProblemOf(former, before.payments) === kind)) return []
    const draft = findUnfinalized(row, after.payments)
    const closes_at = accessOf([{ ...row, tier: 0 }], after.payments)?.expires_at
    return [
      {
        kind,
        user_id,
        plan_id: row.plan_id,
        billing_period: row.billing_period,
        amount: draft?.amount ?? price.amount,
        currency: draft?.currency ?? price.currency,
        price: price.amount,
        date: (closes_at ?? row.current_period_end).toISOString(),
        subscription_id: row.id,
        payment_id: draft?.id,
      },
    ]
  })

export async function queueSubscriptionMails(
  jobs: Jobs,
  transaction: Prisma.TransactionClient,
  mails: SubscriptionMail[],
): Promise<void> {
  for (const mail of mails) await jobs.enqueue(transaction, 'subscription_mail', mail)
}
