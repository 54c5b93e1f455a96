import type { Command } from 'commander'
import { db } from '../../server/database/db.ts'
import { reconcile } from '../../server/subscription/reconcile.ts'
import { addWritingVerb, parseCount, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { createStatusLine } from './status-line.ts'
import { withSync } from './stripe-connection.ts'
import { addEventCommands } from './stripe-events.ts'
import { addSetupCommand } from './stripe-setup.ts'
import { withTables } from './tables.ts'

const aboutReconcile = `
It reads every customer anew from Stripe, or from the payment sandbox that runs on the same DATA_DIR, and writes what
differs: what the server does within a week. Running it again does no harm; --unread-for 2 goes on where a run of the last
two hours ended. It ends with 0 when all were read, with 2 when some failed, and with 1 when it could not be done. Examples:
  npm run cli -- stripe reconcile
  npm run cli -- stripe reconcile --unread-for 2`

type ReconcileOptions = CommandOptions & { unreadFor?: number }

async function printReconcilePlan(options: CommandOptions) {
  await withTables(async () => {
    const customers = await db.customer.count()
    const events = await db.stripeEvent.count({ where: { processed_at: null } })
    const sentence = `Would read ${customers} customers anew, and process ${events} events that wait.`
    printResult(options, sentence, { customers, events, dry_run: true })
  })
}

async function reconcileAll({ unreadFor, ...options }: ReconcileOptions) {
  if (options.dryRun) return printReconcilePlan(options)
  await withSync(async (sync) => {
    const status = createStatusLine()
    const result = await reconcile(sync, {
      ...(unreadFor !== undefined && { readBefore: new Date(Date.now() - unreadFor * 3_600_000) }),
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
    .option('--unread-for <hours>', 'only customers that no reconciliation has read for so long', parseCount)
    .addHelpText('after', aboutReconcile)
    .action(reconcileAll)
  addEventCommands(stripe)
  addSetupCommand(stripe)
}
