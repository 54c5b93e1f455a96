import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { debianPrograms, hasDebianPostgres, startDebianPostgres } from '../../support/postgres/debian-postgres.ts'
import { withClient } from '../database.ts'
import type { Database } from '../database.ts'
import { onExit } from '../cleanups.ts'
import { formatDecimal, formatInteger } from '../figures.ts'
import type { Figure } from '../figures.ts'
import { importGenerated } from '../load.ts'
import type { OperateOptions } from './operate.ts'
import { folder } from '../paths.ts'
import { memoryOf } from '../proc.ts'
import { startProgram } from '../programs.ts'

const run = promisify(execFile)
const mostTimes = 2
const mostMegabytes = 150

const addMembers = (count: number) => `
  INSERT INTO "user" (username, username_skeleton, email, email_confirmed_at, created_at, avatar_color)
  SELECT 'bench-' || n, 'bench ' || n, 'bench-' || n || '@example.test', now(), now() - interval '2 years', '#4c2fa2'
    FROM generate_series(1, ${count}) AS n`

type Run = { seconds: number; peak: number }

async function cli(url: string, ...args: string[]): Promise<Run> {
  const startedAt = performance.now()
  const { child, pid, stop } = startProgram('scripts/cli/main.ts', args, { DATABASE_URL: url })
  child.stdout?.pipe(process.stdout)
  let peak = 0
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, memoryOf(pid, 'VmHWM'))
    await sleep(50)
  }
  const seconds = (performance.now() - startedAt) / 1000
  await stop()
  if (child.exitCode !== 0) throw new Error(`cli ${args[0]} failed.`)
  return { seconds, peak }
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await task()
  return (performance.now() - startedAt) / 1000
}

async function digestOf(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM prompt) || ' ' || (SELECT count(*) FROM "user") || ' ' ||
              (SELECT bit_xor(hashtextextended(row::text, 0)) FROM prompt_text AS row) AS digest`,
    )
    return rows[0].digest
  })
}

const program = (name: string) => join(debianPrograms, name)

const against = (what: string, { seconds }: Run, floor: number): Figure => ({
  what,
  required: `≤ ${mostTimes} times`,
  measured: `${formatDecimal(seconds / floor)} times (${formatDecimal(seconds, 1)} s)`,
  floor: `${formatDecimal(floor, 1)} s`,
  passed: seconds <= mostTimes * floor,
})

/** Debian's PostgreSQL 15, since the embedded one has no pg_dump: all measurements use one server. */
export async function backup(_database: Database, { prompts, members }: OperateOptions): Promise<Figure[]> {
  if (!hasDebianPostgres()) throw new Error('The floor needs pg_dump and its server: apt-get install postgresql-15.')
  const debian = await startDebianPostgres('-c shared_buffers=256MB -c max_wal_size=2GB -c random_page_cost=1.1')
  const stop = onExit(debian.stop)
  const create = (name: string) => withClient(debian.url, (client) => client.query(`CREATE DATABASE ${name}`))
  const urlOf = (name: string) => Object.assign(new URL(debian.url), { pathname: `/${name}` }).href
  for (const name of ['site', 'ours', 'theirs']) await create(name)
  const backupFile = join(folder, `operate-${prompts}-${members}.backup`)
  if (existsSync(backupFile)) await cli(urlOf('site'), 'restore', backupFile)
  else {
    await importGenerated(urlOf('site'), prompts)
    await withClient(urlOf('site'), (client) => client.query(addMembers(members)))
    await cli(urlOf('site'), 'backup', backupFile)
  }
  await withClient(urlOf('site'), (client) => client.query('CHECKPOINT'))

  const [file, dump] = ['backup', 'dump'].map((kind) => join(folder, `operate.${kind}`)) as [string, string]
  onExit(() => Promise.all([file, dump].map((path) => rm(path, { force: true }))))
  console.log('Backing up…')
  const dumpSeconds = await timed(() => run(program('pg_dump'), ['-Fc', `--file=${dump}`, urlOf('site')]))
  const backedUp = await cli(urlOf('site'), 'backup', file)
  console.log('Restoring…')
  const load = ['--no-owner', '--exit-on-error', `--dbname=${urlOf('theirs')}`, dump]
  const loadSeconds = await timed(() => run(program('pg_restore'), load))
  await withClient(debian.url, (client) => client.query('CHECKPOINT'))
  const restored = await cli(urlOf('ours'), 'restore', file)
  if ((await digestOf(urlOf('ours'))) !== (await digestOf(urlOf('site')))) throw new Error('They are not the same.')
  const sizes = await Promise.all([file, dump].map(async (path) => (await stat(path)).size / 1e6))
  await stop()

  return [
    against("cli backup, against PostgreSQL 15's pg_dump -Fc", backedUp, dumpSeconds),
    against("cli restore of that archive, against PostgreSQL 15's pg_restore", restored, loadSeconds),
    {
      what: 'peak memory of backup and of restore',
      required: `< ${mostMegabytes} MB`,
      measured: `${formatInteger(backedUp.peak)} and ${formatInteger(restored.peak)} MB`,
      passed: Math.max(backedUp.peak, restored.peak) < mostMegabytes,
    },
    {
      what: 'size of the archive',
      measured: `${formatInteger(sizes[0] ?? 0)} MB`,
      floor: `${formatInteger(sizes[1] ?? 0)} MB`,
    },
  ]
}
