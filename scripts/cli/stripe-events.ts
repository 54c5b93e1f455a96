import { randomUUID } from 'node:crypto'
import { fromMinorUnits } from '#shared/subscription/money.ts'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { db } from '../../server/database/db.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { processEvent } from '../../server/subscription/events.ts'
import { toMinorUnits } from '#shared/subscription/to-minor-units.ts'
import { orderRefund } from '../../server/subscription/refunds/refund-orders.ts'
import { addVerb, addWritingVerb, parseCount, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { createStatusLine } from './status-line.ts'
import { withSync } from './stripe-connection.ts'
import { withMigratedDatabase } from './migrated-database.ts'

const aboutEvents = `
A job processes each Stripe event within seconds. retry processes events at once by reading their customers from Stripe, so it
can be repeated. The exit code is 2 if an event fails. Examples:
  npm run cli -- stripe events list --waiting
  npm run cli -- stripe events retry
  npm run cli -- stripe events retry evt_1QxYz --dry-run`

const aboutRefund = `
Without --amount the rest of the payment is refunded, which ends the subscription. A partial refund does not end it. The sum
of all refunds never exceeds the payment. The id of a payment is that of its Stripe invoice. Examples:
  npm run cli -- stripe refund in_1QxYz --dry-run
  npm run cli -- stripe refund in_1QxYz --amount 4.50`

async function list({ waiting = false, limit, ...options }: CommandOptions & { waiting?: boolean; limit: number }) {
  await withMigratedDatabase(async () => {
    const where = waiting ? { processed_at: null } : {}
    const count = await db.stripeEvent.count({ where: { processed_at: null } })
    const events = await db.stripeEvent.findMany({ where, orderBy: { received_at: 'desc' }, take: limit })
    const lines = events.map(
      ({ id, type, received_at, processed_at, customer_id }) =>
        `${id}  ${received_at.toISOString()}  ${processed_at ? 'processed' : 'waiting  '}  ${type}  ${customer_id ?? ''}`,
    )
    printResult(options, [`${count} events are waiting.`, ...lines].join('\n'), { waiting: count, events })
  })
}

async function findEvents(ids: string[]): Promise<string[]> {
  const where = ids.length > 0 ? { id: { in: ids } } : { processed_at: null }
  const found = (await db.stripeEvent.findMany({ where, select: { id: true }, orderBy: { received_at: 'asc' } })).map(
    ({ id }) => id,
  )
  const unknown = ids.filter((id) => !found.includes(id))
  if (unknown.length > 0)
    throw new StartProblem(`There is no event ${unknown.join(', ')}. stripe events list shows all events.`)
  return found
}

async function retry(ids: string[], options: CommandOptions) {
  const { dryRun = false } = options
  if (dryRun) {
    await withMigratedDatabase(async () => {
      const events = await findEvents(ids)
      printResult(options, `Would process ${events.length} events.`, { events, failed: [], dry_run: true })
    })
    return
  }
  await withSync(async (sync) => {
    const events = await findEvents(ids)
    const status = createStatusLine()
    const failed: string[] = []
    for (const [index, id] of events.entries()) {
      status.show(`${index} of ${events.length} events`)
      await db.stripeEvent.updateMany({ where: { id }, data: { processed_at: null } })
      await processEvent(sync, id).catch((error: unknown) => {
        failed.push(id)
        console.error(`${id}: ${error instanceof Error ? error.message : String(error)}`)
      })
    }
    status.clear()
    printResult(options, `${events.length - failed.length} events processed, ${failed.length} failed.`, {
      events,
      failed,
      dry_run: false,
    })
    if (failed.length > 0) process.exitCode = 2
  })
}

function parseAmount(text: string): number {
  if (!/^\d{1,8}(\.\d{1,3})?$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('Expected an amount like 4.50.')
  return Number(text)
}

async function getPayment(id: string) {
  const payment = await db.payment.findUnique({ where: { id } })
  if (!payment) throw new StartProblem(`There is no payment ${id}.`)
  return payment
}

function amountOf(payment: Awaited<ReturnType<typeof getPayment>>, requested?: number): number {
  const { amount, amount_refunded, currency, dispute_status, paid_at, id } = payment
  const left = amount - amount_refunded
  if (!paid_at || left <= 0) throw new StartProblem(`Nothing is left to refund of ${id}.`)
  if (dispute_status) throw new StartProblem(`${id} is disputed: the bank decides.`)
  if (requested === undefined) return left
  const units = toMinorUnits(requested, currency)
  if (units === null || units > left)
    throw new StartProblem(
      `At most ${fromMinorUnits(left, currency)} ${currency} can be refunded of ${id}, in whole units.`,
    )
  return units
}

async function refund(id: string, { amount: requested, ...options }: CommandOptions & { amount?: number }) {
  const { dryRun = false } = options
  const report = (payment: Awaited<ReturnType<typeof getPayment>>, amount: number) =>
    printResult(
      options,
      `${dryRun ? 'Would refund' : 'Refunded'} ${fromMinorUnits(amount, payment.currency)} ${payment.currency} of ${id}; it is ${payment.status}.`,
      { payment: id, amount, currency: payment.currency, status: payment.status, dry_run: dryRun },
    )
  if (dryRun)
    return withMigratedDatabase(async () => {
      const payment = await getPayment(id)
      report(payment, amountOf(payment, requested))
    })
  return withSync(async (sync) => {
    const payment = await getPayment(id)
    const amount = amountOf(payment, requested)
    await orderRefund(
      sync,
      { payment_id: id, if_match: '*', editor: { id: null } },
      { order_id: randomUUID(), amount: fromMinorUnits(amount, payment.currency), reason: 'npm run cli' },
    )
    report(await getPayment(id), amount)
  })
}

export function addEventCommands(stripe: Command): void {
  const events = stripe.command('events').description('Lists and retries webhook events.')
  events.addHelpText('after', aboutEvents)
  addVerb(events, 'list', 'Lists the latest events.')
    .option('--waiting', 'only events that are not processed yet')
    .option('--limit <number>', 'how many', parseCount, 20)
    .addHelpText('after', aboutEvents)
    .action(list)
  addWritingVerb(events, 'retry', 'Processes the given events, or all waiting events.')
    .argument('[ids...]', 'which')
    .addHelpText('after', aboutEvents)
    .action(retry)
  addWritingVerb(stripe, 'refund', 'Refunds a payment.')
    .argument('<payment>', 'id of the payment')
    .option('--amount <amount>', 'partial amount, such as 4.50; the rest of the payment if omitted', parseAmount)
    .addHelpText('after', aboutRefund)
    .action(refund)
}
