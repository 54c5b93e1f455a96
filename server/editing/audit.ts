import type { AuditAction, AuditKind, AuditSource, ExportTarget } from '#shared/admin/audit.ts'
import { advisoryLockIds } from '../database/locks.ts'
import { db, Prisma } from '../database/db.ts'
import { processAuditSource } from './audit-source.ts'

export type NewAuditEntry = {
  actor_id: number | null // the command line and jobs have no id
  source?: AuditSource // only for changes that neither a person nor this process makes
  kind: AuditKind
  action: AuditAction
  target: string | number // a thread's meta_slug, or an id
  note?: string | undefined
  request_key?: string | undefined
  before?: object | undefined // state in API form, without secrets
  after?: object | undefined
}

const stateOf = (state: object | undefined) => (state ? (state as Prisma.InputJsonObject) : Prisma.DbNull)

/** Adds an entry to the audit log, in the transaction of the change. Returns its id. */
export async function addAuditEntry(
  transaction: Prisma.TransactionClient,
  { target, note, before, after, request_key, ...entry }: NewAuditEntry,
): Promise<bigint> {
  const { id } = await transaction.auditEntry.create({
    data: {
      ...entry,
      // A database trigger fills in the source of a person's change.
      source: entry.actor_id === null ? (entry.source ?? processAuditSource()) : null,
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

const retryMs = 86_400_000

/** Returns the id that an earlier request with this key has created; else null. Waits for a concurrent request. */
export async function findCreatedId(
  transaction: Prisma.TransactionClient,
  { id: actor_id, request_key }: { id: number; request_key?: string | undefined },
  { kind, action }: Pick<NewAuditEntry, 'kind' | 'action'>,
): Promise<number | null> {
  if (request_key === undefined) return null
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLockIds.requestKey}::int, hashtext(${request_key}))`
  const entry = await transaction.auditEntry.findFirst({
    where: { actor_id, at: { gt: new Date(Date.now() - retryMs) }, kind, action, request_key },
    select: { target: true },
  })
  return entry && Number(entry.target)
}

export function addExportAuditEntry(actor_id: number, target: ExportTarget, chosen: object = {}): Promise<bigint> {
  const filters = Object.entries(chosen)
    .filter(([, value]) => value !== undefined && value !== '')
    // Hides search texts, since an e-mail address in one must not outlive its account.
    .map(([name, value]) => [name, name === 'q' ? '…' : value])
  const after = filters.length > 0 ? Object.fromEntries(filters) : undefined
  return addAuditEntry(db, { actor_id, kind: 'export', action: 'exported', target, after })
}
