import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { addressesOf } from '../settings/database-address.ts'
import { findPrograms, reasonIn } from '../database/postgres-programs.ts'
import { StartProblem } from '../settings/settings.ts'

/** Folders with PostgreSQL's programs; read at once, since a database of our own makes the process forget PGBIN. */
const configuredFolder = process.env.PGBIN
const debianFolder = '/usr/lib/postgresql'

async function listFolders(): Promise<string[]> {
  const embedded = await findPrograms().then(
    ({ postgres }) => [join(postgres, '..')],
    () => [],
  )
  const versions = (() => {
    try {
      return readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a))
    } catch {
      return []
    }
  })()
  const debian = versions.map((version) => join(debianFolder, version, 'bin'))
  return [
    ...(configuredFolder ? [configuredFolder] : []),
    ...(process.env.PATH ?? '').split(delimiter),
    ...debian,
    ...embedded,
  ]
}

function majorOf(program: string): number | null {
  const { error, stdout, status } = spawnSync(program, ['--version'], { timeout: 10_000 })
  const found = /\(PostgreSQL\) (\d+)/.exec(String(stdout ?? ''))
  return error || status !== 0 || !found ? null : Number(found[1])
}

export type PgPrograms = { dump: string; restore: string; psql: string; major: number }

/** The newest pg_dump of at least that major version, with pg_restore and psql beside it. */
export async function findPgPrograms(minMajor: number): Promise<PgPrograms | null> {
  let newest: PgPrograms | null = null
  for (const folder of new Set((await listFolders()).filter(Boolean))) {
    const [dump, restore, psql] = ['pg_dump', 'pg_restore', 'psql'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const major = majorOf(dump)
    if (major === null || major < minMajor || major <= (newest?.major ?? 0)) continue
    if (majorOf(restore) === major && majorOf(psql) !== null) newest = { dump, restore, psql, major }
  }
  return newest
}

const passed = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'channel_binding',
  'options',
  'connect_timeout',
  'target_session_attrs',
]

/** Where PostgreSQL's programs connect: the password is no argument, which everybody on the machine may read. */
export function environmentOf(url: string): Record<string, string> {
  const addresses = addressesOf(url).map((address) => new URL(address))
  const { username, password, pathname, searchParams } = addresses[0] ?? new URL(url)
  const hosts = addresses.map(({ hostname }) => decodeURIComponent(hostname.replaceAll(/[[\]]/g, '')))
  const ports = addresses.map(({ port }) => port)
  const names: Record<string, string> = {
    channel_binding: 'PGCHANNELBINDING',
    target_session_attrs: 'PGTARGETSESSIONATTRS',
  }
  const known = [...searchParams].filter(([name]) => passed.includes(name))
  const others = Object.fromEntries(known.map(([name, value]) => [names[name] ?? `PG${name.toUpperCase()}`, value]))
  // node-postgres has this mode, and libpq does the same by another.
  if (others.PGSSLMODE === 'no-verify') others.PGSSLMODE = 'require'
  const { PATH = '', HOME = '' } = process.env
  return {
    PATH,
    HOME,
    LC_ALL: 'C',
    // pg_dump writes the time of an archive in the zone of the machine, and does not say which that is.
    TZ: 'UTC',
    PGHOST: searchParams.get('host') ?? hosts.join(','),
    ...(ports.some(Boolean) && { PGPORT: ports.join(',') }),
    ...(hosts.length > 1 && { PGTARGETSESSIONATTRS: 'read-write' }),
    ...(username && { PGUSER: decodeURIComponent(username) }),
    ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    PGDATABASE: decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username),
    PGAPPNAME: 'backup',
    ...others,
  }
}

const running = new Set<ChildProcessWithoutNullStreams>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type Run = { child: ChildProcessWithoutNullStreams; done: Promise<void> }

/** `done` throws StartProblem with what the program said. It ends with this process. */
export function start(program: string, args: string[], environment: Record<string, string>): Run {
  const child = spawn(program, args, { env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
  running.add(child)
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-10_000)))
  // Told by its end as well.
  child.stdin.on('error', () => {})
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      if (code === 0) resolve()
      else
        reject(new StartProblem(`${program} failed: ${reasonIn(errorOutput.replaceAll(/^pg_\w+: error/gm, 'ERROR'))}`))
    })
  })
  done.catch(() => {})
  return { child, done }
}

export async function outputOf(program: string, args: string[]): Promise<string> {
  const { child, done } = start(program, args, environmentOf('postgresql:///'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await done
  return output
}
