import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { CancellationKind } from '#shared/subscription/cancellation.ts'
import type { Prisma } from '../database/db.ts'
import { lifetimeSeconds, replaySeconds } from '../mail/one-time-tokens.ts'

type LinkedCancellation = { kind: CancellationKind; user_id: number; received_at: string; declared_at: string }

const purposes = { cancel: 'cancel_subscription', withdraw: 'withdraw_subscription' } as const

const signatureOf = (kind: CancellationKind, subject: string, secret: string) =>
  createHmac('sha256', secret).update(`cancellation ${kind} ${subject}`).digest('base64url')

/** Creates the token of a mailed link. A later request leaves earlier links valid. */
export function cancellationToken(
  { kind, user_id, received_at, declared_at }: LinkedCancellation,
  secret: string,
): string {
  const subject = [user_id, Date.parse(received_at), Date.parse(declared_at)].join('-')
  return `${subject}-${signatureOf(kind, subject, secret)}`
}

const tokenPattern =
  /^(?<subject>(?<id>[1-9]\d{0,9})-(?<received>\d{1,15})-(?<declared>\d{1,15}))-(?<signature>[\w-]{43})$/

const isoOf = (ms: string | undefined) => new Date(Number(ms)).toISOString()

function readToken(kind: CancellationKind, token: string, secrets: readonly string[]): LinkedCancellation | null {
  const { subject, id, received, declared, signature } = tokenPattern.exec(token)?.groups ?? {}
  if (subject === undefined || signature === undefined) return null
  const isSigned = secrets.some((secret) =>
    timingSafeEqual(Buffer.from(signatureOf(kind, subject, secret)), Buffer.from(signature)),
  )
  if (!isSigned) return null
  return { kind, user_id: Number(id), received_at: isoOf(received), declared_at: isoOf(declared) }
}

/** Uses a token. Returns null if it is invalid or older than a used one. A retry within minutes succeeds. */
export async function useCancellationToken(
  transaction: Prisma.TransactionClient,
  { kind, token }: { kind: CancellationKind; token: string },
  secrets: readonly string[],
): Promise<(LinkedCancellation & { was_used: boolean }) | null> {
  const cancellation = readToken(kind, token, secrets)
  if (!cancellation) return null
  const { user_id } = cancellation
  const now = new Date()
  const received_at = new Date(cancellation.received_at)
  const lifetimeMs = lifetimeSeconds[purposes[kind]] * 1_000
  if (received_at.getTime() + lifetimeMs <= now.getTime()) return null
  const hash = createHash('sha256').update(token).digest('hex')
  const used = await transaction.$executeRaw`
    INSERT INTO one_time_token (hash, purpose, user_id, requested_at, expires_at, used_at)
    SELECT ${hash}, ${purposes[kind]}::token_purpose, id, ${received_at}, ${new Date(now.getTime() + lifetimeMs)}, ${now}
      FROM "user"
     WHERE id = ${user_id} AND erased_at IS NULL AND (links_ended_at IS NULL OR links_ended_at <= ${received_at})
       FOR UPDATE OF "user"
        ON CONFLICT (user_id, purpose) DO UPDATE
       SET hash = excluded.hash, requested_at = excluded.requested_at, expires_at = excluded.expires_at,
           used_at = excluded.used_at
     WHERE one_time_token.used_at IS NULL OR one_time_token.used_at < excluded.requested_at`
  if (used > 0) return { ...cancellation, was_used: false }
  const same = await transaction.oneTimeToken.findFirst({
    where: { hash, user_id, used_at: { gt: new Date(now.getTime() - replaySeconds * 1_000) } },
    select: { hash: true },
  })
  return same && { ...cancellation, was_used: true }
}
