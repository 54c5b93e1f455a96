import type { Jobs } from '../jobs.ts'
import { HttpProblem } from '../problem.ts'
import { paymentProblem } from './stripe.ts'
import type { Stripe, Sync } from './stripe.ts'

/** For routes: answers 503 where payments are off, and in our words what Stripe refuses. */
export const createWithStripe =
  (stripe: Stripe | null, jobs: Jobs) =>
  async <Result>(callback: (sync: Sync) => Promise<Result>): Promise<Result> => {
    if (!stripe) throw new HttpProblem(503, 'subscription.problem.off')
    return callback({ stripe, jobs }).catch((error: unknown) => {
      throw paymentProblem(error)
    })
  }
