import { createHash, randomBytes } from 'node:crypto'
import { Prisma } from '../database/db.ts'
import type { TokenPurpose } from '../generated/enums.ts'

export const lifetimeSeconds: Record<TokenPurpose, number> = {
  confirm_email: 7 * 86_400,
  change_email: 7 * 86_400,
  reset_password: 3_600,
  google: 60,
  google_link: 900,
  google_link_mail: 3_600,
  cancel_subscription: 7 * 86_400,
  withdraw_subscription: 7 * 86_400,
  invitation: 7 * 86_400,
}

/** Time in which a repeated request gets the response of the first, which may have been lost. */
export const replaySeconds = 600

export type TokenRequest = {
  purpose: TokenPurpose
  user_id: number
  email?: string
  google_sub?: string | null
  requested_at?: Date
}
export type ConsumedToken = { user_id: number; email: string | null; google_sub: string | null }

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Returns 256 bits as base64url. Null if a newer token was requested, or links ended, after `requested_at`. */
export async function createToken(
  database: Prisma.TransactionClient,
  { purpose, user_id, email, google_sub, requested_at }: TokenRequest,
  token = randomBytes(32).toString('base64url'),
): Promise<string | null> {
  const expires_at = new Date(Date.now() + lifetimeSeconds[purpose] * 1_000)
  const made = await database.$executeRaw`
    INSERT INTO one_time_token (hash, purpose, user_id, email, google_sub, requested_at, expires_at)
    SELECT ${hashOf(token)}, ${purpose}::token_purpose, id, ${email ?? null}, ${google_sub ?? null}, asked.at, ${expires_at}
      FROM (SELECT coalesce(${requested_at ?? null}::timestamptz, now()) AS at) AS asked, "user"
     WHERE id = ${user_id}
       AND (${purpose} = 'confirm_email' OR links_ended_at IS NULL OR links_ended_at <= asked.at)
       FOR SHARE OF "user"
        ON CONFLICT (user_id, purpose) DO UPDATE
       SET hash = excluded.hash, email = excluded.email, google_sub = excluded.google_sub,
           requested_at = excluded.requested_at, expires_at = excluded.expires_at, used_at = NULL
     WHERE one_time_token.requested_at <= excluded.requested_at`
  return made === 0 ? null : token
}

const ownerOf = (hash: string) => Prisma.sql`
  SELECT id FROM "user" WHERE id = (SELECT user_id FROM one_time_token WHERE hash = ${hash}) FOR UPDATE`

/** Uses a token. Null if it is unknown, used or expired. Locks the user's row first, as `endMailedLinks` does. */
export async function consumeToken(
  transaction: Prisma.TransactionClient,
  purpose: TokenPurpose,
  token: string,
): Promise<ConsumedToken | null> {
  const hash = hashOf(token)
  const [consumed] = await transaction.$queryRaw<ConsumedToken[]>`
    WITH owner AS MATERIALIZED (${ownerOf(hash)})
    DELETE FROM one_time_token USING owner
     WHERE user_id = owner.id AND hash = ${hash} AND purpose = ${purpose}::token_purpose AND expires_at > now()
       AND used_at IS NULL
    RETURNING user_id, email, google_sub`
  return consumed ?? null
}

/** Records that a token was used. Call it last in the transaction. Ending all links of the user ends the record. */
export async function recordTokenUse(
  transaction: Prisma.TransactionClient,
  purpose: TokenPurpose,
  token: string,
  { user_id, email, google_sub }: ConsumedToken,
): Promise<void> {
  const seconds = Math.min(lifetimeSeconds[purpose], replaySeconds)
  const data = { hash: hashOf(token), email, google_sub, used_at: new Date() }
  const used = { ...data, requested_at: new Date(), expires_at: new Date(Date.now() + seconds * 1_000) }
  const where = { user_id_purpose: { user_id, purpose } }
  await transaction.oneTimeToken.upsert({ where, create: { ...used, user_id, purpose }, update: used })
}

/** Returns who used the token within `replaySeconds`; else null. */
export const findRecentTokenUse = (
  database: Prisma.TransactionClient,
  purpose: TokenPurpose,
  token: string,
): Promise<ConsumedToken | null> =>
  database.oneTimeToken.findFirst({
    where: { hash: hashOf(token), purpose, used_at: { not: null }, expires_at: { gt: new Date() } },
    select: { user_id: true, email: true, google_sub: true },
  })

export type Confirmation = { hash: string; user_id: number; email: string; purpose: TokenPurpose; was_used: boolean }

/** Marks a confirmation link as used. A used link is valid too. Locks rows as `consumeToken` does. */
export async function consumeConfirmation(
  transaction: Prisma.TransactionClient,
  token: string,
): Promise<Confirmation | null> {
  const hash = hashOf(token)
  const [owner] = await transaction.$queryRaw<{ id: number }[]>(ownerOf(hash))
  if (!owner) return null
  const [found] = await transaction.$queryRaw<Confirmation[]>`
    SELECT hash, user_id, email, purpose, used_at IS NOT NULL AS was_used FROM one_time_token
     WHERE hash = ${hash} AND purpose IN ('confirm_email', 'change_email') AND email IS NOT NULL AND expires_at > now()`
  if (found)
    await transaction.oneTimeToken.updateMany({ where: { hash, used_at: null }, data: { used_at: new Date() } })
  return found ?? null
}
