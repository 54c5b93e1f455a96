import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { db, inTransaction } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { dateOf, idOf, nullIfMissing } from './stripe.ts'
import type { Stripe, Sync } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'

/** The end of the year 9999. */
const maxSeconds = 253_402_300_799
const Id = z.string().regex(/^\w{1,255}$/)
const Reference = z.union([Id, z.object({ id: Id })]).nullish()
/** Only what an event is about: its contents may be old, so they are read anew. */
const EventSchema = z.looseObject({
  id: Id,
  type: z.string().regex(/^[\w.]{1,255}$/),
  created: z.int().min(0).max(maxSeconds),
  data: z.looseObject({
    object: z.looseObject({
      id: Id,
      object: z.string(),
      customer: Reference,
      /** Of Stripe's Accounts v2, whose objects may name no customer. */
      customer_account: Reference,
      payment_intent: Reference,
    }),
  }),
})

/** Row of an event; null for what is not about a customer, an account or a payment: it is acknowledged, and nothing follows. */
export function parseEvent(event: Stripe.Event) {
  const parsed = EventSchema.safeParse(event)
  if (!parsed.success) return null
  const { id: event_id, type, created, data } = parsed.data
  const { id, object, customer, customer_account, payment_intent } = data.object
  const customer_id = object === 'customer' ? id : idOf(customer)
  const intent = object === 'payment_intent' ? id : idOf(payment_intent)
  if (customer_id === null && intent === null && idOf(customer_account) === null) return null
  return {
    id: event_id,
    type,
    object_id: id,
    customer_id,
    payment_intent: intent,
    created_at: dateOf(created),
  }
}

type EventRow = NonNullable<ReturnType<typeof parseEvent>>

/** With their jobs; those that were stored already are left out. */
export const storeEvents = (jobs: Jobs, events: EventRow[]) =>
  inTransaction(async (executeSql) => {
    const { rows } = await executeSql(
      `INSERT INTO stripe_event (id, type, object_id, customer_id, payment_intent, created_at)
       SELECT * FROM jsonb_to_recordset($1) AS event (id text, type text, object_id text, customer_id text, payment_intent text, created_at timestamptz)
       ON CONFLICT DO NOTHING RETURNING id, coalesce(customer_id, id) AS "group"`,
      [JSON.stringify(events)],
    )
    const queued = (rows as { id: string; group: string }[]).map(({ id, group }) => ({ data: { event_id: id }, group }))
    if (queued.length > 0) await jobs.enqueueAll(executeSql, 'stripe_event', queued)
  })

/** Of events in one transaction. */
const maxBatch = 100

/** ms. Webhooks are answered before they are worked on: work begins once none came for `quietMs`, or after `maxQuietMs`. */
const quietMs = 50
const maxQuietMs = 2_000
let acceptedAt = -Infinity

async function untilQuiet(): Promise<void> {
  const deadline = performance.now() + maxQuietMs
  while (performance.now() < Math.min(deadline, acceptedAt + quietMs)) await sleep(quietMs)
}

/**
 * Stores an event with its job; one that was stored already is acknowledged again. Events that come while others are
 * written share the next transaction: a burst costs few commits.
 */
export function createEventStore(jobs: Jobs): (event: Stripe.Event) => Promise<void> {
  let open: { rows: EventRow[]; stored: Promise<void> } | null = null
  let last: Promise<unknown> = Promise.resolve()
  return async (event) => {
    const row = parseEvent(event)
    if (!row) return
    acceptedAt = performance.now()
    if (!open || open.rows.length === maxBatch) {
      const rows: EventRow[] = []
      const stored = last.then(() => {
        if (open?.rows === rows) open = null
        return storeEvents(jobs, rows)
      })
      last = stored.catch(() => undefined)
      open = { rows, stored }
    }
    open.rows.push(row)
    await open.stored
  }
}

type EventSubject = Pick<EventRow, 'object_id' | 'customer_id' | 'payment_intent'>

/** The customer of a stored subscription or invoice. */
async function findOwner(id: string): Promise<string | null> {
  const select = { customer_id: true }
  const [subscription, payment] = await Promise.all([
    db.subscription.findUnique({ where: { id }, select }),
    db.payment.findUnique({ where: { id }, select }),
  ])
  return (subscription ?? payment)?.customer_id ?? null
}

/** Null for what is stored nowhere: a customer of ours is read by the next reconciliation. */
async function customerOf(
  stripe: Stripe,
  { object_id, customer_id, payment_intent }: EventSubject,
): Promise<string | null> {
  if (customer_id !== null) return customer_id
  if (payment_intent === null) return (await findOwner(object_id)) ?? findOwnerOfInvoice(stripe, object_id)
  const known = await db.payment.findUnique({
    where: { payment_intent_id: payment_intent },
    select: { customer_id: true },
  })
  if (known) return known.customer_id
  const intent = await nullIfMissing(stripe.paymentIntents.retrieve(payment_intent))
  return idOf(intent?.customer)
}

/** A renewal's invoice that is not stored yet belongs to a subscription that is. */
async function findOwnerOfInvoice(stripe: Stripe, id: string): Promise<string | null> {
  if (!id.startsWith('in_')) return null
  const invoice = await nullIfMissing(stripe.invoices.retrieve(id))
  const subscription = idOf(invoice?.parent?.subscription_details?.subscription)
  return subscription === null ? null : findOwner(subscription)
}

/** Processes an event, and with it what came of the customer before: they are read after all of these. */
export async function processEvent(sync: Sync, event_id: string): Promise<void> {
  await untilQuiet()
  const event = await db.stripeEvent.findUnique({ where: { id: event_id } })
  if (!event || event.processed_at) return
  const customer_id = await customerOf(sync.stripe, event)
  const unprocessed = customer_id === null ? [] : await findUnprocessed({ customer_id })
  if (customer_id !== null) await syncCustomer(sync, customer_id, event_id)
  await db.stripeEvent.updateMany({
    where: { processed_at: null, id: { in: [event_id, ...unprocessed] } },
    data: { processed_at: new Date() },
  })
}

/** Up to 1,000 ids of events that were not processed yet. */
export async function findUnprocessed(where: { customer_id: string } | { id: { gt: string } }): Promise<string[]> {
  const rows = await db.stripeEvent.findMany({
    where: { ...where, processed_at: null },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: 1_000,
  })
  return rows.map(({ id }) => id)
}
