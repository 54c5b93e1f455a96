import type { Jobs } from '../jobs.ts'
import { HttpProblem } from '../problem.ts'
import { problemOfStripeError } from './stripe.ts'
import type { Stripe, SyncContext } from './stripe.ts'

/** Returns a function that runs a route's callback. Throws 503 if payments are off. Converts Stripe's errors. */
export const createWithStripe =
  (stripe: Stripe | null, jobs: Jobs) =>
  async <Result>(callback: (sync: SyncContext) => Promise<Result>): Promise<Result> => {
    if (!stripe) throw new HttpProblem(503, 'subscription.problem.off')
    return callback({ stripe, jobs }).catch((error: unknown) => {
      throw problemOfStripeError(error)
    })
  }
