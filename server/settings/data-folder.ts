import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartProblem } from './settings.ts'

const sqliteBusy = 5

/** The kernel drops an SQLite lock however the process ends. Null where another holds it. */
function lockFile(file: string): DatabaseSync | null {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return null
    throw new StartProblem(`The file ${file} cannot be written: ${(error as Error).message}.`)
  }
}

/** mkdir with `recursive` never returns where the system refuses, as in /proc. */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (!existsSync(dirname(folder))) await makeFolder(dirname(folder))
  await mkdir(folder, { mode }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error
  })
}

const pidFiles = new Set<string>()
const stopping = ' stopping'
const command = ' command'
const stopTimeoutMs = 40_000
const pollMs = 200

export function announceStop(): void {
  for (const file of pidFiles)
    try {
      writeFileSync(file, `${process.pid}${stopping}`)
    } catch {
      // Then the next process is refused while this one stops.
    }
}

type Release = () => Promise<void>

async function readOwner(folder: string) {
  const text = await readFile(join(folder, 'server.pid'), 'utf8').catch(() => '')
  const pid = text.split(' ')[0] ?? ''
  return { pid, isCommand: text.endsWith(command), isServing: text !== '' && text === pid }
}

/** Waits for commands, for servers that stop, and for whoever has not said yet what it is; returns the pid of one that stays. */
async function takeLock(folder: string, signal?: AbortSignal): Promise<DatabaseSync | { pid: string }> {
  await makeFolder(folder)
  let waitingSince = performance.now()
  let isLogged = false
  for (;;) {
    const lock = lockFile(join(folder, 'server.lock'))
    if (lock) return lock
    const { pid, isCommand, isServing } = await readOwner(folder)
    if (isCommand) {
      waitingSince = performance.now()
      if (!isLogged) console.warn(`A command (process ${pid}) is using ${folder}: waiting for its end.`)
      isLogged = true
    } else if (isServing || performance.now() - waitingSince > stopTimeoutMs) return { pid }
    await sleep(pollMs, undefined, { signal })
  }
}

async function claim(folder: string, lock: DatabaseSync, suffix: string): Promise<Release> {
  const pidFile = join(folder, 'server.pid')
  const release = async () => {
    pidFiles.delete(pidFile)
    await rm(pidFile, { force: true })
    if (lock.isOpen) lock.close()
  }
  try {
    await writeFile(pidFile, `${process.pid}${suffix}`)
  } catch (error) {
    await release()
    throw error
  }
  pidFiles.add(pidFile)
  return release
}

export async function lockDataFolder(folder: string, signal?: AbortSignal): Promise<Release> {
  const lock = await takeLock(folder, signal)
  if (lock instanceof DatabaseSync) return claim(folder, lock, '')
  throw new StartProblem(
    `Another server (process ${lock.pid || 'unknown'}) is using ${folder}: stop it, or set DATA_DIR to another folder.`,
  )
}

/** Null where a server has the folder. */
export async function lockForCommand(folder: string, signal?: AbortSignal): Promise<Release | null> {
  const lock = await takeLock(folder, signal)
  return lock instanceof DatabaseSync ? claim(folder, lock, command) : null
}

/** 256 random bits with mode 0600, created once and atomically. */
export async function readOrCreateSecret(file: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`
  try {
    if (!existsSync(file)) {
      await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
      // Unlike rename, link never replaces what another server made.
      await link(draft, file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST' && !existsSync(file)) throw error
      })
    }
    const secret = await readFile(file, 'utf8')
    if (secret.length < 32)
      throw new StartProblem(`The secret in ${file} is too short: remove the file to get another.`)
    return secret
  } finally {
    await rm(draft, { force: true })
    if (existsSync(file)) await removeDrafts(file)
  }
}

async function removeDrafts(file: string) {
  for (const name of await readdir(dirname(file)))
    if (name.startsWith(`${basename(file)}.`)) await rm(join(dirname(file), name), { force: true })
}
