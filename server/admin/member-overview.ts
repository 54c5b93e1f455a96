import type { Locale } from '#shared/locale.ts'
import type { MemberOverview } from '#shared/admin/members.ts'
import { fromMinorUnits } from '#shared/subscription/money.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { isPublicThread, visibleComment } from '../texts/visibility.ts'
import { isoTimestamp } from '../sql/json-rows.ts'
import { notFound } from '../problem.ts'
import { findRunningSubscription, planNameIn } from '../subscription/status.ts'

type Totals = { currency: string; paid: number; refunded: number }
type Row = Omit<MemberOverview, 'subscription' | 'payments'> & {
  payments: Omit<MemberOverview['payments'], 'totals'> & { totals: Totals[] }
}
const maxLatest = 5

const paymentsOf = (id: number) => Prisma.sql`
  SELECT json_build_object('count', count(*), 'failed', count(*) FILTER (WHERE status = 'failed'),
           'disputed', count(*) FILTER (WHERE dispute_status IS NOT NULL), 'last_at', max(${isoTimestamp('paid_at')} #>> '{}'),
           'totals', (SELECT coalesce(json_agg(total ORDER BY currency), '[]') FROM (
             SELECT payment.currency, sum(amount) FILTER (WHERE paid_at IS NOT NULL)::float AS paid, sum(amount_refunded)::float AS refunded
               FROM payment JOIN customer ON customer.id = customer_id WHERE user_id = ${id} GROUP BY payment.currency) AS total))
    FROM payment JOIN customer ON customer.id = customer_id WHERE user_id = ${id}`

const threadsOf = (id: number) => Prisma.sql`
  SELECT coalesce(json_agg(json_build_object('meta_slug', meta_slug, 'title', title, 'is_public', ${isPublicThread},
           'created_at', ${isoTimestamp('thread.created_at')}) ORDER BY created_at DESC, id DESC), '[]')
    FROM (SELECT * FROM thread WHERE author_id = ${id} AND deleted_at IS NULL
           ORDER BY created_at DESC, id DESC LIMIT ${maxLatest}) AS thread`

const commentsOf = (id: number) => Prisma.sql`
  SELECT coalesce(json_agg(json_build_object('id', comment.id, 'meta_slug', meta_slug, 'title', title,
           'is_public', ${isPublicThread} AND ${visibleComment(null)}, 'created_at', ${isoTimestamp('comment.created_at')})
           ORDER BY comment.id DESC), '[]')
    FROM (SELECT * FROM comment WHERE author_id = ${id} AND deleted_at IS NULL ORDER BY id DESC LIMIT ${maxLatest}) AS comment
    JOIN thread ON thread.id = thread_id AND thread.deleted_at IS NULL`

/** Returns counts and the latest activity of a member. Throws 404. */
export async function readMemberOverview(id: number, locale: Locale): Promise<MemberOverview> {
  const [row] = await queryRows<{ answer: Row }>(Prisma.sql`
    SELECT json_build_object('tier', tier,
             'access', (SELECT coalesce(json_agg(json_build_object('source', source, 'tier', access.tier,
                          'expires_at', ${isoTimestamp('expires_at')},
                          'is_expired', coalesce(expires_at <= now(), false)) ORDER BY source), '[]') FROM access WHERE user_id = ${id}),
             'payments', (${paymentsOf(id)}),
             'sessions', (SELECT count(*) FROM session WHERE user_id = ${id} AND blocked_at IS NULL),
             'threads', (SELECT count(*) FROM thread WHERE author_id = ${id} AND deleted_at IS NULL),
             'comments', (SELECT count(*) FROM comment WHERE author_id = ${id} AND deleted_at IS NULL),
             'latest_threads', (${threadsOf(id)}), 'latest_comments', (${commentsOf(id)})) AS answer
      FROM "user", tier_of(id) WHERE id = ${id} AND erased_at IS NULL`)
  if (!row) throw notFound()
  const { payments, ...rest } = row.answer
  const running = await findRunningSubscription(id)
  return {
    ...rest,
    subscription: running && {
      plan_name: planNameIn(running.plan.texts, locale),
      billing_period: running.billing_period,
      status: running.status,
      current_period_end: (running.ends_at ?? running.current_period_end).toISOString(),
      auto_renew: running.ends_at === null,
    },
    payments: {
      ...payments,
      totals: payments.totals.map(({ currency, paid, refunded }) => ({
        currency,
        paid: fromMinorUnits(paid ?? 0, currency),
        refunded: fromMinorUnits(refunded, currency),
      })),
    },
  }
}
