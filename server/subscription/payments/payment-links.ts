import type { PaymentLinkKind } from '#shared/subscription/schema.ts'
import { db } from '../../database/db.ts'
import type { Prisma } from '../../database/db.ts'
import { HttpProblem, notFound } from '../../problem.ts'
import { expandedObject } from '../stripe.ts'
import type { Stripe, SyncContext } from '../stripe.ts'
import { syncCustomer } from '../sync-customer.ts'

type PaymentWithLinks = { status: string; amount: number; payment_intent_id: string | null; is_payable: boolean }

const chargedStatuses = new Set(['paid', 'refunded', 'partially-refunded'])
const invoicedStatuses = new Set([...chargedStatuses, 'processing', 'failed'])

/** Returns the links of a payment. A draft has no link; a payment by credit has no receipt. */
export function paymentLinksOf({ status, amount, payment_intent_id, is_payable }: PaymentWithLinks): PaymentLinkKind[] {
  const hasReceipt = chargedStatuses.has(status) && amount > 0 && payment_intent_id !== null
  const hasInvoice = invoicedStatuses.has(status) || is_payable
  return [
    ...(is_payable ? (['pay'] as const) : []),
    ...(hasReceipt ? (['receipt'] as const) : []),
    ...(hasInvoice ? (['invoice'] as const) : []),
  ]
}

async function readReceipt(stripe: Stripe, payment_intent_id: string | null): Promise<string | null> {
  if (payment_intent_id === null) return null
  const intent = await stripe.paymentIntents.retrieve(payment_intent_id, { expand: ['latest_charge'] })
  return expandedObject(intent.latest_charge)?.receipt_url ?? null
}

async function readUrl(
  { stripe }: SyncContext,
  id: string,
  { link, intent }: { link: PaymentLinkKind; intent: string | null },
) {
  if (link === 'receipt') return readReceipt(stripe, intent)
  const { status, hosted_invoice_url, invoice_pdf } = await stripe.invoices.retrieve(id)
  if (link === 'invoice') return invoice_pdf ?? null
  return (status === 'open' && hosted_invoice_url) || null
}

/** Returns the current URL of a link at Stripe. Throws 404; 409 if the invoice can no longer be paid. */
export async function resolvePaymentLink(
  sync: SyncContext,
  where: Prisma.PaymentWhereInput,
  link: PaymentLinkKind,
): Promise<string> {
  const row = await db.payment.findFirst({ where })
  if (!row) throw notFound()
  if (link === 'pay' && row.status === 'processing')
    throw new HttpProblem(409, 'subscription.problem.processing', { code: 'processing' })
  if (!paymentLinksOf(row).includes(link)) throw notFound()
  const url = await readUrl(sync, row.id, { link, intent: row.payment_intent_id })
  if (url !== null) return url
  if (link !== 'pay') throw notFound()
  await syncCustomer(sync, row.customer_id)
  throw new HttpProblem(409, 'subscription.problem.not_owed', { code: 'not_owed' })
}
