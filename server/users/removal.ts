import type { AccountRemoval } from '#shared/users.ts'
import { db } from '../db.ts'
import type { Prisma } from '../db.ts'
import { HttpProblem } from '../problem.ts'
import { adminsLock, isLastAdmin } from './blocking.ts'
import { reauthenticate } from './reauthentication.ts'
import type { ReauthenticationContext } from './reauthentication.ts'

/** Throws where what the person pays for cannot be ended now. */
export type CancelSubscription = (user_id: number) => Promise<void>

async function erase(transaction: Prisma.TransactionClient, id: number): Promise<void> {
  // In one order, so that people who leave at once, having rated the same prompts or voted for each other, cannot deadlock;
  // the person first, as by those who tell them something.
  await transaction.$executeRaw`SELECT FROM "user" WHERE id = ${id} FOR UPDATE`
  await transaction.$executeRaw`
    SELECT FROM prompt WHERE id IN (SELECT prompt_id FROM rating WHERE user_id = ${id}) ORDER BY id FOR NO KEY UPDATE`
  await transaction.$executeRaw`SELECT FROM thread WHERE author_id = ${id} ORDER BY id FOR NO KEY UPDATE`
  await transaction.$executeRaw`
    SELECT FROM comment WHERE author_id = ${id} OR id IN (SELECT comment_id FROM comment_vote WHERE user_id = ${id})
     ORDER BY id FOR NO KEY UPDATE`
  await transaction.user.delete({ where: { id }, select: { id: true } })
}

/** Throws 409. */
async function refuseLastAdmin(transaction: Prisma.TransactionClient, id: number): Promise<void> {
  if (await isLastAdmin(transaction, id))
    throw new HttpProblem(409, 'members.problem.last_admin', { code: 'last_admin' })
}

/** A locked account, whose lock others wait for with the admins' lock in hand: it is not waited for. Throws 409, 503. */
async function eraseMe(transaction: Prisma.TransactionClient, id: number): Promise<void> {
  const user = await transaction.user.findUnique({ where: { id }, select: { role: true } })
  if (user?.role === 'admin') {
    const [row] = await transaction.$queryRaw<{ isLocked: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${adminsLock}::bigint) AS "isLocked"`
    if (!row?.isLocked) throw new HttpProblem(503, 'problem.busy')
    await refuseLastAdmin(transaction, id)
  }
  await erase(transaction, id)
}

/** What is paid for is ended first: where that cannot be done now, the removal waits, and `removeWaiting` does it. Throws 409 for the last admin. */
export async function removeMe(
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
  await runLocked((transaction) => eraseMe(transaction, id))
  context.report('account_removed', id)
}

/** One that still cannot be ended waits on, and holds up no other. */
export async function removeWaiting(cancelSubscription: CancelSubscription): Promise<void> {
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
