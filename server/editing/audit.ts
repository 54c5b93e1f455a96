import type { AuditAction, AuditKind, AuditSource, ExportTarget } from '#shared/admin/audit.ts'
import { locks } from '../database/locks.ts'
import { db, Prisma } from '../database/db.ts'
import { programSource } from './audit-source.ts'

export type NewAuditEntry = {
  /** Null: this program, as `programSource` says. */
  actor_id: number | null
  /** Where nobody is known, and it was no program. */
  source?: AuditSource
  kind: AuditKind
  action: AuditAction
  /** A thread's meta_slug, or the id of anything else. */
  target: string | number
  note?: string | undefined
  /** Of the request that created the target. */
  request_key?: string | undefined
  /** As the API answers it; never a secret. */
  before?: object | undefined
  after?: object | undefined
}

const stateOf = (state: object | undefined) => (state ? (state as Prisma.InputJsonObject) : Prisma.DbNull)

/** Within the transaction of what was done. Answers the entry's id. */
export async function addAuditEntry(
  transaction: Prisma.TransactionClient,
  { target, note, before, after, request_key, ...entry }: NewAuditEntry,
): Promise<bigint> {
  const { id } = await transaction.auditEntry.create({
    data: {
      ...entry,
      // The database notes who it was, and that it was on the site.
      source: entry.actor_id === null ? (entry.source ?? programSource()) : null,
      target: String(target),
      note: note || null,
      request_key: request_key ?? null,
      before: stateOf(before),
      after: stateOf(after),
    },
    select: { id: true },
  })
  return id
}

/** ms in which the same request again is a retry. */
const retryMs = 86_400_000

/** Id of what an earlier request of the same actor by the same key has created; null where there was none. Waits for one that is under way. */
export async function findCreated(
  transaction: Prisma.TransactionClient,
  { id: actor_id, request_key }: { id: number; request_key?: string | undefined },
  { kind, action }: Pick<NewAuditEntry, 'kind' | 'action'>,
): Promise<number | null> {
  if (request_key === undefined) return null
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${locks.requestKey}::int, hashtext(${request_key}))`
  const entry = await transaction.auditEntry.findFirst({
    where: { actor_id, at: { gt: new Date(Date.now() - retryMs) }, kind, action, request_key },
    select: { target: true },
  })
  return entry && Number(entry.target)
}

/** Before the first byte of a file leaves, with what was chosen of it. */
export function addExportEntry(actor_id: number, target: ExportTarget, chosen: object = {}): Promise<bigint> {
  const filters = Object.entries(chosen)
    .filter(([, value]) => value !== undefined && value !== '')
    // What was searched for may be an address, which goes with its account.
    .map(([name, value]) => [name, name === 'q' ? '…' : value])
  const after = filters.length > 0 ? Object.fromEntries(filters) : undefined
  return addAuditEntry(db, { actor_id, kind: 'export', action: 'exported', target, after })
}
