import { createJobs } from '../../server/jobs.ts'
import type { Jobs } from '../../server/jobs.ts'
import { parseSettings, StartProblem } from '../../server/settings/settings.ts'
import { createStripe } from '../../server/subscription/stripe.ts'
import type { SyncContext } from '../../server/subscription/stripe.ts'
import { findSandboxSettings } from './sandbox-settings.ts'
import { withMigratedDatabase } from './migrated-database.ts'

function connect() {
  const settings = parseSettings(process.env)
  const sandbox = settings.STRIPE_SECRET_KEY ? {} : findSandboxSettings(settings.DATA_DIR)
  if (!sandbox) throw new StartProblem(`Set STRIPE_SECRET_KEY, or start the payment sandbox on ${settings.DATA_DIR}.`)
  const stripe = createStripe({ ...settings, ...sandbox })
  if (!stripe) throw new StartProblem('PAYMENTS is off, so there is no connection to Stripe.')
  return stripe
}

/** Connects to the queues, to add jobs to them. */
export async function withQueues<Result>(
  url: string,
  queues: string[],
  callback: (jobs: Jobs) => Promise<Result>,
): Promise<Result> {
  const jobs = createJobs(url)
  await jobs.start(log)
  try {
    for (const queue of queues) await jobs.declare(queue)
    return await callback(jobs)
  } finally {
    await jobs.stop()
  }
}

const log = { debug: () => {}, error: (_facts: object, text: string) => console.error(text) }

/** Connects to Stripe, the database and the mail queues. */
export async function withSync(callback: (sync: SyncContext) => Promise<void>): Promise<void> {
  const stripe = connect()
  await withMigratedDatabase((url) =>
    withQueues(url, ['subscription_mail', 'next_price'], (jobs) => callback({ stripe, jobs })),
  )
}
