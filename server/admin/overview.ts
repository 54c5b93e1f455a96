import type { CsvSeparator } from '#shared/admin/csv.ts'
import type { Locale } from '#shared/locale.ts'
import { fromMinorUnits } from '#shared/subscription/money.ts'
import { seriesNames } from '#shared/admin/overview.ts'
import type { Overview } from '#shared/admin/overview.ts'
import { db, Prisma, queryRows } from '../database/db.ts'
import { categoryText, promptText } from '../library/sql.ts'
import type { SubscriptionFigures } from '../subscription/payments/ledger-figures.ts'
import { csvFile } from '../sql/csv-file.ts'
import { readAdvertisedCounts } from '../subscription/prices/advertised-counts.ts'
import { planNameIn } from '../subscription/status.ts'
import { isoDayOf, daysBefore } from './figures.ts'

const maxQueued = 10_000
const dayMs = 86_400_000

type Top = { id: number | string; count: number }[]
type Periods = Partial<{
  categories: Top
  prompts: Top
  searches: Top
  active_members: { count: number }
  subscriptions: SubscriptionFigures
  library: { tier: number; count: number }[]
}>

async function readPeriods(days: number): Promise<{ periods: Periods; as_of: Date | null }> {
  const rows = await db.periodFigure.findMany({ where: { days: { in: [days, 0] } } })
  const values = rows.map(({ name, value }) => [name, (value as { value?: unknown }).value])
  return {
    periods: Object.fromEntries(values) as Periods,
    as_of: rows.find(({ name }) => name === 'days')?.as_of ?? null,
  }
}

async function readFigureSeries(days: number, now: Date): Promise<Overview['series']> {
  const first = daysBefore(now, days - 1)
  const rows = await db.dayFigure.findMany({ where: { day: { gte: first }, name: { in: [...seriesNames] } } })
  const dates = Array.from({ length: days }, (_, index) => isoDayOf(new Date(first.getTime() + index * dayMs)))
  return seriesNames.flatMap((name) => {
    const ofName = rows.filter((row) => row.name === name)
    const keys = [...new Set(ofName.map(({ key }) => key))].toSorted()
    return (keys.length > 0 ? keys : ['']).map((key) => {
      const byDay = new Map(
        ofName.filter((row) => row.key === key).map(({ day, value }) => [isoDayOf(day), Number(value)]),
      )
      const scale = (value: number) => (key ? fromMinorUnits(value, key) : value)
      return { name, key, values: dates.map((day) => ({ day, value: scale(byDay.get(day) ?? 0) })) }
    })
  })
}

export async function* figuresCsv(days: number, separator: CsvSeparator): AsyncGenerator<string> {
  const series = await readFigureSeries(days, new Date())
  const named = series.map(({ name, key, values }) => ({ column: key ? `${name}_${key}` : name, values }))
  const rows = (named[0]?.values ?? []).map(({ day }, index) => ({
    day,
    ...Object.fromEntries(named.map(({ column, values }) => [column, values[index]?.value ?? 0])),
  }))
  yield* csvFile<string, Record<string, unknown>>(['day', ...named.map(({ column }) => column)], [rows], separator)
}

async function readTitles(top: Top | undefined, statement: (ids: number[]) => Prisma.Sql) {
  const listed = top ?? []
  const rows = await queryRows<{ id: number; slug: string; title: string }>(
    statement(listed.map(({ id }) => Number(id))),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return listed.flatMap(({ id, count }) => {
    const found = byId.get(Number(id))
    return found ? [{ slug: found.slug, title: found.title, count }] : []
  })
}

/** SQL expression: number of rows, at most `maxQueued`. A longer queue therefore costs no more to count. */
const boundedCount = (rows: Prisma.Sql) =>
  Prisma.sql`(SELECT count(*)::int FROM (${rows} LIMIT ${maxQueued}) AS waiting)`

const pendingTexts = (table: 'thread' | 'comment') => {
  const text = Prisma.raw(table)
  return Prisma.sql`
    SELECT FROM ${text} WHERE status = 'pending' AND deleted_at IS NULL
     UNION ALL
    SELECT FROM pending_edit JOIN ${text} ON ${text}.id = ${text}_id WHERE deleted_at IS NULL`
}

async function readQueues(): Promise<Overview['queues']> {
  const [queues] = await queryRows<Overview['queues']>(Prisma.sql`
    SELECT ${boundedCount(pendingTexts('thread'))} AS threads,
           ${boundedCount(pendingTexts('comment'))} AS comments,
           ${boundedCount(Prisma.sql`SELECT FROM report WHERE resolution IS NULL`)} AS reports,
           ${boundedCount(Prisma.sql`SELECT FROM pgboss.job WHERE state IN ('created', 'retry') AND start_after <= now()`)} AS jobs,
           ${boundedCount(Prisma.sql`SELECT FROM stripe_event WHERE processed_at IS NULL`)} AS webhooks`)
  return queues ?? { threads: 0, comments: 0, reports: 0, jobs: 0, webhooks: 0 }
}

const moneyOf = (amounts: Record<string, number> = {}) =>
  Object.entries(amounts).map(([currency, amount]) => ({ currency, amount: fromMinorUnits(amount, currency) }))

function totalsOf(series: Overview['series'], { subscriptions, active_members }: Periods): Overview['totals'] {
  const valuesOf = (name: string) => series.find((one) => one.name === name)?.values.map(({ value }) => value) ?? []
  const sum = (name: string) => valuesOf(name).reduce((total, value) => total + value, 0)
  const { at_start = 0, at_end = 0 } = subscriptions?.active_subscribers ?? {}
  return {
    sign_ups: sum('sign_ups'),
    // The count of the period omits removed accounts; the figures of the days include them.
    active_members: Math.max(active_members?.count ?? 0, ...valuesOf('active_members')),
    searches_without_result: sum('searches_without_result'),
    subscribers: at_end,
    new_subscribers: subscriptions?.new_subscribers ?? 0,
    churned_subscribers: subscriptions?.churned_subscribers ?? 0,
    net_subscribers: at_end - at_start,
    churn_rate: subscriptions?.churn_rate ?? null,
    failed_payments: subscriptions?.failed_payments ?? 0,
    monthly_recurring_revenue: moneyOf(subscriptions?.monthly_recurring_revenue),
    paid: moneyOf(subscriptions?.paid),
    refunded: moneyOf(subscriptions?.refunded),
    charged_back: moneyOf(subscriptions?.charged_back),
  }
}

/** Returns the overview for admins. Reads prepared figures, so the cost does not grow with the data. */
export async function readOverview(days: number, locale: Locale): Promise<Overview> {
  const now = new Date()
  const [{ periods, as_of }, series, queues, promises] = await Promise.all([
    readPeriods(days),
    readFigureSeries(days, now),
    readQueues(),
    readAdvertisedCounts((sql) => db.$queryRawUnsafe(sql)),
  ])
  const [categories, prompts] = await Promise.all([
    readTitles(
      periods.categories,
      (ids) => Prisma.sql`SELECT category.id, slug, text.name AS title FROM category
        JOIN ${categoryText('category.id', locale)} AS text ON true WHERE category.id = ANY(${ids}::int[])`,
    ),
    readTitles(
      periods.prompts,
      (ids) => Prisma.sql`SELECT prompt.id, slug, text.title FROM prompt
        JOIN ${promptText('prompt.id', locale)} AS text ON true WHERE prompt.id = ANY(${ids}::int[])`,
    ),
  ])
  return {
    days,
    as_of: as_of && as_of.toISOString(),
    series,
    totals: totalsOf(series, periods),
    top: {
      categories,
      prompts,
      searches: (periods.searches ?? []).map(({ id, count }) => ({ text: String(id), count })),
    },
    queues,
    promises: promises.map(({ names, tier, promised }) => ({
      plan: planNameIn(names, locale),
      promised,
      there: (periods.library ?? []).reduce((total, row) => (row.tier <= tier ? total + row.count : total), 0),
    })),
  }
}
