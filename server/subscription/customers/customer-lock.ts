import { db } from '../../database/db.ts'
import { HttpProblem } from '../../problem.ts'

const lockedProblem = () => new HttpProblem(409, 'subscription.problem.under_way', { code: 'under_way' })

/** Lifetime of a lock in ms. A process renews its lock while it runs. */
const lockMs = 120_000

export const isCustomerLocked = (error: unknown): boolean =>
  error instanceof HttpProblem && error.extensions.code === 'under_way'

/** Runs a change of a customer's payments. Throws 409 while another change of the customer runs. */
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
  if (count === 0) throw lockedProblem()
  const renew = async () => {
    const later = new Date(Date.now() + durationMs)
    const renewed = await db.customer.updateMany({
      where: { id: customer_id, claimed_until },
      data: { claimed_until: later },
    })
    if (renewed.count > 0) claimed_until = later
  }
  let renewal: Promise<void> = Promise.resolve()
  const timer = setInterval(() => (renewal = renewal.then(renew).catch(() => undefined)), durationMs / 4)
  try {
    return await callback()
  } finally {
    clearInterval(timer)
    await renewal
    await db.customer.updateMany({ where: { id: customer_id, claimed_until }, data: { claimed_until: null } })
  }
}

/** Throws 409 while a cancellation waits, since it would undo the new choice. */
export async function assertNoPendingCancellation(user_id: number): Promise<void> {
  const [waiting] = await db.$queryRaw<object[]>`
    SELECT id FROM pgboss.job WHERE name = 'cancellation' AND state < 'completed' AND data->>'user_id' = ${String(user_id)} LIMIT 1`
  if (waiting) throw lockedProblem()
}
