import { randomBytes } from 'node:crypto'
import { db } from '../database/db.ts'
import { Stripe } from './stripe.ts'

/** Returns this database's prefix of idempotency and lookup keys, or creates it. */
export async function readKeyPrefix(): Promise<string> {
  const stored = await db.stripeAccount.findFirst({ select: { key_prefix: true } })
  if (stored) return stored.key_prefix
  const key_prefix = randomBytes(6).toString('hex')
  await db.stripeAccount.createMany({ data: [{ key_prefix }], skipDuplicates: true })
  return (await db.stripeAccount.findFirstOrThrow({ select: { key_prefix: true } })).key_prefix
}

const isReplayed = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'

const isKeyReused = (error: unknown) =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400

/** True if Stripe stored the failure and returns it for this key for a day. */
const isFailureStored = (error: unknown) =>
  isReplayed(error) ||
  isKeyReused(error) ||
  (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500)

const countFailure = (intent: string, attempt: number) => db.$executeRaw`
  INSERT INTO stripe_attempt (intent, number) VALUES (${intent}, ${attempt + 1})
  ON CONFLICT (intent) DO UPDATE SET number = excluded.number, updated_at = now() WHERE stripe_attempt.number < excluded.number`

/**
 * Creates an object at Stripe once, even if called concurrently or again after a crash. Each attempt has a new key, since
 * Stripe stores failures. A failed call may have taken effect: `create` must first look for an existing object.
 */
export async function createOnce<Result>(
  intent: string,
  create: (options: { idempotencyKey: string }) => Promise<Result>,
): Promise<Result> {
  const prefix = await readKeyPrefix()
  const tryOnce = async () => {
    const attempt = (await db.stripeAttempt.findUnique({ where: { intent } }))?.number ?? 0
    return create({ idempotencyKey: `${prefix}_${intent}_${attempt}` }).catch(async (error: unknown) => {
      if (isFailureStored(error)) await countFailure(intent, attempt)
      throw error
    })
  }
  return tryOnce().catch((error: unknown) => {
    if (isFailureStored(error)) return tryOnce()
    throw error
  })
}
