import type { AuditAction, AuditKind, AuditSource, ExportTarget } from '#shared/admin/audit.ts'
import { db, Prisma } from '../db.ts'
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
  /** As the API answers it; never a secret. */
  before?: object | undefined
  after?: object | undefined
}

const stateOf = (state: object | undefined) => (state ? (state as Prisma.InputJsonObject) : Prisma.DbNull)

/** Within the transaction of what was done. Answers the entry's id. */
export async function addAuditEntry(
  transaction: Prisma.TransactionClient,
  { target, note, before, after, ...entry }: NewAuditEntry,
): Promise<bigint> {
  const { id } = await transaction.auditEntry.create({
    data: {
      ...entry,
      // The database notes who it was, and that it was on the site.
      source: entry.actor_id === null ? (entry.source ?? programSource()) : null,
      target: String(target),
      note: note || null,
      before: stateOf(before),
      after: stateOf(after),
    },
    select: { id: true },
  })
  return id
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
