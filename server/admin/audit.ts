import type { AuditEntry, AuditFilters, AuditPage, AuditQuery, AuditStates } from '#shared/audit.ts'
import { adminPaths } from '#shared/admin-paths.ts'
import { cursorAt, moment, readCursor } from '../database/cursor.ts'
import { Prisma } from '../db.ts'
import { authorOf } from '../forum/authors.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { notFound } from '../problem.ts'

const answer = Prisma.sql`json_build_object('id', entry.id, 'at', ${isoTimestamp('entry.at')},
  'actor', ${authorOf('entry.actor_id')}, 'kind', kind, 'action', action, 'target', target, 'note', note,
  'has_states', before IS NOT NULL OR after IS NOT NULL, 'comment_id', comment.id,
  'thread', CASE WHEN thread.id IS NOT NULL THEN json_build_object('meta_slug', meta_slug, 'title', title) END)`

/** What it was about in the forum, unless that was removed. */
const about = Prisma.sql`
  LEFT JOIN report ON report.id = CASE WHEN kind = 'report' THEN target::int END
  LEFT JOIN comment ON comment.id = CASE WHEN kind = 'comment' THEN target::int ELSE report.comment_id END
                   AND comment.deleted_at IS NULL
  LEFT JOIN thread ON thread.id = coalesce(comment.thread_id, report.thread_id,
                        (SELECT id FROM thread WHERE kind = 'thread' AND meta_slug = target))
                  AND thread.deleted_at IS NULL`

type Place = { at: string; id: string | number }

/** Of the entries after a place, those that these filters let through. */
export function isWithin({ kind, target, action, actor, from, until }: AuditFilters, after: Place | null): Prisma.Sql {
  return Prisma.join(
    [
      after ? Prisma.sql`(at, id) < (${after.at}::timestamptz, ${after.id}::bigint)` : Prisma.sql`true`,
      ...(kind ? [Prisma.sql`kind = ${kind}`] : []),
      ...(target ? [Prisma.sql`target = ${target}`] : []),
      ...(action ? [Prisma.sql`action = ${action}`] : []),
      ...(actor ? [Prisma.sql`actor_id = (SELECT id FROM "user" WHERE username = ${actor})`] : []),
      ...(from ? [Prisma.sql`at >= ${from}::timestamptz`] : []),
      ...(until ? [Prisma.sql`at < ${until}::timestamptz`] : []),
    ],
    ' AND ',
  )
}

/** What was done, the latest first. */
export async function listAudit({ limit, cursor, ...filters }: AuditQuery): Promise<AuditPage> {
  const place = readCursor(cursor, 'audit', moment)
  const isListed = isWithin(filters, place && { at: place.key, id: place.id })
  const rows = await jsonRows<AuditEntry>(Prisma.sql`
    SELECT ${answer} AS answer
      FROM (SELECT * FROM audit_entry WHERE ${isListed} ORDER BY at DESC, id DESC LIMIT ${limit + 1}) AS entry ${about}
     ORDER BY entry.at DESC, entry.id DESC`)
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  const next = last ? cursorAt('audit', last.at, last.id) : null
  return { results, next: next && adminPaths.api.audit({ limit, ...filters, cursor: next }) }
}

/** Throws 404. */
export async function getAuditEntry(id: number): Promise<AuditStates> {
  const [entry] = await jsonRows<AuditStates>(Prisma.sql`
    SELECT ${answer}::jsonb || jsonb_build_object('before', before, 'after', after) AS answer
      FROM audit_entry AS entry ${about} WHERE entry.id = ${id}`)
  if (!entry) throw notFound()
  return entry
}
