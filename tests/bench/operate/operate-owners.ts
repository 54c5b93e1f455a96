import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { migrate } from '../../../server/database/migrations.ts'
import { closeDatabase, db, openDatabase } from '../../../server/database/db.ts'
import { markAccountErased } from '../../../server/users/erasure.ts'
import { withClient, withScratch } from '../database.ts'
import type { Database } from '../database.ts'
import { formatDecimal, formatInteger } from '../figures.ts'
import type { Figure } from '../figures.ts'
import type { OperateOptions } from './operate.ts'
import { root } from '../paths.ts'

const owner = 1
const commentsPerThread = 10
const pollMs = 20

const fill = (threads: number) => `
  SET session_replication_role = replica;
  INSERT INTO "user" (id, username, email) VALUES (${owner}, 'bench-owner', 'bench-owner@example.test');
  INSERT INTO section (id, slug, position) VALUES (1, 'section', 1);
  INSERT INTO thread (id, meta_slug, section_id, author_id, title, description, description_html, render_version, excerpt, status, published_at)
  SELECT n, 'thread-' || n, 1, ${owner}, 'A thread of some words, number ' || n, 'Text', '<p>Text</p>', 1, 'Text', 'published', now()
    FROM generate_series(1, ${threads}) AS n;
  INSERT INTO comment (id, thread_id, author_id, body, body_html, render_version)
  SELECT n, 1 + n % ${threads}, ${owner}, 'Text', '<p>Text</p>', 1 FROM generate_series(1, ${threads * commentsPerThread}) AS n;
  SET session_replication_role = DEFAULT`

async function markOwnerErased(url: string) {
  await openDatabase(url, 1)
  await db.$transaction((transaction) => markAccountErased(transaction, owner))
  await closeDatabase()
}

type Step = {
  what: string
  job: 'hide' | 'erase'
  begin: (client: Client, url: string) => Promise<unknown>
  done: string
}
const change = (set: string) => (client: Client) =>
  client.query(`UPDATE "user" SET ${set}, texts_pending_at = now() WHERE id = ${owner}`)
const steps: Step[] = [
  {
    what: 'hiding',
    job: 'hide',
    begin: change('blocked_at = now(), hides_content = true'),
    done: 'hidden_with_author',
  },
  {
    what: 'showing',
    job: 'hide',
    begin: change('blocked_at = NULL, hides_content = false'),
    done: 'NOT hidden_with_author',
  },
  {
    what: 'erasing',
    job: 'erase',
    begin: (_client, url) => markOwnerErased(url),
    done: 'author_id IS NULL',
  },
]

function startJob(url: string, job: string) {
  const child = spawn(process.execPath, [join(root, 'tests/bench/operate/owner-job.ts'), url, job], {
    stdio: 'inherit',
  })
  return { child, ended: once(child, 'exit').then(([code]) => code as number | null) }
}

/** Kills the job with SIGKILL at the middle comment, and restarts it. */
async function runKilledOnce(client: Client, url: string, { job, done }: Step, middle: number): Promise<void> {
  const { child, ended } = startJob(url, job)
  const isDone = async () =>
    (await client.query(`SELECT ${done} AS is_done FROM comment WHERE id = ${middle}`)).rows[0].is_done as boolean
  while (child.exitCode === null && !(await isDone())) await sleep(pollMs)
  child.kill('SIGKILL')
  if ((await ended) !== null) throw new Error('It ended before it was killed.')
  if ((await startJob(url, job).ended) !== 0) throw new Error('It did not go on after the kill.')
}

async function measureStep(client: Client, url: string, step: Step, threads: number): Promise<Figure> {
  const comments = threads * commentsPerThread
  const startedAt = performance.now()
  await step.begin(client, url)
  await runKilledOnce(client, url, step, comments / 2)
  const seconds = (performance.now() - startedAt) / 1_000
  const { rows } = await client.query(
    `SELECT (SELECT count(*) FROM thread WHERE ${step.done}) + (SELECT count(*) FROM comment WHERE ${step.done}) AS count`,
  )
  const done = Number(rows[0].count)
  return {
    what: `${step.what} the texts of one author: ${formatInteger(comments)} comments and ${formatInteger(threads)} threads; kill -9 in the middle`,
    required: 'complete, in batches that continue after the kill',
    measured: `${formatInteger(done)} rows in ${formatDecimal(seconds, 1)} s, ${formatInteger(done / seconds)} a second`,
    passed: done === comments + threads,
  }
}

export const owners = (database: Database, { threads }: OperateOptions): Promise<Figure[]> =>
  withScratch(database.url, 'owners', async (url) => {
    await migrate(url)
    return withClient(url, async (client) => {
      await client.query(fill(threads))
      await client.query('VACUUM ANALYZE')
      const figures: Figure[] = []
      for (const step of steps) figures.push(await measureStep(client, url, step, threads))
      const { rowCount } = await client.query(`SELECT FROM "user" WHERE id = ${owner}`)
      return [
        ...figures,
        {
          what: 'the account afterwards',
          required: 'gone',
          measured: rowCount === 0 ? 'gone' : 'there',
          passed: rowCount === 0,
        },
      ]
    })
  })
