import { inBatches } from '../database/batches.ts'
import { db, Prisma } from '../database/db.ts'
import { oldestSessionStart } from './sessions.ts'

const graceMs = 3_600_000

const sweepTable = (table: 'one_time_token' | 'used_credential', now: Date) =>
  inBatches(
    (rows) => db.$executeRaw`
      DELETE FROM ${Prisma.raw(table)} WHERE hash = ANY (ARRAY(
        SELECT hash FROM ${Prisma.raw(table)} WHERE expires_at < ${now} LIMIT ${rows}))`,
  )

/** Deletes expired tokens, and sessions without another token. Locks sessions first, to avoid deadlocks. */
async function sweepRefreshTokens(now: Date, rows: number): Promise<number> {
  const before = new Date(now.getTime() - graceMs)
  const expired = await db.refreshToken.findMany({
    where: { expires_at: { lt: before } },
    orderBy: { expires_at: 'asc' },
    take: rows,
    select: { hash: true, session_id: true },
  })
  await db.session.deleteMany({
    where: {
      id: { in: [...new Set(expired.map(({ session_id }) => session_id))] },
      tokens: { none: { expires_at: { gte: before } } },
    },
  })
  await db.refreshToken.deleteMany({ where: { hash: { in: expired.map(({ hash }) => hash) } } })
  return expired.length
}

const endedInvitationMs = 30 * 86_400_000

export async function sweepExpired(): Promise<void> {
  const now = new Date()
  const ended = { expires_at: { lt: new Date(now.getTime() - endedInvitationMs) } }
  await db.invitation.deleteMany({ where: ended })
  await sweepTable('one_time_token', now)
  await sweepTable('used_credential', now)
  await inBatches((rows) => sweepRefreshTokens(now, rows))
  await inBatches(
    (rows) => db.$executeRaw`
      DELETE FROM session WHERE id = ANY (ARRAY(
        SELECT id FROM session WHERE created_at < ${oldestSessionStart()} ORDER BY created_at LIMIT ${rows}))`,
  )
}
