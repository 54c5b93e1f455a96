import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { db } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { dateOfSeconds, stripeIdOf, nullIfMissing } from './stripe.ts'
import type { Stripe, SyncContext } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'

const maxSeconds = 253_402_300_799
const Id = z.string().regex(/^\w{1,255}$/)
const Reference = z.union([Id, z.object({ id: Id })]).nullish()
/** Fields of an event. The objects are read from Stripe again, since an event may be outdated. */
const EventSchema = z.looseObject({
  id: Id,
  type: z.string().regex(/^[\w.]{1,255}$/),
  created: z.int().min(0).max(maxSeconds),
  data: z.looseObject({
    object: z.looseObject({
      id: Id,
      object: z.string(),
      customer: Reference,
      customer_account: Reference,
      payment_intent: Reference,
    }),
  }),
})

/** Parses an event. Null if it concerns no customer, account or payment. */
export function parseEvent(event: Stripe.Event) {
  const parsed = EventSchema.safeParse(event)
  if (!parsed.success) return null
  const { id: event_id, type, created, data } = parsed.data
  const { id, object, customer, customer_account, payment_intent } = data.object
  const customer_id = object === 'customer' ? id : stripeIdOf(customer)
  const intent = object === 'payment_intent' ? id : stripeIdOf(payment_intent)
  if (customer_id === null && intent === null && stripeIdOf(customer_account) === null) return null
  return {
    id: event_id,
    type,
    object_id: id,
    customer_id,
    payment_intent: intent,
    created_at: dateOfSeconds(created),
  }
}

type EventRow = NonNullable<ReturnType<typeof parseEvent>>

export const storeEvents = (jobs: Jobs, events: EventRow[]) =>
  db.$transaction(async (transaction) => {
    const stored = await transaction.$queryRaw<{ id: string; group: string }[]>`
      INSERT INTO stripe_event (id, type, object_id, customer_id, payment_intent, created_at)
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
          AS event (id text, type text, object_id text, customer_id text, payment_intent text, created_at timestamptz)
      ON CONFLICT DO NOTHING RETURNING id, coalesce(customer_id, id) AS "group"`
    const queued = stored.map(({ id, group }) => ({ data: { event_id: id }, group }))
    await jobs.enqueueAll(transaction, 'stripe_event', queued)
  })

const maxBatch = 100

/** Pause in ms without webhooks before processing starts, so that a burst of webhooks is answered first. */
const quietMs = 50
const maxQuietMs = 2_000
let acceptedAt = -Infinity

async function waitUntilQuiet(): Promise<void> {
  const deadline = performance.now() + maxQuietMs
  while (performance.now() < Math.min(deadline, acceptedAt + quietMs)) await sleep(quietMs)
}

/** Returns a function that stores an event and its job. Concurrent events share a transaction. */
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

async function findOwner(id: string): Promise<string | null> {
  const select = { customer_id: true }
  const [subscription, payment] = await Promise.all([
    db.subscription.findUnique({ where: { id }, select }),
    db.payment.findUnique({ where: { id }, select }),
  ])
  return (subscription ?? payment)?.customer_id ?? null
}

/** Returns the id of an event's customer. Null if neither Stripe nor the database contains it. */
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
  return stripeIdOf(intent?.customer)
}

async function findOwnerOfInvoice(stripe: Stripe, id: string): Promise<string | null> {
  if (!id.startsWith('in_')) return null
  const invoice = await nullIfMissing(stripe.invoices.retrieve(id))
  const subscription = stripeIdOf(invoice?.parent?.subscription_details?.subscription)
  return subscription === null ? null : findOwner(subscription)
}

/** Processes an event by reading its customer. Marks the customer's earlier events as processed too. */
export async function processEvent(sync: SyncContext, event_id: string): Promise<void> {
  await waitUntilQuiet()
  const event = await db.stripeEvent.findUnique({ where: { id: event_id } })
  if (!event || event.processed_at) return
  const customer_id = await customerOf(sync.stripe, event)
  const unprocessed = customer_id === null ? [] : await findUnprocessedEvents({ customer_id })
  if (customer_id !== null) await syncCustomer(sync, customer_id, event_id)
  await db.stripeEvent.updateMany({
    where: { processed_at: null, id: { in: [event_id, ...unprocessed] } },
    data: { processed_at: new Date() },
  })
}

export async function findUnprocessedEvents(
  where: { customer_id: string } | { id: { gt: string } },
): Promise<string[]> {
  const rows = await db.stripeEvent.findMany({
    where: { ...where, processed_at: null },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: 1_000,
  })
  return rows.map(({ id }) => id)
}
