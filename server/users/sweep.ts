import { db } from '../db.ts'

/** A session is left alone for this long, in ms: its first token may be about to come. */
const grace = 3_600_000

/** Removes what has expired, and sessions that no token can continue. */
export async function sweepExpired(): Promise<void> {
  const now = new Date()
  const expired = { where: { expires_at: { lt: now } } }
  await db.oneTimeToken.deleteMany(expired)
  await db.usedCredential.deleteMany(expired)
  await db.refreshToken.deleteMany(expired)
  await db.session.deleteMany({
    where: { last_used_at: { lt: new Date(now.getTime() - grace) }, tokens: { none: {} } },
  })
}
