import { db } from '../database/db.ts'
import { parseEvent, storeEvents } from './events.ts'
import { readKeyPrefix } from './idempotency.ts'
import { dateOf, timeOf } from './stripe.ts'
import type { Stripe, Sync } from './stripe.ts'
import { webhookEvents } from './webhook-events.ts'

/** s. An event may be listed later than it was created. */
const overlapSeconds = 3_600

const types = new Set<string>(webhookEvents)
type Row = NonNullable<ReturnType<typeof parseEvent>>

async function ofOurCustomers(events: Stripe.Event[]): Promise<Row[]> {
  const rows = events.filter(({ type }) => types.has(type)).flatMap((event) => parseEvent(event) ?? [])
  const ids = rows.flatMap(({ customer_id }) => customer_id ?? [])
  const known = await db.customer.findMany({ where: { id: { in: ids } }, select: { id: true } })
  const ours = new Set(known.map(({ id }) => id))
  return rows.filter(({ customer_id }) => customer_id === null || ours.has(customer_id))
}

/**
 * Stores what Stripe could not deliver since the last time, of 30 days at most, each with its job: one that was stored
 * before, or comes by its webhook yet, counts once.
 */
export async function storeUndelivered({ stripe, jobs }: Sync): Promise<void> {
  await readKeyPrefix()
  const { events_read_at } = await db.stripeAccount.findFirstOrThrow({ select: { events_read_at: true } })
  const since = events_read_at && Math.floor(events_read_at.getTime() / 1_000) - overlapSeconds
  const params = { delivery_success: false, limit: 100, ...(since !== null && { created: { gte: since } }) }
  let page = await stripe.events.list(params)
  const readAt = dateOf(timeOf(page))
  for (;;) {
    const rows = await ofOurCustomers(page.data)
    if (rows.length > 0) await storeEvents(jobs, rows)
    const last = page.data.at(-1)
    if (!page.has_more || !last) break
    page = await stripe.events.list({ ...params, starting_after: last.id })
  }
  await db.stripeAccount.updateMany({ data: { events_read_at: readAt } })
}
