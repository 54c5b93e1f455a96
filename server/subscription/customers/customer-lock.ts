import { db } from '../../database/db.ts'
import { HttpProblem } from '../../problem.ts'

const busyProblem = () => new HttpProblem(409, 'subscription.problem.under_way', { code: 'under_way' })

/** ms. A lock is renewed while its process lives, and ends by itself when that dies. */
const lockMs = 120_000

export const isCustomerLocked = (error: unknown): boolean =>
  error instanceof HttpProblem && error.facts.code === 'under_way'

/** Lets one change at a time charge a customer or pay back; throws 409 while another is under way, however long that takes. */
export async function withCustomerLock<Result>(
  customer_id: string,
  callback: () => Promise<Result>,
  durationMs = lockMs,
): Promise<Result> {
  let claimed_until = new Date(Date.now() + durationMs)
  const { count } = await db.customer.updateMany({
    where: { id: customer_id, OR: [{ claimed_until: null }, { claimed_until: { lt: new Date() } }] },
    data: { claimed_until },
  })
  if (count === 0) throw busyProblem()
  const renew = async () => {
    const later = new Date(Date.now() + durationMs)
    const renewed = await db.customer.updateMany({
      where: { id: customer_id, claimed_until },
      data: { claimed_until: later },
    })
    if (renewed.count > 0) claimed_until = later
  }
  let renewal: Promise<void> = Promise.resolve()
  // Where the database is away, the next turn tries again.
  const timer = setInterval(() => (renewal = renewal.then(renew).catch(() => undefined)), durationMs / 4)
  try {
    return await callback()
  } finally {
    clearInterval(timer)
    await renewal
    await db.customer.updateMany({ where: { id: customer_id, claimed_until }, data: { claimed_until: null } })
  }
}

/** Throws 409 while a declared cancellation or withdrawal of the person waits: carried out later, it would undo what is chosen now. */
export async function assertNoCancellationWaits(user_id: number): Promise<void> {
  const [waiting] = await db.$queryRaw<object[]>`
    SELECT id FROM pgboss.job WHERE name = 'cancellation' AND state < 'completed' AND data->>'user_id' = ${String(user_id)} LIMIT 1`
  if (waiting) throw busyProblem()
}
