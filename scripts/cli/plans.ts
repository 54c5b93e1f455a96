import { Argument, InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { fromMinorUnits } from '#shared/subscription/money.ts'
import { taxBehaviors } from '#shared/subscription/schema.ts'
import type { BillingPeriod, TaxBehavior } from '#shared/subscription/schema.ts'
import { db } from '../../server/database/db.ts'
import { getWithEtag } from '../../server/editing/edit.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { changePlan, editedPlans } from '../../server/subscription/prices/edited-plans.ts'
import { compareAdvertisedCounts } from '../../server/subscription/prices/advertised-counts.ts'
import { toMinorUnits } from '#shared/subscription/to-minor-units.ts'
import { announcePrices } from '../../server/subscription/prices/price-changes.ts'
import { addVerb, addWritingVerb, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { withMigratedDatabase } from './migrated-database.ts'
import { withQueues } from './stripe-connection.ts'

const aboutPrice = `
New buyers pay the price from this day (UTC). Subscribers get a mail at once and pay it from their first renewal on or after
this day, which must be at least 30 days ahead. A scheduled price that has not begun is replaced. Examples:
  npm run cli -- plan price premium --month 12.99 --from 2027-01-15
  npm run cli -- plan price premium --month 12.99 --year 119.88 --from 2027-01-15 --dry-run`

function parseAmount(text: string): string {
  if (!/^\d{1,8}(\.\d{1,3})?$/.test(text)) throw new InvalidArgumentError('Expected a price like 12.99.')
  return text
}

export function parseDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('Expected a day like 2027-01-15.')
  return day
}

async function getPlan(slug: string) {
  const plan = await db.plan.findUnique({ where: { slug }, select: { id: true, currency: true } })
  if (plan) return plan
  const known = await db.plan.findMany({ select: { slug: true }, orderBy: { position: 'asc' } })
  throw new StartProblem(
    `There is no plan ${slug}. The plans are ${known.map((one) => one.slug).join(', ') || 'none'}.`,
  )
}

type Prices = CommandOptions & { month?: string; year?: string; from: Date }

async function changePrice(slug: string, prices: Prices) {
  const { month, year, from, dryRun = false, ...options } = prices
  const newPrices = Object.entries({ month, year }).flatMap(([billing_period, text]) =>
    text === undefined ? [] : [{ billing_period: billing_period as BillingPeriod, text }],
  )
  if (newPrices.length === 0) throw new StartProblem('Give --month, --year or both.')
  await withMigratedDatabase(async (url) => {
    const { currency } = await getPlan(slug)
    const changes = newPrices.map(({ billing_period, text }) => ({
      plan: slug,
      billing_period,
      amount: toMinorUnits(Number(text), currency) ?? Number.NaN,
      starts_at: from,
    }))
    const announced = await (dryRun
      ? announcePrices(null, changes)
      : withQueues(url, ['price_changes'], (jobs) => announcePrices(jobs, changes)))
    const results = announced.map(({ subscribers, former_amount }, index) => ({
      billing_period: changes[index]?.billing_period,
      price: fromMinorUnits(changes[index]?.amount ?? 0, currency),
      former_price: former_amount === null ? null : fromMinorUnits(former_amount, currency),
      subscribers,
    }))
    const day = from.toISOString().slice(0, 10)
    const sentences = results.map(
      ({ billing_period, price, former_price, subscribers }) =>
        `From ${day} ${slug} ${dryRun ? 'would cost' : 'costs'} ${price} ${currency} a ${billing_period} instead of ${former_price ?? 'nothing'}; subscribers to notify: ${subscribers}.`,
    )
    printResult(options, sentences.join('\n'), { plan: slug, currency, from: day, changes: results, dry_run: dryRun })
  })
}

const aboutTax = `
Only new buyers are affected; subscribers keep their price. Example:
  npm run cli -- plan tax premium inclusive --dry-run`

async function changeTax(slug: string, tax_behavior: TaxBehavior, { dryRun, ...options }: CommandOptions) {
  await withMigratedDatabase(async () => {
    const { id } = await getPlan(slug)
    const { item, etag } = await getWithEtag(editedPlans, id)
    const { id: _id, ...state } = item
    const isChanged = item.tax_behavior !== tax_behavior
    if (isChanged && !dryRun)
      await changePlan(null, { id, if_match: etag, editor: { id: null } }, { ...state, tax_behavior })
    const verb = dryRun ? 'would be' : 'is'
    const text = isChanged
      ? `Tax of ${slug} ${verb} ${tax_behavior}; it was ${item.tax_behavior}.`
      : `Tax of ${slug} is already ${tax_behavior}.`
    printResult(options, text, { plan: slug, tax_behavior, former: item.tax_behavior, dry_run: dryRun === true })
  })
}

const say = (amount: number | null, currency: string) => (amount === null ? 'none' : fromMinorUnits(amount, currency))

async function list(options: CommandOptions) {
  await withMigratedDatabase(async () => {
    const rows = await db.plan.findMany({
      select: {
        slug: true,
        tier: true,
        currency: true,
        tax_behavior: true,
        purchasable: true,
        hidden: true,
        monthly_price: true,
        yearly_price: true,
        price_changes: {
          where: { applied_at: null, replaced_at: null },
          select: { billing_period: true, amount: true, starts_at: true },
        },
      },
      orderBy: { position: 'asc' },
    })
    const promises = await compareAdvertisedCounts((sql) => db.$queryRawUnsafe(sql))
    const plans = rows.map((plan) => {
      const found = promises.find(({ slug }) => slug === plan.slug)
      return { ...plan, promise: found ? { promised: found.promised, there: found.there } : null }
    })
    const lines = plans.map(({ promise, price_changes, ...plan }) => {
      const price = `${say(plan.monthly_price, plan.currency)} a month, ${say(plan.yearly_price, plan.currency)} a year ${plan.currency}, tax ${plan.tax_behavior}`
      const changes = price_changes.map(
        (one) =>
          `; ${say(one.amount, plan.currency)} a ${one.billing_period} from ${one.starts_at.toISOString().slice(0, 10)}`,
      )
      const promised = promise
        ? `; ${promise.promised.toLocaleString('en')} prompts advertised, ${promise.there.toLocaleString('en')} available`
        : ''
      return `${plan.slug}  tier ${plan.tier}  ${price}${changes.join('')}${promised}${plan.purchasable ? '' : '; not sold'}${plan.hidden ? '; hidden' : ''}`
    })
    printResult(options, lines.join('\n') || 'There are no plans.', { plans })
  })
}

const aboutList = `
Example:
  npm run cli -- plan list`

export function addPlanCommands(program: Command): void {
  const plans = program.command('plan').alias('plans').description('Lists plans and changes their prices and tax.')
  addVerb(plans, 'list', 'Lists the plans with current and scheduled prices and advertised numbers of prompts.')
    .addHelpText('after', aboutList)
    .action(list)
  addWritingVerb(plans, 'tax', 'Sets whether the prices of a plan include tax.')
    .argument('<plan>', 'slug of the plan, such as premium')
    .addArgument(new Argument('<behavior>', 'Stripe’s tax behavior').choices(taxBehaviors))
    .addHelpText('after', aboutTax)
    .action(changeTax)
  addWritingVerb(plans, 'price', 'Schedules a new price of a plan.')
    .argument('<plan>', 'slug of the plan, such as premium')
    .option('--month <price>', 'monthly price, such as 12.99', parseAmount)
    .option('--year <price>', 'yearly price', parseAmount)
    .requiredOption('--from <day>', 'first day of the new price, such as 2027-01-15', parseDay)
    .addHelpText('after', aboutPrice)
    .action(changePrice)
}
