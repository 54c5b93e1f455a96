import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import type { Client } from 'pg'
import { states } from 'pg-boss'
import type { PgBoss } from 'pg-boss'
import { inBatches } from '../../server/database/batches.ts'
import { DatabaseClient } from '../../server/database/database-client.ts'
import { FailoverBoss } from '../../server/jobs.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { addVerb, addWritingVerb, parseCount, printResult, withDatabase } from './command.ts'
import type { CommandOptions } from './command.ts'

const aboutJobs = `
Mails, Stripe events and scheduled tasks are jobs. States: created (waiting), retry (waiting for the next attempt), active,
completed, cancelled, failed (no more attempts). Examples:
  npm run cli -- jobs list
  npm run cli -- jobs list --queue user_mail --state failed
  npm run cli -- jobs retry --queue user_mail
  npm run cli -- jobs retry 0193f7c2-5f1e-7cc0-b7a0-2f4a52a1e1f4 --dry-run
  npm run cli -- jobs cancel 0193f7c2-5f1e-7cc0-b7a0-2f4a52a1e1f4
  npm run cli -- jobs purge --older-than 7d --dry-run`

const stateNames = Object.values(states)
type State = (typeof stateNames)[number]
type Row = {
  id: string
  queue: string
  state: State
  tries: number
  created_at: Date
  due_at: Date
  problem: string | null
}
type Filter = { queue?: string; state?: State | State[]; ids?: string[]; limit?: number }

async function withJobs(callback: (client: Client, url: string) => Promise<void>): Promise<void> {
  await withDatabase(async (url) => {
    const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      const { rows } = await client.query(`SELECT to_regclass('pgboss.job') IS NOT NULL AS there`)
      if (!rows[0].there)
        throw new StartProblem('The database has no job tables yet. A server creates them when it starts.')
      await callback(client, url)
    } finally {
      await client.end()
    }
  })
}

/** Finds jobs without their data, which may contain addresses. */
async function findJobs(client: Client, { queue, state, ids, limit }: Filter): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT id, name AS queue, state::text, retry_count AS tries, created_on AS created_at, start_after AS due_at,
            coalesce(output ->> 'message', output ->> 'name') AS problem
       FROM pgboss.job
      WHERE ($1::text IS NULL OR name = $1) AND ($2::text[] IS NULL OR state::text = ANY ($2)) AND ($3::text[] IS NULL OR id::text = ANY ($3))
      ORDER BY created_on DESC, id LIMIT $4`,
    [queue ?? null, state === undefined ? null : [state].flat(), ids ?? null, limit ?? null],
  )
  return rows
}

const lineOf = ({ id, queue, state, tries, created_at, problem }: Row) =>
  `${id}  ${state.padEnd(9)}  ${created_at.toISOString()}  ${queue}  ${tries} tries${problem ? `  ${problem.replaceAll(/\s+/g, ' ')}` : ''}`

type ListOptions = CommandOptions & { queue?: string; state?: State; limit: number }

async function list({ queue, state, limit, ...options }: ListOptions) {
  await withJobs(async (client) => {
    const counts = await client.query<{ queue: string; state: State; jobs: number }>(
      `SELECT name AS queue, state::text, count(*)::int AS jobs FROM pgboss.job GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    const jobs = await findJobs(client, { limit, ...(queue && { queue }), ...(state && { state }) })
    const lines = counts.rows.map((one) => `${one.queue}: ${one.jobs} ${one.state}`)
    const text = [lines.join('\n') || 'There are no jobs.', ...jobs.map(lineOf)].join('\n')
    printResult(options, text, { queues: counts.rows, jobs })
  })
}

type JobAction = {
  from: State[]
  done: string
  would: string
  run: (boss: PgBoss, queue: string, ids: string[]) => Promise<unknown>
}
const retrying: JobAction = {
  from: ['failed', 'cancelled'],
  done: 'Queued again',
  would: 'Would queue again',
  run: async (boss, queue, ids) => {
    // `retry` handles failed jobs, `resume` cancelled ones.
    await boss.retry(queue, ids)
    await boss.resume(queue, ids)
  },
}
const cancelling: JobAction = {
  from: ['created', 'retry', 'active'],
  done: 'Cancelled',
  would: 'Would cancel',
  run: (boss, queue, ids) => boss.cancel(queue, ids),
}

const runAction =
  ({ from, done, would, run }: JobAction) =>
  async (ids: string[], { queue, ...options }: CommandOptions & { queue?: string }) => {
    const { dryRun = false } = options
    if (ids.length === 0 && !queue) throw new StartProblem('Give the ids of jobs, or --queue.')
    await withJobs(async (client, url) => {
      const jobs = await findJobs(client, { state: from, ...(queue && { queue }), ...(ids.length > 0 && { ids }) })
      const unknown = ids.filter((id) => !jobs.some((job) => job.id === id))
      if (unknown.length > 0)
        throw new StartProblem(`There is no ${from.join(' or ')} job with the id ${unknown.join(', ')}.`)
      if (!dryRun) {
        const boss = new FailoverBoss({
          connectionString: url,
          supervise: false,
          schedule: false,
          migrate: false,
          max: 1,
        })
        boss.on('error', () => {})
        await boss.start()
        const queues = Map.groupBy(jobs, (job) => job.queue)
        try {
          for (const [name, queueJobs] of queues)
            await run(
              boss,
              name,
              queueJobs.map(({ id }) => id),
            )
        } finally {
          await boss.stop()
        }
      }
      const result = { jobs: jobs.map(({ id }) => id), dry_run: dryRun }
      printResult(options, `${dryRun ? would : done}: ${jobs.length} jobs.`, result)
    })
  }

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

function parseAge(text: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const ms = Number(count) * (unitMs[unit] ?? Number.NaN)
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Expected an age like 30m, 12h or 7d.')
  return ms
}

async function purge({ olderThan, ...options }: CommandOptions & { olderThan: number }) {
  const { dryRun = false } = options
  await withJobs(async (client) => {
    const old = `state IN ('completed', 'cancelled', 'failed') AND coalesce(completed_on, created_on) < $1`
    const before = new Date(Date.now() - olderThan)
    const count = async () =>
      (await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM pgboss.job WHERE ${old}`, [before]))
        .rows[0]?.count ?? 0
    const removeBatch = async (most: number) =>
      (
        await client.query(
          `DELETE FROM pgboss.job WHERE (name, id) IN (SELECT name, id FROM pgboss.job WHERE ${old} LIMIT $2)`,
          [before, most],
        )
      ).rowCount ?? 0
    const removed = dryRun ? await count() : await inBatches(removeBatch)
    printResult(
      options,
      `${dryRun ? 'Would remove' : 'Removed'} ${removed} jobs that ended before ${before.toISOString()}.`,
      {
        removed,
        before,
        dry_run: dryRun,
      },
    )
  })
}

export function addJobsCommands(program: Command): void {
  const jobs = program.command('jobs').description('Lists, retries, cancels and removes jobs.')
  jobs.addHelpText('after', aboutJobs)
  addVerb(jobs, 'list', 'Shows the number of jobs by queue and state, and the latest jobs.')
    .option('--queue <name>', 'only jobs of this queue')
    .addOption(new Option('--state <state>', 'only jobs in this state').choices(stateNames))
    .option('--limit <number>', 'maximum number of jobs', parseCount, 20)
    .addHelpText('after', aboutJobs)
    .action(list)
  for (const [name, about, action] of [
    ['retry', 'Queues failed or cancelled jobs again.', retrying],
    ['cancel', 'Cancels waiting or running jobs. Work that is already done is not undone.', cancelling],
  ] as const)
    addWritingVerb(jobs, name, about)
      .argument('[ids...]', 'which')
      .option('--queue <name>', 'all jobs of this queue')
      .addHelpText('after', aboutJobs)
      .action(runAction(action))
  addWritingVerb(jobs, 'purge', 'Removes completed, cancelled and failed jobs before their retention time ends.')
    .requiredOption('--older-than <age>', 'such as 30m, 12h or 7d', parseAge)
    .addHelpText('after', aboutJobs)
    .action(purge)
}
