import { spawn, spawnSync } from 'node:child_process'
import { open, readFile, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './postgres-cluster.ts'
import { changeOwner, errorSummaryOf, runProgram } from './postgres-programs.ts'
import { StartProblem } from '../settings/settings.ts'

export type Postmaster = { pid: number; port: number }

const pollMs = 50
const stopTimeoutMs = 60_000
const isSlowAfterMs = 10_000
const maxStartAttempts = 5
const retryDelayMs = 500
const unusedPid = 2 ** 31 - 1

async function readPidFile(folder: string) {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7]?.trim() } : null
}

/** True if the process is the PostgreSQL of this folder. The pid may belong to another process by now. */
export async function isPostmasterOf(folder: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux')
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === (await realpath(folder))
  if (process.platform !== 'win32')
    return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)])
      .stdout.toString()
      .includes('postgres')
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export async function isPostmasterReady(folder: string, pid: number): Promise<boolean> {
  const file = await readPidFile(folder)
  return file?.pid === pid && file.status === 'ready' && (await isPostmasterOf(folder, pid))
}

export async function findPostmaster(folder: string, signal?: AbortSignal): Promise<Postmaster | null> {
  for (;;) {
    const file = await readPidFile(folder)
    if (!file || !(await isPostmasterOf(folder, file.pid))) return null
    if (file.status === 'ready') return file
    await sleep(pollMs, undefined, { signal })
  }
}

/** Replaces a stale pid in postmaster.pid, since PostgreSQL refuses to start while a process has that pid. */
async function replacePid(folder: string) {
  const file = join(folder, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return
  if (!text.trim()) return rm(file)
  await writeFile(`${file}.new`, text.replace(/^.*/, String(unusedPid)))
  await rename(`${file}.new`, file)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

const settingsOf = (port: number) =>
  `-p ${port} -h 127.0.0.1 -c unix_socket_directories= -c shared_buffers=256MB -c max_wal_size=2GB -c random_page_cost=1.1`.split(
    ' ',
  )

/** Starts PostgreSQL without pg_ctl, whose shell fails on special characters in paths. */
async function spawnPostmaster({ folder, programs, account }: Cluster, port: number) {
  const file = join(folder, 'log')
  const log = await open(file, 'a', 0o600)
  const { size } = await log.stat()
  await changeOwner(account, file)
  const stdio = ['ignore', log.fd, log.fd] as const
  const child = spawn(programs.postgres, ['-D', folder, ...settingsOf(port)], {
    ...account,
    detached: true,
    stdio: [...stdio],
  })
  const ended = new Promise<false>((resolve) =>
    child.once('exit', () => resolve(false)).once('error', () => resolve(false)),
  )
  child.unref()
  await log.close()
  return { child, ended, said: async () => (await readFile(file)).subarray(size).toString() }
}

async function launch(cluster: Cluster, port: number, signal?: AbortSignal): Promise<Postmaster> {
  await replacePid(cluster.folder)
  const { child, ended, said: readLog } = await spawnPostmaster(cluster, port)
  const interrupt = () => child.kill('SIGINT')
  signal?.addEventListener('abort', interrupt)
  if (signal?.aborted) interrupt()
  const slow = setTimeout(
    () => console.error('The embedded PostgreSQL is still starting: it recovers its data after a crash.'),
    isSlowAfterMs,
  )
  try {
    while (await Promise.race([ended, sleep(pollMs, true)])) {
      const file = await readPidFile(cluster.folder)
      if (!signal?.aborted && file?.pid === child.pid && file?.status === 'ready') return file
    }
  } finally {
    clearTimeout(slow)
    signal?.removeEventListener('abort', interrupt)
  }
  signal?.throwIfAborted()
  throw new StartProblem(`The embedded PostgreSQL did not start: ${errorSummaryOf(await readLog())}`)
}

export async function startPostmaster(cluster: Cluster, signal?: AbortSignal, port?: number): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const running = await findPostmaster(cluster.folder, signal)
    if (running) return running
    try {
      return await launch(cluster, port ?? (await freePort()), signal)
    } catch (error) {
      if (signal?.aborted || attempt === maxStartAttempts) throw error
      await sleep(retryDelayMs, undefined, { signal })
    }
  }
}

export async function stopPostmaster({ folder, programs, account }: Cluster): Promise<void> {
  const file = await readPidFile(folder)
  if (!file || !(await isPostmasterOf(folder, file.pid))) return
  await runProgram([programs.pg_ctl, 'kill', 'INT', String(file.pid)], account).catch(() => {})
  const startedAt = performance.now()
  while (await isPostmasterOf(folder, file.pid)) {
    if (performance.now() - startedAt > stopTimeoutMs) throw new Error('The embedded PostgreSQL did not stop in time.')
    await sleep(pollMs)
  }
}
