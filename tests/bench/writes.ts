import { listenForInvalidations } from '../../server/cache/invalidation-listener.ts'
import { migrate } from '../../server/database/migrations.ts'
import { withClient } from './database.ts'
import { formatDecimal, median, formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { pgbench } from './pgbench.ts'
import { requireProgram } from './require-program.ts'
import type { Round } from './pgbench.ts'
import type { Pace } from './read.ts'

const people = 2_000
export const prompts = 10_000

const fill = `
  INSERT INTO functional_group (slug) VALUES ('group');
  INSERT INTO category (slug, functional_group_id) SELECT 'category', id FROM functional_group;
  INSERT INTO use_case (slug, category_id) SELECT 'use-case-' || n, id FROM category, generate_series(1, 100) AS n;
  INSERT INTO prompt (id, slug, use_case_id)
    SELECT n, 'prompt-' || n, (SELECT min(id) FROM use_case) + n % 100 FROM generate_series(1, ${prompts}) AS n;
  INSERT INTO "user" (id, username, email) SELECT n, 'user-' || n, n || '@example.test' FROM generate_series(1, ${people}) AS n;
  ANALYZE;`

const anyone = `\\set user random(1, ${people})\n\\set prompt random(1, ${prompts})\n`
const scripts = [
  `${anyone}\\set value random(1, 5)\nSELECT * FROM rate_prompt('prompt-' || :prompt, :user, :value);`,
  `${anyone}INSERT INTO saved_prompt (user_id, prompt_id)
    SELECT "user".id, prompt.id FROM "user", prompt WHERE "user".id = :user AND prompt.id = :prompt FOR KEY SHARE
    ON CONFLICT DO NOTHING;`,
]

/** Cost of cache invalidation for writes: rounds with and without its triggers. */
export async function writes(url: string, { rounds, seconds }: Pace): Promise<Figure[]> {
  requireProgram('postgresql-contrib', 'pgbench')
  await migrate(url)
  await withClient(url, (client) => client.query(fill))
  let invalidated = 0
  const stop = listenForInvalidations(url, {
    onInvalidate: (tags) => void (invalidated += tags.length),
    onConnected: () => {},
    onDisconnected: () => {},
  })
  const measured: Record<'ENABLE' | 'DISABLE', Round[]> = { ENABLE: [], DISABLE: [] }
  for (let round = 0; round < rounds; round++)
    for (const state of ['DISABLE', 'ENABLE'] as const) {
      await withClient(url, (client) => client.query(`ALTER TABLE prompt ${state} TRIGGER prompt_rated`))
      measured[state].push(await pgbench(url, scripts, 3 * seconds))
    }
  await stop()
  if (invalidated < rounds * 100) throw new Error(`Only ${invalidated} invalidations were announced.`)
  const [on, off] = [measured.ENABLE, measured.DISABLE].map((all) => ({
    rate: median(all.map(({ rate }) => rate)),
    slowest: median(all.map(({ p99Ms }) => p99Ms)),
  })) as [{ rate: number; slowest: number }, { rate: number; slowest: number }]
  const [share, slower] = [on.rate / off.rate, on.slowest / off.slowest]
  return [
    {
      what: '32 connections rate and save: commits with invalidation against without',
      required: '≥ 0.8',
      measured: `${formatDecimal(share)} (${formatInteger(on.rate)}/s)`,
      floor: `${formatInteger(off.rate)}/s`,
      passed: share >= 0.8,
    },
    {
      what: '32 connections rate and save: p99 with invalidation against without',
      required: '< 3 times',
      measured: `${formatDecimal(slower)} times (${formatDecimal(on.slowest, 1)} ms)`,
      floor: `${formatDecimal(off.slowest, 1)} ms`,
      passed: slower < 3,
    },
  ]
}
