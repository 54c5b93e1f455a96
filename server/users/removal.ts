import type { AccountRemoval } from '#shared/users/schema.ts'
import { advisoryLockIds } from '../database/locks.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { HttpProblem } from '../problem.ts'
import { isLastAdmin, lockAdmins } from './blocking.ts'
import { eraseInTransaction, markAccountErased, needsBatchedErasure } from './erasure.ts'
import { reauthenticate } from './reauthentication.ts'
import type { ReauthenticationContext } from './reauthentication.ts'

/** Cancels the subscription of a person. Throws if it cannot be canceled now. */
export type CancelSubscription = (user_id: number) => Promise<void>

/** Erases a small account at once. For a large account, a job erases the parts that nobody sees. */
async function erase(transaction: Prisma.TransactionClient, id: number): Promise<void> {
  const [user] = await transaction.$queryRaw<{ role: string; confirmed_email: string | null }[]>`
    SELECT role::text, CASE WHEN email_confirmed_at IS NOT NULL THEN email END AS confirmed_email
      FROM "user" WHERE id = ${id} FOR UPDATE`
  if (user && user.role !== 'user')
    await addAuditEntry(transaction, { actor_id: id, kind: 'member', action: 'account_removed', target: id })
  const invited = user?.confirmed_email ? [{ email: user.confirmed_email }] : []
  await transaction.invitation.deleteMany({ where: { OR: [{ inviter_id: id }, ...invited] } })
  const isLarge = await needsBatchedErasure(transaction, id)
  await (isLarge ? markAccountErased(transaction, id) : eraseInTransaction(transaction, id))
}

async function refuseLastAdmin(transaction: Prisma.TransactionClient, id: number): Promise<void> {
  if (await isLastAdmin(transaction, id))
    throw new HttpProblem(409, 'members.problem.last_admin', { code: 'last_admin' })
}

/** Erases the person's account. Throws 409 for the last admin, 503 if other role changes are running. */
async function eraseMe(transaction: Prisma.TransactionClient, id: number): Promise<void> {
  const user = await transaction.user.findUnique({ where: { id }, select: { role: true } })
  if (user?.role === 'admin') {
    const [row] = await transaction.$queryRaw<{ isLocked: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${advisoryLockIds.admins}::bigint) AS "isLocked"`
    if (!row?.isLocked) throw new HttpProblem(503, 'problem.busy')
    await refuseLastAdmin(transaction, id)
  }
  await erase(transaction, id)
}

/** Cancels the subscription, then erases the account. If Stripe fails, a job retries. Throws 409 for the last admin. */
export async function removeAccount(
  id: number,
  { password, google }: AccountRemoval,
  context: ReauthenticationContext & { cancelSubscription: CancelSubscription },
): Promise<void> {
  const runLocked = await reauthenticate(id, { field: 'password', password, google }, context)
  await refuseLastAdmin(db, id)
  await context.cancelSubscription(id).catch(async (error: unknown) => {
    if (error instanceof HttpProblem && error.status === 503)
      await runLocked((transaction) =>
        transaction.user.update({ where: { id }, data: { removal_asked_at: new Date() }, select: { id: true } }),
      )
    throw error
  })
  const user = await db.user.findUnique({ where: { id }, select: { role: true } })
  await runLocked((transaction) => eraseMe(transaction, id), user?.role === 'admin' ? lockAdmins : undefined)
  context.report('account_removed', id)
}

/** Removes accounts whose removal was postponed. A failure delays no other account. */
export async function retryPostponedRemovals(cancelSubscription: CancelSubscription): Promise<void> {
  const waiting = await db.user.findMany({
    where: { removal_asked_at: { not: null } },
    select: { id: true },
    orderBy: { removal_asked_at: 'asc' },
  })
  let failure: unknown
  for (const { id } of waiting)
    await cancelSubscription(id)
      .then(() => db.$transaction((transaction) => erase(transaction, id)))
      .catch((error: unknown) => (failure = error))
  if (failure) throw failure
}
