import { db } from '../db.ts'
import { HttpProblem } from '../problem.ts'

/** ms. Longer than Stripe may take to answer, with its retries: a claim of a process that died ends by itself. */
const claimMs = 120_000

/** Lets one change at a time charge a customer or pay back; throws 409 while another is under way. */
export async function withClaim<Result>(customer_id: string, work: () => Promise<Result>): Promise<Result> {
  const now = new Date()
  const claimed_until = new Date(now.getTime() + claimMs)
  const { count } = await db.customer.updateMany({
    where: { id: customer_id, OR: [{ claimed_until: null }, { claimed_until: { lt: now } }] },
    data: { claimed_until },
  })
  if (count === 0) throw new HttpProblem(409, 'subscription.problem.under_way', { code: 'under_way' })
  try {
    return await work()
  } finally {
    await db.customer.updateMany({ where: { id: customer_id, claimed_until }, data: { claimed_until: null } })
  }
}
