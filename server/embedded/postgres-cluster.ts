import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { open, readFile, rename, rm, rmdir, stat, writeFile, mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { changeOwner, runProgram } from './postgres-programs.ts'
import type { SystemAccount, PostgresPrograms } from './postgres-programs.ts'
import { StartProblem } from '../settings/settings.ts'

export type Cluster = { folder: string; programs: PostgresPrograms; account: SystemAccount }

/** Options of initdb: sorts by code point, and recognizes the letters of every script, as search requires. */
const localeOptions = [
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  ...({ linux: ['--lc-ctype=C.UTF-8'], darwin: ['--lc-ctype=UTF-8'] }[process.platform as string] ?? []),
]

const passwordFiles = (folder: string) => [join(folder, 'password'), `${folder}.password`]

/** Writes a folder to the disk. Only then does a rename in the folder survive a power loss. */
async function flushFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

async function createCluster({ folder, programs, account }: Cluster, signal?: AbortSignal) {
  const draft = `${folder}.new-${randomBytes(6).toString('hex')}`
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
    await changeOwner(account, draft, passwordFile)
    const options = ['-U', 'promptory', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C']
    await runProgram([programs.initdb, '-D', draft, ...options, ...localeOptions], account, signal).catch((error) => {
      throw error instanceof StartProblem
        ? new StartProblem(`A database could not be created in ${folder}: ${error.message}`)
        : error
    })
    await rename(passwordFile, join(draft, 'password'))
    await rmdir(folder).catch(() => {})
    await rename(draft, folder)
    await flushFolder(dirname(folder))
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 10 })
    await rm(passwordFile, { force: true })
  }
}

async function removeDrafts(folder: string) {
  const [parent, name] = [dirname(folder), basename(folder)]
  for (const entry of await readdir(parent))
    if (entry.startsWith(`${name}.new-`) || entry === `${name}.password.new`)
      await rm(join(parent, entry), { recursive: true, force: true, maxRetries: 10 })
}

/** Moves the folder of an interrupted initdb, recognized by its missing log. Never deletes it. */
async function moveUnfinishedCluster(folder: string) {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return
  if (existsSync(join(folder, 'log')) || passwordFiles(folder).some((file) => existsSync(file))) return
  const newFolder = `${folder}.unfinished-${randomBytes(6).toString('hex')}`
  await rename(folder, newFolder)
  console.error(`The database in ${folder} is incomplete: it was moved to ${newFolder}, and a new one is created.`)
}

async function refuseOtherVersion({ folder, programs, account }: Cluster) {
  const programVersion = /\d+/.exec(await runProgram([programs.postgres, '--version'], account))?.[0]
  const clusterVersion = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (programVersion !== clusterVersion)
    throw new StartProblem(
      `The data in ${folder} belongs to PostgreSQL ${clusterVersion}, which PostgreSQL ${programVersion} cannot read. With the release that created it, run "npm run cli -- backup FILE", move ${folder} away, then run "npm run cli -- restore FILE" with this release.`,
    )
}

export async function assertClusterOwner({ folder, account }: Pick<Cluster, 'folder' | 'account'>): Promise<void> {
  if (process.platform === 'win32' || !existsSync(join(folder, 'PG_VERSION'))) return
  const { uid } = await stat(folder)
  const expectedUid = account.uid ?? process.getuid?.()
  if (uid !== expectedUid)
    throw new StartProblem(
      `${folder} belongs to the user ${uid}, and PostgreSQL would run as the user ${expectedUid}: start as that user, or change the folder's owner with chown -R.`,
    )
}

export async function prepareCluster(cluster: Cluster, signal?: AbortSignal): Promise<string> {
  const { folder } = cluster
  await removeDrafts(folder)
  await moveUnfinishedCluster(folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) await createCluster(cluster, signal)
  await refuseOtherVersion(cluster)
  return readPassword(folder)
}

export async function readPassword(folder: string): Promise<string> {
  for (const file of passwordFiles(folder)) {
    const password = await readFile(file, 'utf8').catch(() => '')
    if (password) return password
  }
  throw new StartProblem(`The password of the database is missing: ${join(folder, 'password')} cannot be read.`)
}
