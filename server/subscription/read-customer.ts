import { expanded, isMissing } from './stripe.ts'
import type { Stripe } from './stripe.ts'

type StoredPayment = { id: string; status: string; created_at: Date }

export type ReadInvoice = {
  invoice: Stripe.Invoice
  intent: Stripe.PaymentIntent | null
  charge: Stripe.Charge | null
  amount_refunded: number
  dispute_status: string | null
}
/** What Stripe says now of a customer. `invoices` leaves out those that cannot change any more. */
export type ReadCustomer = {
  customer: Stripe.Customer | null
  subscriptions: Stripe.Subscription[]
  invoices: ReadInvoice[]
}

/** Stripe refunds up to 180 days back, and a dispute may last as long. */
const settledAfterMs = 200 * 86_400_000
const ended = new Set(['paid', 'canceled', 'refunded'])
const isSettled = (payment: StoredPayment | undefined) =>
  payment !== undefined && ended.has(payment.status) && Date.now() - payment.created_at.getTime() > settledAfterMs

/** The bank's latest word on a charge. */
async function readDispute(stripe: Stripe, charge: Stripe.Charge): Promise<string> {
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 1 })
  return data[0]?.status ?? 'needs_response'
}

async function sumRefunds(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<number> {
  let sum = 0
  for await (const { status, amount } of stripe.refunds.list({ payment_intent: intent.id, limit: 100 }))
    if (status === 'succeeded') sum += amount
  return sum
}

async function readInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<ReadInvoice> {
  const { data } = await stripe.invoicePayments.list({
    invoice: invoice.id,
    limit: 100,
    expand: ['data.payment.payment_intent.latest_charge'],
  })
  const payment = data.find(({ status }) => status === 'paid') ?? data.find(({ is_default }) => is_default) ?? data[0]
  const intent = expanded(payment?.payment.payment_intent)
  const charge = expanded(intent?.latest_charge)
  return {
    invoice,
    intent,
    charge,
    amount_refunded: intent && charge && charge.amount_refunded > 0 ? await sumRefunds(stripe, intent) : 0,
    dispute_status: charge?.disputed ? await readDispute(stripe, charge) : null,
  }
}

async function findUndeleted(stripe: Stripe, id: string): Promise<Stripe.Customer | null> {
  const customer = await stripe.customers.retrieve(id).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  return customer?.deleted ? null : customer
}

async function findInvoice(stripe: Stripe, id: string): Promise<Stripe.Invoice | null> {
  return stripe.invoices.retrieve(id).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
}

/** What was paid by a customer who was deleted there is in no list of theirs any more, and may still go back. */
async function readUnlisted(stripe: Stripe, stored: StoredPayment[], listed: Set<string>): Promise<ReadInvoice[]> {
  const invoices: ReadInvoice[] = []
  for (const payment of stored) {
    const invoice = listed.has(payment.id) || isSettled(payment) ? null : await findInvoice(stripe, payment.id)
    if (invoice) invoices.push(await readInvoice(stripe, invoice))
  }
  return invoices
}

async function readAll<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

export async function readCustomer(stripe: Stripe, id: string, stored: StoredPayment[]): Promise<ReadCustomer> {
  const customer = await findUndeleted(stripe, id)
  if (!customer) return { customer, subscriptions: [], invoices: await readUnlisted(stripe, stored, new Set()) }
  const subscriptions = await readAll(
    stripe.subscriptions.list({ customer: id, status: 'all', limit: 100, expand: ['data.schedule'] }),
  )
  const known = new Map(stored.map((payment) => [payment.id, payment]))
  const invoices: ReadInvoice[] = []
  const listed = new Set<string>()
  for await (const invoice of stripe.invoices.list({ customer: id, limit: 100 })) {
    listed.add(invoice.id)
    if (!isSettled(known.get(invoice.id))) invoices.push(await readInvoice(stripe, invoice))
  }
  invoices.push(...(await readUnlisted(stripe, stored, listed)))
  return { customer, subscriptions, invoices }
}
