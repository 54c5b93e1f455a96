import type { CancellationKind } from '#shared/subscription/cancellation.ts'
import type { Locale } from '#shared/locale.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { FieldProblem, HttpProblem } from '../problem.ts'
import { changeAutoRenew } from './auto-renew.ts'
import { useCancellationToken } from './cancellation-links.ts'
import { findCustomer } from './customers/customers.ts'
import { refundFirstPayment } from './refunds/refunds.ts'
import { cancelImmediately } from './repairs.ts'
import { findRunningSubscription, planNameIn } from './status.ts'
import { readPaymentClock } from './stripe.ts'
import type { Stripe, SyncContext } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'

/** Declared cancellation. `received_at`: time by our clock. `declared_at`: time by the clock of payments. */
type Declaration = { kind: CancellationKind; received_at: string; declared_at: string }
type Visitor = { email: string; name?: string | undefined }
export type CancellationRequest = Declaration & Visitor & { locale: Locale; is_delayed?: boolean }
export type Cancellation = Declaration & { user_id: number; reason?: string | undefined }
export type CancellationReason = { received_at: string; reason: string } & (Visitor | { user_id: number })
type Receipt = { received_at: string }
type CancellationQueue = { jobs: Jobs; stripe: Stripe | null }

const readTimes = async (stripe: Stripe | null) => ({
  received_at: new Date().toISOString(),
  declared_at: (await readPaymentClock(stripe)).toISOString(),
})

async function enqueueReason(
  jobs: Jobs,
  transaction: Prisma.TransactionClient,
  reason: CancellationReason | '' | undefined,
): Promise<void> {
  if (reason) await jobs.enqueue(transaction, 'cancellation_reason', reason)
}

export async function requestCancellation(
  { jobs, stripe }: CancellationQueue,
  { reason, ...request }: Omit<CancellationRequest, keyof Receipt | 'declared_at'> & { reason?: string | undefined },
): Promise<Receipt> {
  const declared: CancellationRequest = { ...request, ...(await readTimes(stripe)) }
  const { email, name, received_at } = declared
  await db.$transaction(async (transaction) => {
    await jobs.enqueue(transaction, 'cancellation_request', declared)
    await enqueueReason(jobs, transaction, reason && { email, name, received_at, reason })
  })
  return { received_at }
}

/** Seconds until a receipt is mailed, unless the outcome was mailed before. */
const receiptDelaySeconds = 60

async function enqueueCancellation(
  jobs: Jobs,
  transaction: Prisma.TransactionClient,
  declared: Cancellation,
): Promise<void> {
  const { kind, user_id, received_at } = declared
  await jobs.enqueue(transaction, 'cancellation', declared)
  const delay = { seconds: receiptDelaySeconds, key: `${kind} ${user_id} ${received_at}` }
  await jobs.enqueue(transaction, 'cancellation_receipt', declared, { delay })
}

export async function isCancellationWaiting({ kind, user_id, received_at }: Cancellation): Promise<boolean> {
  const waiting = await db.$queryRaw<object[]>`
    SELECT id FROM pgboss.job
     WHERE name = 'cancellation' AND state < 'completed' AND data->>'user_id' = ${String(user_id)}
       AND data->>'kind' = ${kind} AND data->>'received_at' = ${received_at}`
  return waiting.length > 0
}

/** Accepts a cancellation of a verified person. Stores it first, so it counts even if Stripe is unreachable. */
export async function acceptCancellation(
  { jobs, stripe }: CancellationQueue,
  person: Pick<Cancellation, 'kind' | 'user_id' | 'reason'>,
): Promise<Receipt> {
  const declared: Cancellation = { ...person, ...(await readTimes(stripe)) }
  const { user_id, received_at, reason } = declared
  await db.$transaction(async (transaction) => {
    await enqueueCancellation(jobs, transaction, declared)
    await enqueueReason(jobs, transaction, reason && { user_id, received_at, reason })
  })
  return { received_at }
}

/** Confirms a cancellation, dated by the request of its link. A retry succeeds. Throws FieldProblem: token. */
export const confirmCancellation = (
  jobs: Jobs,
  link: { kind: CancellationKind; token: string },
  secrets: readonly string[],
): Promise<Receipt> =>
  db.$transaction(async (transaction) => {
    const used = await useCancellationToken(transaction, link, secrets)
    if (!used) throw new FieldProblem('token', 'subscription.cancellation.wrong_link')
    const { was_used, ...cancellation } = used
    if (!was_used) await enqueueCancellation(jobs, transaction, cancellation)
    return { received_at: cancellation.received_at }
  })

export type CancellationOutcome = {
  outcome: 'canceled' | 'ended_unpaid' | 'withdrawn' | 'withdrawn_owed' | 'refused' | 'nothing'
  plan_id: number | null
  ends_at: Date | null
}

const nothingCanceled: CancellationOutcome = { outcome: 'nothing', plan_id: null, ends_at: null }

/** Returns the latest subscription if it ended after `moment` and none runs. Stripe rounds to seconds. */
async function findEndedSince(user_id: number, moment: Date) {
  if (await findRunningSubscription(user_id)) return null
  const ended = await db.subscription.findFirst({
    where: { customer: { user_id }, status: 'canceled', ends_at: { gte: new Date(moment.getTime() - 1_000) } },
    orderBy: { created_at: 'desc' },
    select: { id: true },
  })
  if (!ended) return null
  const refused = { subscription_id: ended.id, refund_refusal: { not: null } }
  return { subscription_id: ended.id, is_owed: (await db.payment.count({ where: refused })) > 0 }
}

const permanentRefusals: unknown[] = ['no_refund', 'disputed', 'dispute_closed']

async function withdraw(sync: SyncContext, { user_id, ...declared }: Cancellation): Promise<CancellationOutcome> {
  const declared_at = new Date(declared.declared_at)
  const ended = await refundFirstPayment(sync, user_id, declared_at, true).catch((error: unknown) => {
    if (error instanceof HttpProblem && permanentRefusals.includes(error.extensions.code))
      return findEndedSince(user_id, declared_at)
    throw error
  })
  if (!ended) {
    const running = await findRunningSubscription(user_id)
    return running ? { outcome: 'refused', plan_id: running.plan_id, ends_at: null } : nothingCanceled
  }
  const { plan_id, ends_at } = await db.subscription.findUniqueOrThrow({
    where: { id: ended.subscription_id },
    select: { plan_id: true, ends_at: true },
  })
  return { outcome: ended.is_owed ? 'withdrawn_owed' : 'withdrawn', plan_id, ends_at }
}

async function cancel(sync: SyncContext, { user_id }: Cancellation): Promise<CancellationOutcome> {
  const customer = await findCustomer(user_id)
  if (!customer) return nothingCanceled
  await syncCustomer(sync, customer.id)
  const overdue = await findRunningSubscription(user_id)
  if (!overdue) return nothingCanceled
  if (overdue.status === 'past_due') {
    await cancelImmediately(sync.stripe, overdue.id)
    await syncCustomer(sync, customer.id)
    return { outcome: 'ended_unpaid', plan_id: overdue.plan_id, ends_at: null }
  }
  await changeAutoRenew(sync, user_id, false)
  const running = await findRunningSubscription(user_id)
  if (!running) return nothingCanceled
  return { outcome: 'canceled', plan_id: running.plan_id, ends_at: running.ends_at ?? running.current_period_end }
}

export const executeCancellation = (sync: SyncContext, cancellation: Cancellation): Promise<CancellationOutcome> =>
  cancellation.kind === 'withdraw' ? withdraw(sync, cancellation) : cancel(sync, cancellation)

export async function planNameOf(plan_id: number | null, locale: Locale): Promise<string> {
  if (plan_id === null) return ''
  return planNameIn(await db.planText.findMany({ where: { plan_id }, select: { locale: true, name: true } }), locale)
}
