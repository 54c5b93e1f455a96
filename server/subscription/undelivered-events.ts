import { db } from '../database/db.ts'
import { parseEvent, storeEvents } from './events.ts'
import { readKeyPrefix } from './idempotency.ts'
import { dateOfSeconds, responseTimeOf } from './stripe.ts'
import type { Stripe, SyncContext } from './stripe.ts'
import { webhookEvents } from './webhook-events.ts'

/** Overlap of two reads in seconds, since Stripe may list an event late. */
const overlapSeconds = 3_600

const types = new Set<string>(webhookEvents)
type Row = NonNullable<ReturnType<typeof parseEvent>>

async function eventsOfCustomers(events: Stripe.Event[]): Promise<Row[]> {
  const rows = events.filter(({ type }) => types.has(type)).flatMap((event) => parseEvent(event) ?? [])
  const ids = rows.flatMap(({ customer_id }) => customer_id ?? [])
  const known = await db.customer.findMany({ where: { id: { in: ids } }, select: { id: true } })
  const ours = new Set(known.map(({ id }) => id))
  return rows.filter(({ customer_id }) => customer_id === null || ours.has(customer_id))
}

/** Stores events of the last 30 days that Stripe could not deliver, and their jobs. */
export async function storeUndeliveredEvents({ stripe, jobs }: SyncContext): Promise<void> {
  await readKeyPrefix()
  const { events_read_at } = await db.stripeAccount.findFirstOrThrow({ select: { events_read_at: true } })
  const since = events_read_at && Math.floor(events_read_at.getTime() / 1_000) - overlapSeconds
  const params = { delivery_success: false, limit: 100, ...(since !== null && { created: { gte: since } }) }
  let page = await stripe.events.list(params)
  const readAt = dateOfSeconds(responseTimeOf(page))
  for (;;) {
    const rows = await eventsOfCustomers(page.data)
    if (rows.length > 0) await storeEvents(jobs, rows)
    const last = page.data.at(-1)
    if (!page.has_more || !last) break
    page = await stripe.events.list({ ...params, starting_after: last.id })
  }
  await db.stripeAccount.updateMany({ data: { events_read_at: readAt } })
}
