import { inBatches } from '../database/batches.ts'
import { db } from '../database/db.ts'
import { oldestSessionStart } from './sessions.ts'

const graceMs = 3_600_000

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
  await db.invitation.deleteMany({ where: { expires_at: { lt: new Date(now.getTime() - endedInvitationMs) } } })
  const expired = { expires_at: { lt: now } }
  await inBatches((limit) => db.oneTimeToken.deleteMany({ where: expired, limit }))
  await inBatches((limit) => db.usedCredential.deleteMany({ where: expired, limit }))
  await inBatches((rows) => sweepRefreshTokens(now, rows))
  await inBatches((limit) => db.session.deleteMany({ where: { created_at: { lt: oldestSessionStart() } }, limit }))
}
