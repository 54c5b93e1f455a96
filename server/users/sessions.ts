import { createHash, randomBytes } from 'node:crypto'
import { parse } from 'bowser'
import type { SessionPage } from '#shared/users.ts'
import { db } from '../db.ts'
import type { Prisma } from '../db.ts'
import { badToken, notFound } from '../problem.ts'

/** Days that a refresh token is good for. */
const lifetime = 30
/** Seconds in which a token that was just rotated may come once more, from a second tab or a retry. */
const grace = 10

/** Sign-ins that a person may have; one more ends the one that was not used for longest. */
const mostSessions = 50

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
/** 256 random bits, fit for an address. */
export const randomToken = () => randomBytes(32).toString('base64url')

export type Fresh = { user_id: number; session_id: string; refresh: string }
type Transaction = Prisma.TransactionClient

async function addToken(transaction: Transaction, session_id: string): Promise<string> {
  const refresh = randomToken()
  const expires_at = new Date(Date.now() + lifetime * 86_400_000)
  await transaction.refreshToken.create({ data: { hash: hashOf(refresh), session_id, expires_at } })
  return refresh
}

/** 'Firefox · Linux': as far as the User-Agent tells. */
function deviceOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = parse(userAgent.slice(0, 500))
  return [browser.name, os.name].filter(Boolean).join(' · ').slice(0, 100)
}

/** Begins a family of refresh tokens, for a browser that names itself so. */
export async function startSession(transaction: Transaction, user_id: number, userAgent: string): Promise<Fresh> {
  await transaction.$executeRaw`
    DELETE FROM session WHERE id IN (
      SELECT id FROM session WHERE user_id = ${user_id} ORDER BY last_used_at DESC OFFSET ${mostSessions - 1})`
  const session = await transaction.session.create({ data: { user_id, device: deviceOf(userAgent) } })
  return { user_id, session_id: session.id, refresh: await addToken(transaction, session.id) }
}

/**
 * Gives a new refresh token for one that was not used before, or within the grace. One that was rotated longer ago has
 * been stolen from somebody: its whole family ends. Throws 401.
 */
export async function rotate(refresh: string): Promise<Fresh> {
  const hash = hashOf(refresh)
  const fresh = await db.$transaction(async (transaction) => {
    // The session is locked first, here as by its removal: who refreshes at once waits in line instead of in a deadlock.
    const [session] = await transaction.$queryRaw<{ id: string; user_id: number }[]>`
      SELECT session.id, session.user_id FROM session JOIN refresh_token ON session_id = session.id
       WHERE hash = ${hash} AND expires_at > now() FOR UPDATE OF session`
    if (!session) return null
    const [used] = await transaction.$queryRaw<{ is_stale: boolean }[]>`
      UPDATE refresh_token SET rotated_at = coalesce(rotated_at, clock_timestamp()) WHERE hash = ${hash}
      RETURNING rotated_at < clock_timestamp() - ${grace} * interval '1 second' AS is_stale`
    if (!used || used.is_stale) {
      await transaction.session.delete({ where: { id: session.id } })
      return null
    }
    await transaction.session.update({ where: { id: session.id }, data: { last_used_at: new Date() } })
    return { user_id: session.user_id, session_id: session.id, refresh: await addToken(transaction, session.id) }
  })
  if (!fresh) throw badToken()
  return fresh
}

/** Ends the family of a refresh token, if there still is one. */
export async function endSessionOf(refresh: string): Promise<void> {
  await db.session.deleteMany({ where: { tokens: { some: { hash: hashOf(refresh) } } } })
}

/** Where a person is signed in, the latest used first: all of it, since there are at most fifty. */
export async function listSessions(user_id: number, current_id: string): Promise<SessionPage> {
  const sessions = await db.session.findMany({
    where: { user_id },
    orderBy: [{ last_used_at: 'desc' }, { id: 'desc' }],
  })
  const results = sessions.map(({ id, device, created_at, last_used_at }) => ({
    id,
    device,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    is_current: id === current_id,
  }))
  return { results, next: null }
}

/** Ends one sign-in of a person. Throws 404. */
export async function endSession(user_id: number, id: string): Promise<void> {
  const { count } = await db.session.deleteMany({ where: { id, user_id } })
  if (count === 0) throw notFound()
}

/** Ends every sign-in of a person, and every link but that which confirms the address: whoever asked for them may be another. */
export async function endSessions(transaction: Transaction, user_id: number): Promise<void> {
  await endLinks(transaction, user_id)
  await transaction.session.deleteMany({ where: { user_id } })
}

/** What was asked for until now, to reset the password, to change the address or to sign in, opens nothing any more. */
export async function endLinks(transaction: Transaction, user_id: number): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "user" SET links_ended_at = date_trunc('milliseconds', now()) WHERE id = ${user_id}`
  await transaction.oneTimeToken.deleteMany({ where: { user_id, purpose: { not: 'confirm_email' } } })
}
