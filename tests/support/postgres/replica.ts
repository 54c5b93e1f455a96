import { globSync, readdirSync, readlinkSync } from 'node:fs'
import { appendFile, chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAccount, findPrograms, giveTo } from '../../../server/embedded/postgres-programs.ts'
import { startPostgres } from '../../../server/embedded/postgres.ts'
import { startPostmaster, stopPostmaster } from '../../../server/embedded/postmaster.ts'
import { withClient } from './database.ts'

/** What PostgreSQL's own backup does, without the program: of a folder that goes on being written. */
async function copyCluster(url: string, from: string, to: string) {
  const { username, password, port } = new URL(url)
  const left = new Set(['postmaster.pid', 'log'].map((name) => join(from, name)))
  await withClient(url, async (client) => {
    await client.query(`SELECT pg_create_physical_replication_slot('replica', true)`)
    await client.query(`SELECT pg_backup_start('replica', true)`)
    await cp(from, to, { recursive: true, filter: (source) => !left.has(source) })
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  })
  const source = `host=127.0.0.1 port=${port} user=${username} password=${decodeURIComponent(password)}`
  await writeFile(join(to, 'standby.signal'), '')
  await appendFile(
    join(to, 'postgresql.auto.conf'),
    [
      `primary_conninfo = '${source}'`,
      `primary_slot_name = 'replica'`,
      `wal_retrieve_retry_interval = '100ms'`,
      // Replay waits for the queries of tests, however slow they are.
      'max_standby_streaming_delay = -1',
      'max_standby_archive_delay = -1',
      'hot_standby_feedback = on\n',
    ].join('\n'),
  )
  await chmod(to, 0o700)
  const account = findAccount()
  await giveTo(account, to, ...globSync('**', { cwd: to }).map((path) => join(to, path)))
}

/** Of every process that stands in the folder. */
function signalAll(folder: string, signal: NodeJS.Signals) {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === folder) process.kill(Number(pid), signal)
    } catch {
      // It has ended.
    }
}

/** A PostgreSQL with a streaming replica, each in its own folder; `prepare` fills the first before it is copied. */
export async function startReplicated(prepare: (url: string) => Promise<unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'replicated-'))
  await chmod(folder, 0o755)
  const [from, to] = [join(folder, 'primary'), join(folder, 'replica')]
  const primary = await startPostgres(from)
  const url = primary.superuserUrl
  await prepare(url)
  await copyCluster(url, from, to)
  const cluster = { folder: to, programs: await findPrograms(), account: findAccount() }
  const { port } = await startPostmaster(cluster)
  const address = new URL(url)
  address.port = String(port)
  const ask = (statement: string) =>
    withClient(address.href, async (client) => (await client.query(statement)).rows as { [column: string]: unknown }[])
  const resume = () => ask('SELECT pg_wal_replay_resume()')
  const delay = async (ms: number) => {
    await ask(`ALTER SYSTEM SET recovery_min_apply_delay = ${ms}`)
    await ask('SELECT pg_reload_conf()')
  }
  const thaw = () => signalAll(to, 'SIGCONT')
  const start = () => startPostmaster(cluster, undefined, port)
  return {
    url,
    replicaUrl: address.href,
    ask,
    pause: () => ask('SELECT pg_wal_replay_pause()'),
    resume,
    delay,
    freeze: () => signalAll(to, 'SIGSTOP'),
    thaw,
    kill: () => signalAll(to, 'SIGKILL'),
    start,
    /** Ends whatever a test did to the replica. */
    restore: async () => {
      thaw()
      await start()
      await resume()
      await delay(0)
    },
    stop: async () => {
      thaw()
      await stopPostmaster(cluster)
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
