import type { Command } from 'commander'
import { db } from '../../server/database/db.ts'
import { reconcile } from '../../server/subscription/reconcile.ts'
import { addWritingVerb, parseCount, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { createStatusLine } from './status-line.ts'
import { withSync } from './stripe-connection.ts'
import { addEventCommands } from './stripe-events.ts'
import { addSetupCommand } from './stripe-setup.ts'
import { withMigratedDatabase } from './migrated-database.ts'

const aboutReconcile = `
reconcile reads every customer from Stripe, or from the payment sandbox with the same DATA_DIR, and stores the differences.
The server does the same within a week. It can be repeated; --unread-for 2 continues a run that ended in the last two hours.
Exit codes: 0 all customers read, 2 some failed, 1 error. Examples:
  npm run cli -- stripe reconcile
  npm run cli -- stripe reconcile --unread-for 2`

type ReconcileOptions = CommandOptions & { unreadFor?: number }

async function printReconcilePlan(options: CommandOptions) {
  await withMigratedDatabase(async () => {
    const customers = await db.customer.count()
    const events = await db.stripeEvent.count({ where: { processed_at: null } })
    const sentence = `Would read ${customers} customers and process ${events} waiting events.`
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
  const stripe = program
    .command('stripe')
    .description('Reconciles with Stripe, refunds payments, sets up the webhook endpoint.')
  addWritingVerb(stripe, 'reconcile', 'Updates all customers, subscriptions and payments from Stripe.')
    .option('--unread-for <hours>', 'only customers not reconciled for this many hours', parseCount)
    .addHelpText('after', aboutReconcile)
    .action(reconcileAll)
  addEventCommands(stripe)
  addSetupCommand(stripe)
}
