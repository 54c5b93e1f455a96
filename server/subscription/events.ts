import { z } from 'zod'
import { db } from '../db.ts'
import type { Jobs } from '../jobs.ts'
import { dateOf, idOf } from './stripe.ts'
import type { Stripe } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './sync-customer.ts'

const Reference = z.union([z.string(), z.object({ id: z.string() })]).nullish()
/** Only what an event is about: what it says may be old, so it is read anew. */
const About = z.looseObject({
  id: z.string(),
  object: z.string(),
  customer: Reference,
  payment_intent: Reference,
})

/** Null for what is not about a customer or a payment: it is acknowledged, and nothing follows. */
export function aboutOf(event: Stripe.Event) {
  const parsed = About.safeParse(event.data.object)
  if (!parsed.success) return null
  const { id, object, customer, payment_intent } = parsed.data
  const customer_id = object === 'customer' ? id : idOf(customer)
  const intent = object === 'payment_intent' ? id : idOf(payment_intent)
  if (customer_id === null && intent === null) return null
  return {
    id: event.id,
    type: event.type,
    object_id: id,
    customer_id,
    payment_intent: intent,
    created_at: dateOf(event.created),
  }
}

/** Stores an event with its job; one that was stored already is acknowledged again. */
export async function acceptEvent(jobs: Jobs, event: Stripe.Event): Promise<void> {
  const row = aboutOf(event)
  if (!row) return
  await db.$transaction(async (transaction) => {
    const { count } = await transaction.stripeEvent.createMany({ data: [row], skipDuplicates: true })
    if (count > 0) await jobs.enqueue(transaction, 'stripe_event', { event_id: row.id })
  })
}

async function customerOf(
  stripe: Stripe,
  { customer_id, payment_intent }: { customer_id: string | null; payment_intent: string | null },
): Promise<string | null> {
  if (customer_id !== null || payment_intent === null) return customer_id
  const known = await db.payment.findUnique({
    where: { payment_intent_id: payment_intent },
    select: { customer_id: true },
  })
  return known?.customer_id ?? idOf((await stripe.paymentIntents.retrieve(payment_intent)).customer)
}

/** Whatever else of the customer came before counts as processed with it: it was read after all of them. */
export async function processEvent(sync: Sync, event_id: string): Promise<void> {
  const event = await db.stripeEvent.findUnique({ where: { id: event_id } })
  if (!event || event.processed_at) return
  const started_at = new Date()
  const customer_id = await customerOf(sync.stripe, event)
  if (customer_id !== null) await syncCustomer(sync, customer_id, event_id)
  await db.stripeEvent.updateMany({
    where: {
      processed_at: null,
      OR: [{ id: event_id }, ...(customer_id ? [{ customer_id, received_at: { lt: started_at } }] : [])],
    },
    data: { processed_at: new Date() },
  })
}
