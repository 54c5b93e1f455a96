import type { Command } from 'commander'
import { db } from '../../server/db.ts'
import { reconcile } from '../../server/subscription/reconcile.ts'
import { addWritingVerb, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { createStatusLine } from './status-line.ts'
import { withSync } from './stripe-connection.ts'
import { addEventCommands } from './stripe-events.ts'
import { withTables } from './tables.ts'

const aboutReconcile = `
It reads every customer anew from Stripe, or from the payment sandbox that runs on the same DATA_DIR, with the events that
were missed, and writes what differs: what the server does each hour. Running it again does no harm.
It ends with 0 when all were read, with 2 when some failed, and with 1 when it could not be done. Example:
  npm run cli -- stripe reconcile`

async function countWork(options: CommandOptions) {
  await withTables(async () => {
    const customers = await db.customer.count()
    const events = await db.stripeEvent.count({ where: { processed_at: null } })
    const sentence = `Would read ${customers} customers anew, and process ${events} events that wait.`
    printResult(options, sentence, { customers, events, dry_run: true })
  })
}

async function reconcileAll(options: CommandOptions) {
  if (options.dryRun) return countWork(options)
  await withSync(async (sync) => {
    const status = createStatusLine()
    const result = await reconcile(sync, {
      onCustomer: (done) => status.show(`${done} customers`),
      onFailure: (id, error) => console.error(`${id}: ${error instanceof Error ? error.message : String(error)}`),
    })
    status.clear()
    const { customers, changed, failed } = result
    printResult(options, `${customers} customers read: ${changed} changed, ${failed} failed.`, result)
    if (failed > 0) process.exitCode = 2
  })
}

export function addStripeCommands(program: Command): void {
  const stripe = program.command('stripe').description('What Stripe says of payments.')
  addWritingVerb(stripe, 'reconcile', 'Brings what is stored of every customer to what Stripe says now.')
    .addHelpText('after', aboutReconcile)
    .action(reconcileAll)
  addEventCommands(stripe)
}
