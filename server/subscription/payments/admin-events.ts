import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { AdminEventCard, AdminEventPage, AdminEventQuery } from '#shared/admin/payments.ts'
import { forwardPage, textIdKeyset } from '../../sql/cursor.ts'
import { db, Prisma, queryRows } from '../../database/db.ts'
import { addAuditEntry } from '../../editing/audit.ts'
import type { Jobs } from '../../jobs.ts'
import { isoTimestamp, jsonRows } from '../../sql/json-rows.ts'
import { HttpProblem, notFound } from '../../problem.ts'

const jobs = Prisma.sql`(
  SELECT DISTINCT ON (data->>'event_id') data->>'event_id' AS event_id, state::text, retry_count, start_after
    FROM pgboss.job WHERE name = 'stripe_event' AND state <> 'completed'
   ORDER BY data->>'event_id', created_on DESC)`
/** SQL condition: the event has no job, or its job failed at least once. */
const isFailedEvent = Prisma.sql`(job.event_id IS NULL OR job.state IN ('failed', 'cancelled') OR job.retry_count > 0)`
const states = {
  processed: Prisma.sql`processed_at IS NOT NULL`,
  waiting: Prisma.sql`processed_at IS NULL AND NOT ${isFailedEvent}`,
  failed: Prisma.sql`processed_at IS NULL AND ${isFailedEvent}`,
}

const eventCards = (isListed: Prisma.Sql, limit: number) => Prisma.sql`
  WITH job AS MATERIALIZED ${jobs},
  listed AS MATERIALIZED (
    SELECT event.*, retry_count, job.state AS job_state, start_after, ${isFailedEvent} AS has_failed
      FROM stripe_event event LEFT JOIN job ON processed_at IS NULL AND job.event_id = event.id
     WHERE ${isListed} ORDER BY received_at DESC, id DESC LIMIT ${limit})
  SELECT json_build_object('id', listed.id, 'type', type, 'object_id', object_id, 'customer_id', customer_id,
           'person', CASE WHEN "user".id IS NOT NULL THEN
                       json_build_object('id', "user".id, 'username', username, 'email', email) END,
           'created_at', ${isoTimestamp('listed.created_at')}, 'received_at', ${isoTimestamp('received_at')},
           'processed_at', ${isoTimestamp('processed_at')},
           'state', CASE WHEN processed_at IS NOT NULL THEN 'processed' WHEN has_failed THEN 'failed' ELSE 'waiting' END,
           'failures', CASE WHEN processed_at IS NULL THEN coalesce(retry_count, 0) ELSE 0 END,
           'next_at', CASE WHEN job_state = 'retry' THEN ${isoTimestamp('start_after')} END) AS answer
    FROM listed LEFT JOIN customer ON customer.id = customer_id LEFT JOIN "user" ON "user".id = customer.user_id
   ORDER BY received_at DESC, listed.id DESC`

export function listAdminEvents({ limit, cursor, ...filters }: AdminEventQuery): Promise<AdminEventPage> {
  const { state, type, customer } = filters
  const conditions = [
    ...(state ? [states[state]] : []),
    ...(type === undefined ? [] : [Prisma.sql`type = ${type}`]),
    ...(customer === undefined ? [] : [Prisma.sql`customer_id = ${customer}`]),
  ]
  return forwardPage({
    keyset: textIdKeyset('stripe_events', ['received_at', 'id']),
    query: { limit, cursor },
    keyOf: (row: AdminEventCard) => ({ key: `${row.received_at} ${row.id}`, id: 0 }),
    pathOf: (next) => adminMoneyPaths.api.events({ ...filters, ...next }),
    read: ({ after, most }) => jsonRows<AdminEventCard>(eventCards(Prisma.join([after, ...conditions], ' AND '), most)),
  })
}

type EventsOfPayment = { customer_id: string; payment_id: string; payment_intent: string | null }

export const listEventsOfPayment = ({
  customer_id,
  payment_id,
  payment_intent,
}: EventsOfPayment): Promise<AdminEventCard[]> =>
  jsonRows(
    eventCards(
      Prisma.sql`(customer_id = ${customer_id} AND object_id = ${payment_id})
              OR payment_intent = ${payment_intent}::text`,
      100,
    ),
  )

export async function getAdminEvent(id: string): Promise<AdminEventCard> {
  const [event] = await jsonRows<AdminEventCard>(eventCards(Prisma.sql`event.id = ${id}`, 1))
  if (!event) throw notFound()
  return event
}

export async function countFailedEvents(): Promise<number> {
  const [row] = await queryRows<{ count: number }>(Prisma.sql`
    WITH job AS MATERIALIZED ${jobs}
    SELECT count(*)::int FROM stripe_event event LEFT JOIN job ON job.event_id = event.id WHERE ${states.failed}`)
  return row?.count ?? 0
}

/**
 * Runs an event's job now, unless the job is running or due. Throws 404, 409. The SQL uses `clock_timestamp()`: `now()`
 * is the start of the transaction, which may be earlier than a retry that was scheduled during the wait for the lock.
 */
export async function retryEvent(jobQueue: Jobs, editor: { id: number }, id: string): Promise<void> {
  await db.$transaction(async (transaction) => {
    const [event] = await transaction.$queryRaw<{ customer_id: string | null; processed_at: Date | null }[]>`
      SELECT customer_id, processed_at FROM stripe_event WHERE id = ${id} FOR UPDATE`
    if (!event) throw notFound()
    if (event.processed_at) throw new HttpProblem(409, 'subscription.event_done', { code: 'processed' })
    const [job] = await transaction.$queryRaw<{ id: string; is_due: boolean }[]>`
      SELECT id::text, state IN ('created', 'active') OR (state = 'retry' AND start_after <= clock_timestamp()) AS is_due
        FROM pgboss.job WHERE name = 'stripe_event' AND data->>'event_id' = ${id} AND state <> 'completed'
       ORDER BY created_on DESC LIMIT 1 FOR UPDATE`
    if (job?.is_due) return
    if (job)
      await transaction.$executeRaw`
        UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL,
                              retry_limit = greatest(retry_limit, retry_count + 1)
         WHERE name = 'stripe_event' AND id = ${job.id}::uuid`
    else await jobQueue.enqueue(transaction, 'stripe_event', { event_id: id }, { group: event.customer_id ?? id })
    await addAuditEntry(transaction, { actor_id: editor.id, kind: 'stripe_event', action: 'event_retried', target: id })
  })
}
