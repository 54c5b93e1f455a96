import { db } from '../../database/db.ts'
import { findDispute } from '../refunds/dispute-state.ts'
import { readRefunds } from '../refunds/stripe-refunds.ts'
import { expandedObject, isMissingAtStripe, nullIfMissing } from '../stripe.ts'
import type { Stripe } from '../stripe.ts'

type StoredPayment = {
  id: string
  status: string
  created_at: Date
  payment_intent_id: string | null
  amount_refunded: number
  amount_failed_refunds: number
  dispute_status: string | null
}

type ListedInvoice = {
  invoice: Stripe.Invoice
  payments: Stripe.InvoicePayment[]
  intent: Stripe.PaymentIntent | null
  charge: Stripe.Charge | null
}
export type InvoiceAtStripe = ListedInvoice & { refunds: Stripe.Refund[]; dispute: Stripe.Dispute | null }
/** Current state of a customer at Stripe. `invoices` omits invoices that can no longer change. */
export type CustomerAtStripe = {
  customer: Stripe.Customer | null
  subscriptions: Stripe.Subscription[]
  invoices: InvoiceAtStripe[]
  missing: string[]
}

/** Age in ms after which a payment is final. Stripe refunds for 180 days; a dispute may last as long. */
export const finalAfterMs = 200 * 86_400_000
const finalStatuses = new Set(['paid', 'canceled', 'refunded', 'partially-refunded'])
const isFinalByAge = ({ status, created_at }: StoredPayment) =>
  finalStatuses.has(status) && Date.now() - created_at.getTime() > finalAfterMs

async function listInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<ListedInvoice> {
  const { data } = await stripe.invoicePayments.list({
    invoice: invoice.id,
    limit: 100,
    expand: ['data.payment.payment_intent.latest_charge'],
  })
  const payment = data.find(({ status }) => status === 'paid') ?? data.find(({ is_default }) => is_default) ?? data[0]
  const intent = expandedObject(payment?.payment.payment_intent)
  return { invoice, payments: data, intent, charge: expandedObject(intent?.latest_charge) }
}

async function findIntentsWithReturns(intents: string[]): Promise<Set<string | null>> {
  const events = await db.stripeEvent.findMany({
    where: {
      payment_intent: { in: intents },
      OR: [{ type: { startsWith: 'refund.' } }, { type: { startsWith: 'charge.dispute.' } }],
    },
    select: { payment_intent: true },
    distinct: ['payment_intent'],
  })
  return new Set(events.map(({ payment_intent }) => payment_intent))
}

/** Returns ids of payments that can no longer change: old, and without a late refund or dispute. */
async function findFinal(stored: StoredPayment[]): Promise<Set<string>> {
  const over = stored.filter(isFinalByAge)
  const reported = await findIntentsWithReturns(over.flatMap(({ payment_intent_id }) => payment_intent_id ?? []))
  return new Set(over.filter((payment) => !reported.has(payment.payment_intent_id)).map(({ id }) => id))
}

async function readRefundsAndDisputes(
  stripe: Stripe,
  listed: ListedInvoice[],
  stored: StoredPayment[],
): Promise<InvoiceAtStripe[]> {
  const intents = listed.flatMap(({ intent }) => intent?.id ?? [])
  const known = stored.filter(
    ({ amount_refunded, amount_failed_refunds, dispute_status }) =>
      amount_refunded > 0 || amount_failed_refunds > 0 || dispute_status !== null,
  )
  // Includes payments with a stored refund or dispute event, since a charge may omit failed refunds.
  const reported = new Set([
    ...(await findIntentsWithReturns(intents)),
    ...known.map((payment) => payment.payment_intent_id),
  ])
  const invoices: InvoiceAtStripe[] = []
  for (const one of listed) {
    const { intent, charge } = one
    const isReported = intent !== null && reported.has(intent.id)
    const hasRefunds = intent && charge && (charge.amount_refunded > 0 || isReported)
    const hasDispute = charge && (charge.disputed || isReported)
    invoices.push({
      ...one,
      refunds: hasRefunds ? await readRefunds(stripe, intent.id) : [],
      dispute: hasDispute ? await findDispute(stripe, charge.id) : null,
    })
  }
  return invoices
}

async function findUndeleted(stripe: Stripe, id: string): Promise<Stripe.Customer | null> {
  const expand = ['invoice_settings.default_payment_method', 'tax']
  const customer = await nullIfMissing(stripe.customers.retrieve(id, { expand }))
  return customer?.deleted ? null : customer
}

async function findInvoice(stripe: Stripe, id: string): Promise<Stripe.Invoice | null> {
  return nullIfMissing(stripe.invoices.retrieve(id))
}

/** Reads stored invoices that Stripe does not list for this customer, as those of its deleted predecessor. */
async function readUnlisted(stripe: Stripe, ids: string[]) {
  const unlisted: { invoices: ListedInvoice[]; missing: string[] } = { invoices: [], missing: [] }
  for (const id of ids) {
    const invoice = await findInvoice(stripe, id)
    if (invoice) unlisted.invoices.push(await listInvoice(stripe, invoice))
    else unlisted.missing.push(id)
  }
  return unlisted
}

async function readAll<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  try {
    for await (const item of list) items.push(item)
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error
  }
  return items
}

/** Excludes subscriptions and invoices that were moved to the customer's successor. */
async function excludeMoved<Item extends { id: string }>(customer_id: string, items: Item[]): Promise<Item[]> {
  const where = { id: { in: items.map(({ id }) => id) }, customer_id: { not: customer_id } }
  const moved = [
    ...(await db.subscription.findMany({ where, select: { id: true } })),
    ...(await db.payment.findMany({ where, select: { id: true } })),
  ]
  const ids = new Set(moved.map(({ id }) => id))
  return items.filter(({ id }) => !ids.has(id))
}

export async function fetchCustomer(stripe: Stripe, id: string, stored: StoredPayment[]): Promise<CustomerAtStripe> {
  const customer = await findUndeleted(stripe, id)
  const expand = ['data.schedule', 'data.default_payment_method']
  const read = await readAll(stripe.subscriptions.list({ customer: id, status: 'all', limit: 100, expand }))
  const subscriptions = customer ? read : await excludeMoved(id, read)
  const all = await readAll(stripe.invoices.list({ customer: id, limit: 100 }))
  const finalIds = await findFinal(stored)
  const invoices: ListedInvoice[] = []
  for (const invoice of customer ? all : await excludeMoved(id, all))
    if (!finalIds.has(invoice.id)) invoices.push(await listInvoice(stripe, invoice))
  const listed = new Set(all.map((invoice) => invoice.id))
  const open = stored.flatMap((payment) => (finalIds.has(payment.id) ? [] : payment.id))
  const unlisted = await readUnlisted(
    stripe,
    open.filter((payment) => !listed.has(payment)),
  )
  invoices.push(...unlisted.invoices)
  return {
    customer,
    subscriptions,
    invoices: await readRefundsAndDisputes(stripe, invoices, stored),
    missing: unlisted.missing,
  }
}
