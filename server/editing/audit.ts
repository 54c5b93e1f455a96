import type { AuditAction, AuditKind } from '#shared/audit.ts'
import { Prisma } from '../db.ts'

export type NewAuditEntry = {
  /** Null: the command line. */
  actor_id: number | null
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
    data: { ...entry, target: String(target), note: note || null, before: stateOf(before), after: stateOf(after) },
    select: { id: true },
  })
  return id
}
