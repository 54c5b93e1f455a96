import type { AuditEntry, AuditFilters, AuditPage, AuditQuery, AuditStates } from '#shared/audit.ts'
import { adminPaths } from '#shared/admin-paths.ts'
import { cursorAt, moment, readCursor } from '../database/cursor.ts'
import { Prisma, queryRows } from '../db.ts'
import { authorOf } from '../forum/authors.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { notFound } from '../problem.ts'

const entryJson = Prisma.sql`json_build_object('id', entry.id, 'at', ${isoTimestamp('entry.at')},
  'actor', ${authorOf('entry.actor_id')}, 'kind', kind, 'action', action, 'target', target, 'note', note,
  'has_states', before IS NOT NULL OR after IS NOT NULL, 'comment_id', comment.id,
  'thread', CASE WHEN thread.id IS NOT NULL THEN json_build_object('meta_slug', meta_slug, 'title', title) END)`

/** What it was about in the forum, unless that was removed. */
const forumJoins = Prisma.sql`
  LEFT JOIN report ON report.id = CASE WHEN kind = 'report' THEN target::int END
  LEFT JOIN comment ON comment.id = CASE WHEN kind = 'comment' THEN target::int ELSE report.comment_id END
                   AND comment.deleted_at IS NULL
  LEFT JOIN thread ON thread.id = coalesce(comment.thread_id, report.thread_id,
                        (SELECT id FROM thread WHERE kind = 'thread' AND meta_slug = target))
                  AND thread.deleted_at IS NULL`

type AuditCursor = { at: string; id: string | number }

/** By the number of the actor: with a subquery in its place PostgreSQL reads the whole log for somebody who did little. */
async function findActorId(username: string): Promise<number | null> {
  const [found] = await queryRows<{ id: number }>(
    Prisma.sql`SELECT id FROM "user" WHERE lower(username) = lower(${username})`,
  )
  return found?.id ?? null
}

export type AuditCondition = (after: AuditCursor | null) => Prisma.Sql

/** Of the entries after a place, those that these filters let through. */
export async function auditCondition(filters: AuditFilters): Promise<AuditCondition> {
  const { kind, target, action, actor, from, until } = filters
  const actorId = actor === undefined ? null : await findActorId(actor)
  const conditions = [
    ...(kind ? [Prisma.sql`kind = ${kind}`] : []),
    ...(target ? [Prisma.sql`target = ${target}`] : []),
    ...(action ? [Prisma.sql`action = ${action}`] : []),
    ...(actor === undefined ? [] : [actorId === null ? Prisma.sql`false` : Prisma.sql`actor_id = ${actorId}`]),
    ...(from ? [Prisma.sql`at >= ${from}::timestamptz`] : []),
    ...(until ? [Prisma.sql`at < ${until}::timestamptz`] : []),
  ]
  return (after) => {
    const isAfter = after && Prisma.sql`(at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`
    return Prisma.join([isAfter ?? Prisma.sql`true`, ...conditions], ' AND ')
  }
}

/** What was done, the latest first. */
export async function listAudit({ limit, cursor, ...filters }: AuditQuery): Promise<AuditPage> {
  const place = readCursor(cursor, 'audit', moment)
  const isListed = (await auditCondition(filters))(place && { at: place.key, id: place.id })
  const rows = await jsonRows<AuditEntry>(Prisma.sql`
    SELECT ${entryJson} AS answer
      FROM (SELECT * FROM audit_entry WHERE ${isListed} ORDER BY at DESC, id DESC LIMIT ${limit + 1}) AS entry ${forumJoins}
     ORDER BY entry.at DESC, entry.id DESC`)
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  const next = last ? cursorAt('audit', last.at, last.id) : null
  return { results, next: next && adminPaths.api.audit({ limit, ...filters, cursor: next }) }
}

/** Throws 404. */
export async function getAuditEntry(id: number): Promise<AuditStates> {
  const [entry] = await jsonRows<AuditStates>(Prisma.sql`
    SELECT ${entryJson}::jsonb || jsonb_build_object('before', before, 'after', after) AS answer
      FROM audit_entry AS entry ${forumJoins} WHERE entry.id = ${id}`)
  if (!entry) throw notFound()
  return entry
}
