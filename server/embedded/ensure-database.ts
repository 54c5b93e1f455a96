import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { markStopping, lockDataFolder, lockForCommand } from '../settings/data-folder.ts'
import { assertNoStatementPooler, assertNoTransactionPooler } from '../database/pooler.ts'
import { assertClusterOwner } from './postgres-cluster.ts'
import { findAccount } from './postgres-programs.ts'
import { findPostgres, startPostgres } from './postgres.ts'
import type { PostgresOptions } from './postgres.ts'
import { StartProblem } from '../settings/settings.ts'
import type { Settings } from '../settings/settings.ts'

export type EnsuredDatabase = {
  url: string
  pooledUrl?: string
  release: () => Promise<void>
  hasEnded?: () => Promise<boolean>
}

const releaseTimeoutMs = 75_000
const joinTimeoutMs = 60_000
const pollMs = 200
const releases = new Set<() => Promise<void>>()

type EmbeddedDatabase = { url: string; stop: () => Promise<void>; hasEnded?: () => Promise<boolean> }
type StartDatabase = (folder: string, options: PostgresOptions) => Promise<EmbeddedDatabase>

const clusterIn = async (folder: string) => {
  const cluster = join(folder, 'postgres')
  await assertClusterOwner({ folder: cluster, account: findAccount() })
  return cluster
}

async function startLocked(cluster: string, unlock: () => Promise<void>, options: PostgresOptions) {
  try {
    const postgres = await startPostgres(cluster, options)
    return { url: postgres.url, stop: () => postgres.stop().finally(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}

const start: StartDatabase = async (folder, options) => {
  const cluster = await clusterIn(folder)
  return startLocked(cluster, await lockDataFolder(folder, options.signal), options)
}

const joinOrStart: StartDatabase = async (folder, options) => {
  const cluster = await clusterIn(folder)
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const unlock = await lockForCommand(folder, options.signal)
    if (unlock) return startLocked(cluster, unlock, options)
    const running = await findPostgres(cluster, options.signal)
    if (running) return { ...running, stop: async () => {} }
    if (waitedMs > joinTimeoutMs)
      throw new StartProblem(`The server that is using ${folder} has no running database: see its output.`)
    await sleep(pollMs, undefined, { signal: options.signal })
  }
}

async function reach(
  settings: Settings,
  begin: StartDatabase,
  onLost?: PostgresOptions['onLost'],
): Promise<EnsuredDatabase> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = settings
  if (DATABASE_URL) {
    const url = DATABASE_DIRECT_URL ?? DATABASE_URL
    await assertNoTransactionPooler(url)
    if (DATABASE_DIRECT_URL) await assertNoStatementPooler(DATABASE_URL)
    return { url, ...(DATABASE_DIRECT_URL && { pooledUrl: DATABASE_URL }), release: async () => {} }
  }
  const abandon = new AbortController()
  const starting = begin(settings.DATA_DIR, { signal: abandon.signal, onLost })
  let released: Promise<void> | undefined
  const release = () => {
    markStopping()
    abandon.abort()
    released ??= starting.then(
      ({ stop }) => stop(),
      () => {},
    )
    return released
  }
  releases.add(release)
  const { url, hasEnded } = await starting
  return { url, release, ...(hasEnded && { hasEnded }) }
}

export const ensureDatabase = (settings: Settings, onLost?: PostgresOptions['onLost']) => reach(settings, start, onLost)

export const joinDatabase = (settings: Settings) => reach(settings, joinOrStart)

export async function releaseDatabase(): Promise<void> {
  const released = Promise.all([...releases].map((release) => release()))
  await Promise.race([released, sleep(releaseTimeoutMs, undefined, { ref: false })])
}
