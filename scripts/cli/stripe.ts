import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createJobs } from '../../server/jobs.ts'
import { parseSettings, StartProblem } from '../../server/settings.ts'
import { reconcile } from '../../server/subscription/reconcile.ts'
import { createStripe } from '../../server/subscription/stripe.ts'
import { addVerb, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { withTables } from './tables.ts'

const aboutReconcile = `
It reads every customer anew from Stripe, or from the payment sandbox that runs on the same DATA_DIR, with the events that
were missed, and writes what differs: what the server does each hour. Running it again does no harm.
It ends with 0 when all were read, with 2 when some failed, and with 1 when it could not be done.`

/** Of a payment sandbox that `npm start` has started: there no key is set. */
function sandboxSettings(DATA_DIR: string) {
  const read = (name: string) => JSON.parse(readFileSync(join(DATA_DIR, 'sandbox', name), 'utf8'))
  try {
    const { url } = read('address.json') as { url: string }
    const { api_key } = read('secrets.json') as { api_key: string }
    return { STRIPE_SECRET_KEY: api_key, STRIPE_API_BASE: url }
  } catch {
    throw new StartProblem(`Set STRIPE_SECRET_KEY, or start the payment sandbox on ${DATA_DIR}.`)
  }
}

function connect() {
  const settings = parseSettings(process.env)
  const stripe = createStripe(
    settings.STRIPE_SECRET_KEY ? settings : { ...settings, ...sandboxSettings(settings.DATA_DIR) },
  )
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
