import type { AuditAction, AuditEntry, AuditPage } from '#shared/moderation.ts'
import { moderationPaths } from '#shared/moderation-paths.ts'
import { cursorAt, moment, readCursor } from '../database/cursor.ts'
import { Prisma } from '../db.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { authorOf } from './authors.ts'

export type NewAuditEntry = {
  actor_id: number
  action: AuditAction
  /** A thread's meta_slug, or the id of a comment or of a report. */
  target: string | number
  note?: string | undefined
}

/** Within the transaction of what was decided. Answers the entry's id. */
export async function addAuditEntry(
  transaction: Prisma.TransactionClient,
  { actor_id, action, target, note }: NewAuditEntry,
): Promise<bigint> {
  const { id } = await transaction.auditEntry.create({
    data: { actor_id, action, target: String(target), note: note || null },
    select: { id: true },
  })
  return id
}

/** What was decided, the latest first. What is gone by now has no thread. */
export async function listAudit({ limit, cursor }: { limit: number; cursor?: string | undefined }): Promise<AuditPage> {
  const place = readCursor(cursor, 'audit', moment)
  const rows = await jsonRows<AuditEntry>(Prisma.sql`
    SELECT json_build_object('id', entry.id, 'at', ${isoTimestamp('entry.at')}, 'actor', ${authorOf('entry.actor_id')},
             'action', action, 'target', target, 'note', note, 'comment_id', comment.id,
             'thread', CASE WHEN thread.id IS NOT NULL THEN json_build_object('meta_slug', meta_slug, 'title', title) END) AS answer
      FROM (SELECT * FROM audit_entry
             WHERE ${place ? Prisma.sql`(at, id) < (${place.key}::timestamptz, ${place.id})` : Prisma.sql`true`}
             ORDER BY at DESC, id DESC LIMIT ${limit + 1}) AS entry
      LEFT JOIN report ON report.id = CASE WHEN action LIKE 'reports%' THEN target::int END
      LEFT JOIN comment ON comment.id = CASE WHEN action LIKE 'comment%' THEN target::int ELSE report.comment_id END
                       AND comment.deleted_at IS NULL
      LEFT JOIN thread ON thread.id = coalesce(comment.thread_id, report.thread_id,
                            (SELECT id FROM thread WHERE action LIKE 'thread%' AND meta_slug = target))
                      AND thread.deleted_at IS NULL
     ORDER BY entry.at DESC, entry.id DESC`)
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  return {
    results,
    next: last ? moderationPaths.api.audit({ limit, cursor: cursorAt('audit', last.at, last.id) }) : null,
  }
}
