import { overviewPeriods } from '#shared/admin/overview-periods.ts'
import { inBatches } from '../database/batches.ts'
import { advisoryLockIds } from '../database/locks.ts'
import { db, Prisma, queryRows } from '../database/db.ts'
import { readSubscriptionFigures } from '../subscription/payments/ledger-figures.ts'
import type { SubscriptionFigures } from '../subscription/payments/ledger-figures.ts'

const dayMs = 86_400_000
/** Days for which figures are recalculated and rows about persons are stored. */
export const figureRetentionDays = 92
const topLength = 10
/** Maximum share of the time that calculating a figure may take. A slow figure is calculated less often. */
const maxShare = 1 / 20
/** Number of ids that each run reads again: an entry may commit after an entry with a higher id. */
const entryOverlap = 1_000

export const isoDayOf = (date: Date) => date.toISOString().slice(0, 10)
export const daysBefore = (date: Date, days: number) => new Date(Date.parse(isoDayOf(date)) - days * dayMs)

/** `neverDecreases`: a past day keeps its figure after its rows were deleted with an account. */
type DayRows = { name: string; neverDecreases?: true; rows: (from: string) => Prisma.Sql }

const dayFigures: DayRows[] = [
  {
    name: 'sign_ups',
    rows: (from) => Prisma.sql`
      SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS value FROM "user"
       WHERE created_at >= ${from}::timestamp AT TIME ZONE 'UTC' AND NOT is_team AND erased_at IS NULL GROUP BY 1`,
  },
  {
    name: 'active_members',
    neverDecreases: true,
    rows: (from) => Prisma.sql`SELECT day, count(*) AS value FROM member_day WHERE day >= ${from}::date GROUP BY 1`,
  },
  {
    name: 'searches_without_result',
    rows: (from) =>
      Prisma.sql`SELECT day, sum(count) AS value FROM failed_search WHERE day >= ${from}::date GROUP BY 1`,
  },
]

async function rollUpDays(from: Date, now: Date): Promise<void> {
  const [first, last] = [isoDayOf(from), isoDayOf(now)]
  for (const { name, neverDecreases = false, rows } of dayFigures)
    await db.$executeRaw`
      INSERT INTO day_figure (name, day, value)
      SELECT ${name}, date::date, coalesce(value, 0)
        FROM generate_series(${first}::date, ${last}::date, interval '1 day') AS date
        LEFT JOIN (${rows(first)}) AS counted ON counted.day = date::date
      ON CONFLICT (name, key, day) DO UPDATE SET value = excluded.value
       WHERE excluded.value > day_figure.value OR (excluded.value < day_figure.value AND NOT ${neverDecreases})`
}

export async function savePeriodFigure(name: string, days: number, value: object, as_of: Date): Promise<void> {
  const data = { value: value as Prisma.InputJsonObject, as_of }
  await db.periodFigure.upsert({ where: { name_days: { name, days } }, create: { name, days, ...data }, update: data })
}

const ledgerNames = ['subscribers', 'churned_subscribers', 'failed_payments', 'monthly_recurring_revenue']

function ledgerRows(day: string, figures: SubscriptionFigures) {
  const single = {
    subscribers: figures.active_subscribers.at_end,
    churned_subscribers: figures.churned_subscribers,
    failed_payments: figures.failed_payments,
  }
  return [
    ...Object.entries(single).map(([name, value]) => ({ name, key: '', value })),
    ...Object.entries(figures.monthly_recurring_revenue).map(([key, value]) => ({
      name: 'monthly_recurring_revenue',
      key,
      value,
    })),
  ].map((row) => ({ ...row, day: new Date(day) }))
}

/** Calculates the subscription figures of each day. Returns the day to continue with if time ran out, else null. */
async function rollUpLedgerDays(from: Date, now: Date, endsAt: number): Promise<Date | null> {
  for (let day = from; day <= now; day = new Date(day.getTime() + dayMs)) {
    if (Date.now() > endsAt) return day
    const figures = await readSubscriptionFigures({ from: day, to: new Date(day.getTime() + dayMs) })
    await db.$transaction([
      // A concurrent run waits for this lock and then replaces the rows written here.
      db.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLockIds.ledgerDays}::int)`,
      db.dayFigure.deleteMany({ where: { day, name: { in: ledgerNames } } }),
      db.dayFigure.createMany({ data: ledgerRows(isoDayOf(day), figures) }),
    ])
  }
  return null
}

type LedgerState = { last_id: number; next_day: string }

/** Recalculates subscription figures, beginning with the earliest day that has new entries. */
async function rollUpLedger(now: Date, endsAt: number): Promise<void> {
  const state = (await db.periodFigure.findUnique({ where: { name_days: { name: 'ledger', days: 0 } } }))?.value as
    | LedgerState
    | undefined
  const [since] = await queryRows<{ first: Date | null; last_id: number }>(Prisma.sql`
    SELECT min(at) AS first, coalesce(max(id), 0)::float AS last_id FROM ledger_entry
     WHERE id > ${state ? state.last_id - entryOverlap : 0}`)
  const isSame = state?.last_id === since?.last_id && state?.next_day === isoDayOf(now)
  if (isSame) return
  const oldest = daysBefore(now, figureRetentionDays - 1)
  const firstDays = state ? [new Date(state.next_day), ...(since?.first ? [daysBefore(since.first, 0)] : [])] : [oldest]
  const from = new Date(
    Math.max(oldest.getTime(), Math.min(...firstDays.map((day) => day.getTime()), daysBefore(now, 0).getTime())),
  )
  const unfinished = await rollUpLedgerDays(from, now, endsAt)
  const next: LedgerState = { last_id: since?.last_id ?? 0, next_day: isoDayOf(unfinished ?? now) }
  await savePeriodFigure('ledger', 0, next, now)
}

const topOf = (rows: (from: string) => Prisma.Sql) => async (now: Date, days: number) =>
  queryRows<{ id: number | string; count: number }>(Prisma.sql`
    SELECT id, sum(count)::float AS count FROM (${rows(isoDayOf(daysBefore(now, days - 1)))}) AS counted
     GROUP BY id ORDER BY 2 DESC, 1 LIMIT ${topLength}`)

const periodFigures: Record<string, (now: Date, days: number) => Promise<object>> = {
  categories: topOf(
    (from) => Prisma.sql`SELECT category_id AS id, count FROM category_clicks WHERE day >= ${from}::date`,
  ),
  prompts: topOf((from) => Prisma.sql`SELECT prompt_id AS id, count FROM prompt_copies WHERE day >= ${from}::date`),
  searches: topOf(
    (from) => Prisma.sql`SELECT text AS id, count FROM failed_search WHERE day >= ${from}::date AND text <> ''`,
  ),
  active_members: async (now, days) => {
    const [counted] = await queryRows<{ count: number }>(Prisma.sql`
      SELECT count(DISTINCT user_id)::int AS count FROM member_day WHERE day >= ${isoDayOf(daysBefore(now, days - 1))}::date`)
    return counted ?? { count: 0 }
  },
  subscriptions: (now, days) => readSubscriptionFigures({ from: daysBefore(now, days - 1) }),
}

const libraryByTier = async () =>
  queryRows<{ tier: number; count: number }>(Prisma.sql`
    SELECT required_tier AS tier, count(*)::int AS count FROM effective_prompt GROUP BY 1 ORDER BY 1`)

async function rollUpPeriod(name: string, days: number, now: Date, read: () => Promise<object>): Promise<void> {
  const former = await db.periodFigure.findUnique({ where: { name_days: { name, days } } })
  const { ms = 0 } = (former?.value ?? {}) as { ms?: number }
  const age = former ? now.getTime() - former.as_of.getTime() : Infinity
  if (former && isoDayOf(former.as_of) === isoDayOf(now) && age < ms / maxShare) return
  const startedAt = performance.now()
  const value = await read()
  await savePeriodFigure(name, days, { value, ms: Math.round(performance.now() - startedAt) }, now)
}

const dailyTables = ['member_day', 'failed_search', 'prompt_copies', 'category_clicks'].map((name) => Prisma.raw(name))
const maxPurgeMs = 30_000

/** Deletes rows older than any figure reads. Stops after `maxPurgeMs`; the next run deletes the rest. */
async function deleteOldRows(now: Date): Promise<void> {
  const oldest = isoDayOf(daysBefore(now, figureRetentionDays - 1))
  const endsAt = performance.now() + maxPurgeMs
  for (const table of dailyTables)
    await inBatches(
      (rows) => db.$executeRaw`
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE day < ${oldest}::date LIMIT ${rows}))`,
      { maxMs: endsAt - performance.now() },
    )
}

/** Recalculates today and yesterday, and in the first run of a day all stored days. `maxMs` limits the ledger. */
export async function rollUpFigures({
  now = new Date(),
  maxMs = 60_000,
}: { now?: Date; maxMs?: number } = {}): Promise<void> {
  const former = await db.periodFigure.findUnique({ where: { name_days: { name: 'days', days: 0 } } })
  const isFirstToday = !former || isoDayOf(former.as_of) !== isoDayOf(now)
  await deleteOldRows(now)
  await rollUpDays(daysBefore(now, isFirstToday ? figureRetentionDays - 1 : 1), now)
  await rollUpLedger(now, Date.now() + maxMs)
  for (const days of overviewPeriods)
    for (const [name, read] of Object.entries(periodFigures)) await rollUpPeriod(name, days, now, () => read(now, days))
  await rollUpPeriod('library', 0, now, libraryByTier)
  await savePeriodFigure('days', 0, {}, now)
}
