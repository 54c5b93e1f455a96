import { randomBytes } from 'node:crypto'
import { db } from '../database/db.ts'
import { Stripe } from './stripe.ts'

/** What this database's idempotency keys and lookup keys begin with: it is made once, and comes with a backup. */
export async function readKeyPrefix(): Promise<string> {
  const stored = await db.stripeAccount.findFirst({ select: { key_prefix: true } })
  if (stored) return stored.key_prefix
  const key_prefix = randomBytes(6).toString('hex')
  await db.stripeAccount.createMany({ data: [{ key_prefix }], skipDuplicates: true })
  return (await db.stripeAccount.findFirstOrThrow({ select: { key_prefix: true } })).key_prefix
}

const isReplayed = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'

/** The key was used with other parameters, as by a former release or before a plan was renamed. */
const isReused = (error: unknown) => error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400

/** Whether the same key gets a failure for a day. */
const isSpent = (error: unknown) =>
  isReplayed(error) ||
  isReused(error) ||
  (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500)

/** Nobody else's count is lost. */
const countFailure = (intent: string, attempt: number) => db.$executeRaw`
  INSERT INTO stripe_attempt (intent, number) VALUES (${intent}, ${attempt + 1})
  ON CONFLICT (intent) DO UPDATE SET number = excluded.number, updated_at = now() WHERE stripe_attempt.number < excluded.number`

/**
 * Makes something at Stripe once, however many ask for it at once and after whatever crash: the key is of this database,
 * of what is to be made and of the attempt. Stripe keeps a failure under its key, so the next attempt has another one;
 * the first of them follows in the same call. A failure may have had its effect all the same, so `create` looks first for
 * what must not be there twice. A second customer, product or portal configuration does no harm: nobody uses it.
 */
export async function createOnce<Result>(
  intent: string,
  create: (options: { idempotencyKey: string }) => Promise<Result>,
): Promise<Result> {
  const prefix = await readKeyPrefix()
  const tryOnce = async () => {
    const attempt = (await db.stripeAttempt.findUnique({ where: { intent } }))?.number ?? 0
    return create({ idempotencyKey: `${prefix}_${intent}_${attempt}` }).catch(async (error: unknown) => {
      if (isSpent(error)) await countFailure(intent, attempt)
      throw error
    })
  }
  return tryOnce().catch((error: unknown) => {
    if (isSpent(error)) return tryOnce()
    throw error
  })
}
