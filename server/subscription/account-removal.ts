import { HttpProblem } from '../problem.ts'
import { cancelAtOnce } from './repairs.ts'
import { findRunning } from './status.ts'
import { paymentProblem } from './stripe.ts'
import type { Stripe } from './stripe.ts'

/** Ends what the person pays for, so that an account can be removed; throws 503 where that cannot be done now. */
export async function cancelForRemoval(stripe: Stripe | null, user_id: number): Promise<void> {
  const running = await findRunning(user_id)
  if (!running) return
  if (!stripe) throw new HttpProblem(503, 'subscription.problem.off')
  await cancelAtOnce(stripe, running.id).catch((error: unknown) => {
    throw paymentProblem(error)
  })
}
