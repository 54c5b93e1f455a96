import { db } from '../db.ts'
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

async function readDispute(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<string> {
  const told = await db.stripeEvent.findFirst({
    where: { payment_intent: intent.id, type: { startsWith: 'charge.dispute.' } },
    orderBy: { created_at: 'desc' },
    select: { object_id: true },
  })
  return told ? (await stripe.disputes.retrieve(told.object_id)).status : 'needs_response'
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
    dispute_status: intent && charge?.disputed ? await readDispute(stripe, intent) : null,
  }
}

async function findUndeleted(stripe: Stripe, id: string): Promise<Stripe.Customer | null> {
  const customer = await stripe.customers.retrieve(id).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  return customer?.deleted ? null : customer
}

async function readAll<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

export async function readCustomer(stripe: Stripe, id: string, stored: StoredPayment[]): Promise<ReadCustomer> {
  const customer = await findUndeleted(stripe, id)
  if (!customer) return { customer, subscriptions: [], invoices: [] }
  const subscriptions = await readAll(
    stripe.subscriptions.list({ customer: id, status: 'all', limit: 100, expand: ['data.schedule'] }),
  )
  const known = new Map(stored.map((payment) => [payment.id, payment]))
  const invoices: ReadInvoice[] = []
  for await (const invoice of stripe.invoices.list({ customer: id, limit: 100 }))
    if (!isSettled(known.get(invoice.id))) invoices.push(await readInvoice(stripe, invoice))
  return { customer, subscriptions, invoices }
}
