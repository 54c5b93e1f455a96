import { createHash, randomBytes } from 'node:crypto'
import { Prisma } from '../db.ts'
import type { TokenPurpose } from '../generated/enums.ts'

/** In seconds. */
export const lifetimes: Record<TokenPurpose, number> = {
  confirm_email: 7 * 86_400,
  change_email: 7 * 86_400,
  reset_password: 3_600,
  google: 60,
}

export type TokenRequest = {
  purpose: TokenPurpose
  user_id: number
  /** The address that it proves, where it proves one. */
  email?: string
  /** When it was asked for; now where nothing is said. */
  requested_at?: Date
}
export type TakenToken = { user_id: number; email: string | null }

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Answers 256 bits as base64url, of which only the hash is kept. A person has one for a purpose, which is replaced by what
 * was asked for later; null for what was asked for earlier, or before all links of the person ended.
 */
export async function makeToken(
  database: Prisma.TransactionClient,
  { purpose, user_id, email, requested_at }: TokenRequest,
  token = randomBytes(32).toString('base64url'),
): Promise<string | null> {
  const expires_at = new Date(Date.now() + lifetimes[purpose] * 1_000)
  // Whoever is just ending all links is waited for.
  const made = await database.$executeRaw`
    INSERT INTO one_time_token (hash, purpose, user_id, email, requested_at, expires_at)
    SELECT ${hashOf(token)}, ${purpose}::token_purpose, id, ${email ?? null}, asked.at, ${expires_at}
      FROM (SELECT coalesce(${requested_at ?? null}::timestamptz, now()) AS at) AS asked, "user"
     WHERE id = ${user_id}
       AND (${purpose} = 'confirm_email' OR links_ended_at IS NULL OR links_ended_at <= asked.at)
       FOR SHARE OF "user"
        ON CONFLICT (user_id, purpose) DO UPDATE
       SET hash = excluded.hash, email = excluded.email, requested_at = excluded.requested_at,
           expires_at = excluded.expires_at
     WHERE one_time_token.requested_at <= excluded.requested_at`
  return made === 0 ? null : token
}

/** Whose it was; null for one that is unknown, used, replaced or expired. Of several at once, one gets it. */
export async function takeToken(
  transaction: Prisma.TransactionClient,
  purpose: TokenPurpose,
  token: string,
): Promise<TakenToken | null> {
  const [taken] = await transaction.$queryRaw<TakenToken[]>`
    DELETE FROM one_time_token
     WHERE hash = ${hashOf(token)} AND purpose = ${purpose}::token_purpose AND expires_at > now()
    RETURNING user_id, email`
  return taken ?? null
}
