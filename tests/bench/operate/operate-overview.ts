import { rollUpFigures } from '../../../server/admin/figures.ts'
import { listMembers } from '../../../server/admin/members.ts'
import { readOverview } from '../../../server/admin/overview.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { closeDatabase, openDatabase } from '../../../server/database/db.ts'
import { createJobs } from '../../../server/jobs.ts'
import { withClient, withScratch } from '../database.ts'
import type { Database } from '../database.ts'
import { formatDecimal, median, formatInteger } from '../figures.ts'
import type { Figure } from '../figures.ts'
import type { OperateOptions } from './operate.ts'

const fewMembers = 10_000
const eventsPerMember = 10
const days = 90
const mostTimes = 1.5
const rounds = 60

/** Ten events per member: visits on four days, four copies, two failed searches. A tenth has ledger entries. */
const fill = (members: number) => `
  SET session_replication_role = replica;
  INSERT INTO "user" (id, username, email, first_name, last_name, email_confirmed_at, created_at)
  SELECT n, 'bench-' || n, 'bench-' || n || '@example.test', 'Name' || n % 5000, 'Surname' || n % 7000,
         CASE WHEN n % 10 > 0 THEN now() END, now() - (n % 400) * interval '1 day'
    FROM generate_series(1, ${members}) AS n;
  INSERT INTO member_day (user_id, day)
  SELECT n, current_date - ((n * 7 + visit * 23) % ${days}) FROM generate_series(1, ${members}) AS n, generate_series(1, 4) AS visit
  ON CONFLICT DO NOTHING;
  INSERT INTO functional_group (id, slug, model_ids) VALUES (1, 'group', '{}');
  INSERT INTO category (id, slug, functional_group_id) SELECT n, 'category-' || n, 1 FROM generate_series(1, 40) AS n;
  INSERT INTO category_text (category_id, locale, name, description) SELECT n, 'en', 'Category ' || n, '' FROM generate_series(1, 40) AS n;
  INSERT INTO use_case (id, slug, category_id) VALUES (1, 'use-case', 1);
  INSERT INTO prompt (id, slug, use_case_id, model_ids, tag_ids)
  SELECT n, 'prompt-' || n, 1, '{}', '{}' FROM generate_series(1, ${Math.ceil((members * 4) / days)}) AS n;
  INSERT INTO prompt_text (prompt_id, locale, title, short_description, content, how_to_use, known_issues)
  SELECT n, 'en', 'Prompt ' || n, '', '', '', '' FROM generate_series(1, 100) AS n;
  INSERT INTO prompt_copies (prompt_id, day, count)
  SELECT prompt.id, current_date - ago, CASE WHEN prompt.id < 50 THEN 100 - prompt.id ELSE 1 END
    FROM prompt, generate_series(0, ${days - 1}) AS ago;
  INSERT INTO category_clicks (category_id, day, count)
  SELECT n, current_date - ago, n FROM generate_series(1, 40) AS n, generate_series(0, ${days - 1}) AS ago;
  INSERT INTO failed_search (day, text, count)
  SELECT current_date - n % ${days}, 'search ' || n / ${days}, 1 + n % 7 FROM generate_series(0, ${members * 2 - 1}) AS n;
  INSERT INTO ledger_entry (at, kind, customer_id, subscription_id, billing_period, amount, currency)
  SELECT now() - (n % 400) * interval '1 day', CASE WHEN n % 5 = 4 THEN 'subscription_ended' WHEN n % 5 = 3 THEN 'payment_failed' ELSE 'subscription_started' END,
         'cus_' || n / 5, 'sub_' || n / 5, 'month', 999, 'USD' FROM generate_series(0, ${Math.ceil(members / 10)}) AS n;
  SET session_replication_role = DEFAULT`

const searches = [
  { q: 'bench-77' },
  { q: 'name123 surname77' },
  { q: 'b' },
  { q: 'nobody-of-this-name' },
  { state: 'unconfirmed' },
  { role: 'moderator' },
  { tier: 1 },
  {},
] as const

async function timesOf(times: number, task: () => Promise<unknown>): Promise<number> {
  const measured: number[] = []
  for (let round = 0; round < times; round++) {
    const startedAt = performance.now()
    await task()
    measured.push(performance.now() - startedAt)
  }
  return median(measured)
}

type Measured = { overviewMs: number; rollUpMs: number; searchMs: number }

const measureAt = (database: Database, members: number): Promise<Measured> =>
  withScratch(database.url, `overview_${members}`, async (url) => {
    await migrate(url)
    const jobs = createJobs(url, { runsSchedules: false })
    await jobs.start({ debug: () => {}, error: () => {} })
    await jobs.stop()
    await withClient(url, async (client) => {
      await client.query(fill(members))
      await client.query('VACUUM ANALYZE')
    })
    await openDatabase(url, 4)
    try {
      const startedAt = performance.now()
      await rollUpFigures({ maxMs: 600_000 })
      const rollUpMs = performance.now() - startedAt
      await timesOf(10, () => readOverview(days, 'en'))
      const overviewMs = await timesOf(rounds, () => readOverview(days, 'en'))
      const each = []
      for (const search of searches) each.push(await timesOf(5, () => listMembers({ q: '', limit: 20, ...search })))
      return { overviewMs, rollUpMs, searchMs: Math.max(...each) }
    } finally {
      await closeDatabase()
    }
  })

export async function overview(database: Database, { members }: OperateOptions): Promise<Figure[]> {
  const few = await measureAt(database, fewMembers)
  const many = await measureAt(database, members)
  const times = many.overviewMs / few.overviewMs
  return [
    {
      what: `time of the overview of 90 days at ${formatInteger(members)} members and ${formatInteger(members * eventsPerMember)} events`,
      required: `≤ ${mostTimes} times the time at ${formatInteger(fewMembers)} members`,
      measured: `${formatDecimal(times)} times (${formatDecimal(many.overviewMs, 1)} ms)`,
      floor: `${formatDecimal(few.overviewMs, 1)} ms`,
      passed: times <= mostTimes,
    },
    { what: 'first computation of the figures of all 92 days', measured: `${formatInteger(many.rollUpMs)} ms` },
    {
      what: 'time of the slowest of eight searches and filters of members',
      measured: `${formatDecimal(many.searchMs, 1)} ms`,
    },
  ]
}
