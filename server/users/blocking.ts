import { advisoryLockIds } from '../database/locks.ts'
import type { Prisma } from '../database/db.ts'
import type { Actor } from '../editing/edit.ts'
import { requestAuthorHiding } from '../forum/author-hiding.ts'
import { forbidden } from '../problem.ts'
import { endSessions } from './sessions.ts'

type Transaction = Prisma.TransactionClient

/** Waits for other role changes: two admins who demote each other at once cannot both succeed. */
export const lockAdmins = (transaction: Transaction) =>
  transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLockIds.admins}::bigint)`

/** Throws 403 if the actor has lost the role since the request arrived. Call with the admins' lock. */
export async function assertIsAdmin(transaction: Transaction, { id }: Actor): Promise<void> {
  if (id === null) return
  const where = { id, role: 'admin', blocked_at: null } as const
  if (!(await transaction.user.findFirst({ where, select: { id: true } }))) throw forbidden()
}

export async function isLastAdmin(transaction: Transaction, id: number): Promise<boolean> {
  const admins = await transaction.user.findMany({
    where: { role: 'admin', blocked_at: null },
    select: { id: true },
    take: 2,
  })
  return admins.length === 1 && admins[0]?.id === id
}

/** Locks the row of an account. Its sign-ins and requests wait until the transaction ends. */
export const lockMember = (transaction: Transaction, id: number) =>
  transaction.$queryRaw<{ id: number }[]>`SELECT id FROM "user" WHERE id = ${id} FOR UPDATE`

/** Blocks an account whose row is locked. Keeps its sessions, so that a refresh can return the reason. */
export async function blockMember(
  transaction: Transaction,
  id: number,
  { hides_content, reason }: { hides_content: boolean; reason: string },
): Promise<void> {
  const { blocked_at, hides_content: hid } = await transaction.user.findUniqueOrThrow({
    where: { id },
    select: { blocked_at: true, hides_content: true },
  })
  const data = { blocked_at: blocked_at ?? new Date(), block_reason: reason, hides_content }
  await transaction.user.update({ where: { id }, data, select: { id: true } })
  await transaction.oneTimeToken.deleteMany({ where: { user_id: id, purpose: { not: 'confirm_email' } } })
  if (hides_content !== hid) await requestAuthorHiding(transaction, id)
}

/** Unblocks an account whose row is locked. The member can sign in again. Texts hidden by the block will be shown again. */
export async function unblockMember(transaction: Transaction, id: number): Promise<void> {
  const { hides_content } = await transaction.user.findUniqueOrThrow({ where: { id }, select: { hides_content: true } })
  await endSessions(transaction, id)
  const data = { blocked_at: null, block_reason: null, hides_content: false }
  await transaction.user.update({ where: { id }, data, select: { id: true } })
  if (hides_content) await requestAuthorHiding(transaction, id)
}
