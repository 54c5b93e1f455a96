import { AuditKind } from '#shared/admin/audit.ts'
import type { AuditEntry, AuditFilters, AuditPage, AuditQuery, AuditStates } from '#shared/admin/audit.ts'
import type { Locale } from '#shared/locale.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { forwardPage, keyset } from '../sql/cursor.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { authorJson } from '../texts/authors.ts'
import { joinAuditNames } from './audit-names.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { notFound } from '../problem.ts'

const entryJson = Prisma.sql`json_build_object('id', entry.id, 'at', ${isoTimestamp('entry.at')},
  'actor', ${authorJson('entry.actor_id')}, 'actor_id', entry.actor_id, 'actor_name', entry.actor_name, 'source', entry.source,
  'kind', kind, 'action', action, 'target', target, 'name', subject.name, 'note', note,
  'has_states', before IS NOT NULL OR after IS NOT NULL, 'comment_id', comment.id,
  'thread', CASE WHEN thread.id IS NOT NULL THEN json_build_object('meta_slug', meta_slug, 'title', thread.title) END)`

/** SQL joins: the thread and the comment of an entry, unless they were removed. */
const forumJoins = Prisma.sql`
  LEFT JOIN report ON report.id = CASE WHEN kind = 'report' THEN target::int END
  LEFT JOIN comment ON comment.id = CASE WHEN kind = 'comment' THEN target::int ELSE report.comment_id END
                   AND comment.deleted_at IS NULL
  LEFT JOIN thread ON thread.id = coalesce(comment.thread_id, report.thread_id,
                        (SELECT id FROM thread WHERE kind = 'thread' AND meta_slug = target))
                  AND thread.deleted_at IS NULL`

/** Returns the ids of all accounts that have or had this username. A subquery would scan the whole log. */
async function findActorIds(username: string): Promise<number[]> {
  const next = (from: Prisma.Sql) => Prisma.sql`
    SELECT actor_id FROM audit_entry WHERE lower(actor_name) = lower(${username}) AND actor_id > ${from}
     ORDER BY actor_id LIMIT 1`
  const found = await queryRows<{ id: number }>(Prisma.sql`
    WITH RECURSIVE actor (id) AS (
      (${next(Prisma.sql`0`)})
      UNION ALL
      SELECT (${next(Prisma.sql`actor.id`)}) FROM actor WHERE id IS NOT NULL
    )
    SELECT id FROM actor WHERE id IS NOT NULL UNION SELECT id FROM "user" WHERE lower(username) = lower(${username})`)
  return found.map(({ id }) => id)
}

export async function auditCondition(filters: AuditFilters): Promise<Prisma.Sql> {
  const { kind, target, action, actor, from, until } = filters
  const actorIds = actor === undefined ? [] : await findActorIds(actor)
  const conditions = [
    Prisma.sql`true`,
    ...(kind ? [Prisma.sql`kind = ${kind}`] : []),
    // Before PostgreSQL 18, the index that begins with `kind` requires a condition on `kind`.
    ...(target && !kind ? [Prisma.sql`kind = ANY (${['', ...AuditKind.options]})`] : []),
    ...(target ? [Prisma.sql`target = ${target}`] : []),
    ...(action ? [Prisma.sql`action = ${action}`] : []),
    ...(actor === undefined ? [] : [Prisma.sql`actor_id = ANY (${actorIds}::int[])`]),
    ...(from ? [Prisma.sql`at >= ${from}::timestamptz`] : []),
    ...(until ? [Prisma.sql`at < ${until}::timestamptz`] : []),
  ]
  return Prisma.join(conditions, ' AND ')
}

export function listAudit({ limit, cursor, ...filters }: AuditQuery, locale: Locale): Promise<AuditPage> {
  return forwardPage({
    keyset: keyset('audit', 'timestamptz', ['at', 'id']),
    query: { limit, cursor },
    keyOf: ({ at, id }: AuditEntry) => ({ key: at, id }),
    pathOf: (next) => adminPaths.api.audit({ ...filters, ...next }),
    read: async ({ after, by, most }) =>
      jsonRows<AuditEntry>(Prisma.sql`
    SELECT ${entryJson} AS answer
      FROM (SELECT * FROM audit_entry WHERE ${await auditCondition(filters)} AND ${after} ORDER BY ${by} LIMIT ${most}) AS entry
           ${forumJoins} ${joinAuditNames(locale)}
     ORDER BY entry.at DESC, entry.id DESC`),
  })
}

export async function getAuditEntry(id: number, locale: Locale): Promise<AuditStates> {
  const [entry] = await jsonRows<AuditStates>(Prisma.sql`
    SELECT ${entryJson}::jsonb || jsonb_build_object('before', before, 'after', after) AS answer
      FROM audit_entry AS entry ${forumJoins} ${joinAuditNames(locale)} WHERE entry.id = ${id}`)
  if (!entry) throw notFound()
  return entry
}
