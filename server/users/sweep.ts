import { db } from '../db.ts'
import { oldestSessionStart } from './sessions.ts'

/** The first token of a session may be about to come. */
const newSessionGraceMs = 3_600_000

export async function sweepExpired(): Promise<void> {
  const now = new Date()
  const expired = { where: { expires_at: { lt: now } } }
  await db.oneTimeToken.deleteMany(expired)
  await db.usedCredential.deleteMany(expired)
  await db.refreshToken.deleteMany(expired)
  await db.session.deleteMany({
    where: {
      OR: [
        { created_at: { lt: oldestSessionStart() } },
        { last_used_at: { lt: new Date(now.getTime() - newSessionGraceMs) }, tokens: { none: {} } },
      ],
    },
  })
}
