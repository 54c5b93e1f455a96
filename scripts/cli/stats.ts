import type { Command } from 'commander'
import { fromMinorUnits } from '#shared/subscription/money.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { readSubscriptionFigures } from '../../server/subscription/payments/ledger-figures.ts'
import { addVerb, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { parseDay } from './plans.ts'
import { withMigratedDatabase } from './migrated-database.ts'

const aboutSubscriptions = `
Example:
  npm run cli -- stats subscriptions --from 2026-11-01 --to 2026-11-30`

const dayMs = 86_400_000

const write = (amounts: Record<string, number>) =>
  Object.entries(amounts)
    .map(([currency, amount]) => `${fromMinorUnits(amount, currency)} ${currency}`)
    .join(', ') || '0'

async function printSubscriptions({ from, to, ...options }: CommandOptions & { from?: Date; to?: Date }) {
  if (from && to && from > to) throw new StartProblem('--from is after --to.')
  await withMigratedDatabase(async () => {
    const figures = await readSubscriptionFigures({
      ...(from && { from }),
      ...(to && { to: new Date(to.getTime() + dayMs) }),
    })
    const { active_subscribers, net_subscribers: net, churn_rate } = figures
    const lines = [
      `From ${figures.from} to ${figures.to}`,
      `Active subscribers: ${active_subscribers.at_end} (${active_subscribers.at_start} at the start, ${figures.new_subscribers} new, ${figures.churned_subscribers} lost, net ${net > 0 ? `+${net}` : net})`,
      `Churn: ${churn_rate === null ? 'no subscribers at the start' : `${(churn_rate * 100).toFixed(1)}%`}`,
      `Monthly recurring revenue: ${write(figures.monthly_recurring_revenue)}`,
      `Paid: ${write(figures.paid)}; refunded: ${write(figures.refunded)}; charged back: ${write(figures.charged_back)}`,
      `Failed payments: ${figures.failed_payments}`,
    ]
    printResult(options, lines.join('\n'), figures)
  })
}

export function addStatsCommands(program: Command): void {
  const stats = program.command('stats').description('Shows figures.')
  addVerb(stats, 'subscriptions', 'Shows subscribers, revenue, churn and failed payments, from the ledger.')
    .option('--from <day>', 'first day (UTC); 30 days before the end if omitted', parseDay)
    .option('--to <day>', 'last day (UTC); until now if omitted', parseDay)
    .addHelpText('after', aboutSubscriptions)
    .action(printSubscriptions)
}
