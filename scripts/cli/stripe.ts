import type { Command } from 'commander'
import { createJobs } from '../../server/jobs.ts'
import { parseSettings, StartProblem } from '../../server/settings.ts'
import { reconcile } from '../../server/subscription/reconcile.ts'
import { createStripe } from '../../server/subscription/stripe.ts'
import { findSandboxSettings } from './sandbox-settings.ts'
import { addVerb, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { withTables } from './tables.ts'

const aboutReconcile = `
It reads every customer anew from Stripe, or from the payment sandbox that runs on the same DATA_DIR, with the events that
were missed, and writes what differs: what the server does each hour. Running it again does no harm.
It ends with 0 when all were read, with 2 when some failed, and with 1 when it could not be done.`

function connect() {
  const settings = parseSettings(process.env)
  const sandbox = settings.STRIPE_SECRET_KEY ? {} : findSandboxSettings(settings.DATA_DIR)
  if (!sandbox) throw new StartProblem(`Set STRIPE_SECRET_KEY, or start the payment sandbox on ${settings.DATA_DIR}.`)
  const stripe = createStripe({ ...settings, ...sandbox })
  if (!stripe) throw new StartProblem('PAYMENTS is off: there is nobody to ask.')
  return stripe
}

const log = { debug: () => {}, error: (_facts: object, text: string) => console.error(text) }
const { isTTY } = process.stderr

async function reconcileAll(options: CommandOptions) {
  const stripe = connect()
  await withTables(async (url) => {
    const jobs = createJobs(url)
    await jobs.start(log)
    const result = await reconcile(
      { stripe, jobs },
      {
        onCustomer: (done) => isTTY && process.stderr.write(`\r\u001b[K${done} customers`),
        onFailure: (id, error) => console.error(`${id}: ${error instanceof Error ? error.message : String(error)}`),
      },
    ).finally(() => jobs.stop())
    if (isTTY) process.stderr.write('\r\u001b[K')
    const { customers, changed, failed } = result
    printResult(options, `${customers} customers read: ${changed} changed, ${failed} failed.`, result)
    if (failed > 0) process.exitCode = 2
  })
}

export function addStripeCommands(program: Command): void {
  const stripe = program.command('stripe').description('What Stripe says of payments.')
  addVerb(stripe, 'reconcile', 'Brings what is stored of every customer to what Stripe says now.')
    .addHelpText('after', aboutReconcile)
    .action(reconcileAll)
}
