import { locks } from '../database/locks.ts'
import type { Prisma } from '../database/db.ts'
import type { Actor } from '../editing/edit.ts'
import { requestTextChange } from '../forum/author-hiding.ts'
import { forbidden } from '../problem.ts'
import { endSessions } from './sessions.ts'

type Transaction = Prisma.TransactionClient

/** Who changes roles does so one after the other, so that two admins who take the role from each other leave one. */
export const lockAdmins = (transaction: Transaction) =>
  transaction.$executeRaw`SELECT pg_advisory_xact_lock(${locks.admins}::bigint)`

/** Of the admins' lock: whoever was an admin as the request came may be none any more. Throws 403. */
export async function checkIsAdmin(transaction: Transaction, { id }: Actor): Promise<void> {
  if (id === null) return
  const where = { id, role: 'admin', blocked_at: null } as const
  if (!(await transaction.user.findFirst({ where, select: { id: true } }))) throw forbidden()
}

/** Whether nobody else could enter the admin area. */
export async function isLastAdmin(transaction: Transaction, id: number): Promise<boolean> {
  const admins = await transaction.user.findMany({
    where: { role: 'admin', blocked_at: null },
    select: { id: true },
    take: 2,
  })
  return admins.length === 1 && admins[0]?.id === id
}

/** Nobody signs in, refreshes or uses a session of theirs from then on; what is on its way waits, and is hidden too. */
export const lockMember = (transaction: Transaction, id: number) =>
  transaction.$queryRaw<{ id: number }[]>`SELECT id FROM "user" WHERE id = ${id} FOR UPDATE`

/** A locked member. Their sign-ins stay as rows that open nothing, so that a refresh says why; unblocking removes them. */
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
  if (hides_content !== hid) await requestTextChange(transaction, id)
}

/** A locked member: signing in works again, and what was hidden with them is to be shown again. */
export async function unblockMember(transaction: Transaction, id: number): Promise<void> {
  const { hides_content } = await transaction.user.findUniqueOrThrow({ where: { id }, select: { hides_content: true } })
  await endSessions(transaction, id)
  const data = { blocked_at: null, block_reason: null, hides_content: false }
  await transaction.user.update({ where: { id }, data, select: { id: true } })
  if (hides_content) await requestTextChange(transaction, id)
}
