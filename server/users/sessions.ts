import { createHash, createHmac, randomBytes } from 'node:crypto'
import { parse } from 'bowser'
import type { SessionPage } from '#shared/users/schema.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { invalidToken, notFound, HttpProblem } from '../problem.ts'

const [refreshTokenDays, sessionDays] = [30, 90]
const dayMs = 86_400_000
/** Seconds in which a rotated token still works, for a second tab. Longer while its successor is unused. */
const graceSeconds = 10

const maxSessions = 50

export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')
export const randomToken = () => randomBytes(32).toString('base64url')

export type IssuedSession = { user_id: number; session_id: string; refresh: string }
type Transaction = Prisma.TransactionClient

export const oldestSessionStart = () => new Date(Date.now() - sessionDays * dayMs)

async function addToken(transaction: Transaction, session: { id: string; created_at: Date }, refresh: string) {
  const ends = Math.min(Date.now() + refreshTokenDays * dayMs, session.created_at.getTime() + sessionDays * dayMs)
  const data = { hash: tokenHash(refresh), session_id: session.id, expires_at: new Date(ends) }
  await transaction.refreshToken.create({ data })
}

function deviceOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = parse(userAgent.slice(0, 500))
  return [browser.name, os.name].filter(Boolean).join(' · ').slice(0, 100)
}

const blockedProblem = (status: 401 | 403) => new HttpProblem(status, 'users.problem.blocked', { code: 'blocked' })

/** Starts a session, whatever the kind of sign-in. Throws 403 for a blocked account. */
export async function startSession(
  transaction: Transaction,
  user_id: number,
  userAgent: string,
): Promise<IssuedSession> {
  const user = await transaction.user.findUnique({ where: { id: user_id }, select: { blocked_at: true } })
  if (user?.blocked_at) throw blockedProblem(403)
  await transaction.$executeRaw`
    DELETE FROM session WHERE id IN (
      SELECT id FROM session WHERE user_id = ${user_id} ORDER BY last_used_at DESC OFFSET ${maxSessions - 1})`
  const session = await transaction.session.create({ data: { user_id, device: deviceOf(userAgent) } })
  const refresh = randomToken()
  await addToken(transaction, session, refresh)
  return { user_id, session_id: session.id, refresh }
}

/** Returns the next refresh token. Derived from the current one, so that a retry gets an equal token. */
const successorOf = (refresh: string, secret: string) =>
  createHmac('sha256', secret).update(`refresh token ${refresh}`).digest('base64url')

async function findSuccessor(transaction: Transaction, refresh: string, secrets: readonly string[]) {
  const successors = new Map(
    secrets.map((secret) => successorOf(refresh, secret)).map((token) => [tokenHash(token), token]),
  )
  const found = await transaction.refreshToken.findFirst({
    where: { hash: { in: [...successors.keys()] } },
    select: { hash: true, rotated_at: true },
  })
  const next = found && successors.get(found.hash)
  return next === null || next === undefined ? null : { next, isUsed: found?.rotated_at !== null }
}

type LockedSession = { id: string; user_id: number; created_at: Date; is_blocked: boolean }
type Rotation = { next: string } | { refusal: 'over' | 'reused' | 'elsewhere' }

async function rotateToken(
  transaction: Transaction,
  session: LockedSession,
  refresh: string,
  secrets: SigningSecrets,
): Promise<Rotation> {
  const hash = tokenHash(refresh)
  const [token] = await transaction.$queryRaw<{ is_rotated: boolean; is_stale: boolean | null }[]>`
    SELECT rotated_at IS NOT NULL AS is_rotated,
           rotated_at < clock_timestamp() - ${graceSeconds} * interval '1 second' AS is_stale
      FROM refresh_token WHERE hash = ${hash}`
  const successor = token?.is_rotated ? await findSuccessor(transaction, refresh, secrets) : null
  const isReused = token?.is_stale === true && successor?.isUsed !== false
  if (!token || isReused || session.created_at < oldestSessionStart()) {
    await transaction.session.delete({ where: { id: session.id } })
    return { refusal: isReused ? 'reused' : 'over' }
  }
  if (token.is_rotated) return successor === null ? { refusal: 'elsewhere' } : { next: successor.next }
  const next = successorOf(refresh, secrets[0])
  await transaction.$executeRaw`UPDATE refresh_token SET rotated_at = clock_timestamp() WHERE hash = ${hash}`
  await addToken(transaction, session, next)
  await transaction.session.update({ where: { id: session.id }, data: { last_used_at: new Date() } })
  return { next }
}

export type SigningSecrets = readonly [string, ...string[]]

/** Rotates a refresh token. Ends the session if the token was stolen. Throws 401; 503 for a newer secret. */
export async function rotateRefreshToken(
  refresh: string,
  secrets: SigningSecrets,
  onReuse: (user_id: number) => void,
): Promise<IssuedSession> {
  const advanced = await db.$transaction(async (transaction) => {
    // Locks the session before its tokens, like its removal: otherwise concurrent refreshes deadlock.
    const [session] = await transaction.$queryRaw<LockedSession[]>`
      SELECT session.id, session.user_id, session.created_at, blocked_at IS NOT NULL AS is_blocked
        FROM session JOIN refresh_token ON session_id = session.id JOIN "user" ON "user".id = session.user_id
       WHERE hash = ${tokenHash(refresh)} AND expires_at > now() FOR UPDATE OF session`
    if (session?.is_blocked) throw blockedProblem(401)
    return session && { session, ...(await rotateToken(transaction, session, refresh, secrets)) }
  })
  if (!advanced) throw invalidToken()
  const { session } = advanced
  if ('next' in advanced) return { user_id: session.user_id, session_id: session.id, refresh: advanced.next }
  if (advanced.refusal === 'elsewhere') throw new HttpProblem(503, 'problem.busy')
  if (advanced.refusal === 'reused') onReuse(session.user_id)
  throw invalidToken()
}

export async function endSessionByToken(refresh: string): Promise<void> {
  await db.session.deleteMany({ where: { tokens: { some: { hash: tokenHash(refresh) } } } })
}

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

export async function endSession(user_id: number, id: string): Promise<void> {
  const { count } = await db.session.deleteMany({ where: { id, user_id } })
  if (count === 0) throw notFound()
}

/** Ends all sessions and mailed links, since another person may have requested the links. */
export async function endSessions(transaction: Transaction, user_id: number): Promise<void> {
  await endMailedLinks(transaction, user_id)
  await transaction.session.deleteMany({ where: { user_id } })
}

export const endAllSessions = (user_id: number): Promise<void> =>
  db.$transaction((transaction) => endSessions(transaction, user_id))

/** Ends all mailed links except the link with the hash `used`. */
export async function endMailedLinks(transaction: Transaction, user_id: number, used?: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "user" SET links_ended_at = date_trunc('milliseconds', now()) WHERE id = ${user_id}`
  await transaction.oneTimeToken.deleteMany({
    where: { user_id, purpose: { not: 'confirm_email' }, ...(used && { hash: { not: used } }) },
  })
}
