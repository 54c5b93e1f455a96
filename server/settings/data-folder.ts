import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartProblem } from './settings.ts'

const sqliteBusy = 5

/** Locks a file by SQLite: the lock ends with the process. Returns null if another process has locked the file. */
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

/** Creates a folder and its parents. `mkdir` with `recursive` never returns where it is refused, as in /proc. */
export async function createFolder(folder: string, mode?: number): Promise<void> {
  if (!existsSync(dirname(folder))) await createFolder(dirname(folder))
  await mkdir(folder, { mode }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error
  })
}

const pidFiles = new Set<string>()
const stoppingSuffix = ' stopping'
const commandSuffix = ' command'
const stopTimeoutMs = 40_000
const pollMs = 200

export function markStopping(): void {
  for (const file of pidFiles)
    try {
      writeFileSync(file, `${process.pid}${stoppingSuffix}`)
    } catch {
      // The file stays: the next process then refuses to start while this process stops.
    }
}

type Release = () => Promise<void>

async function readOwner(folder: string) {
  const text = await readFile(join(folder, 'server.pid'), 'utf8').catch(() => '')
  const pid = text.split(' ')[0] ?? ''
  return { pid, isCommand: text.endsWith(commandSuffix), isServing: text !== '' && text === pid }
}

/** Locks the data folder. Waits for commands and stopping servers. Returns the pid of a running server. */
async function acquireLock(folder: string, signal?: AbortSignal): Promise<DatabaseSync | { pid: string }> {
  await createFolder(folder)
  let waitingSince = performance.now()
  let isLogged = false
  for (;;) {
    const lock = lockFile(join(folder, 'server.lock'))
    if (lock) return lock
    const { pid, isCommand, isServing } = await readOwner(folder)
    if (isCommand) {
      waitingSince = performance.now()
      if (!isLogged) console.warn(`A command (process ${pid}) is using ${folder}: waiting until it ends.`)
      isLogged = true
    } else if (isServing || performance.now() - waitingSince > stopTimeoutMs) return { pid }
    await sleep(pollMs, undefined, { signal })
  }
}

async function writePidFile(folder: string, lock: DatabaseSync, suffix: string): Promise<Release> {
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
  const lock = await acquireLock(folder, signal)
  if (lock instanceof DatabaseSync) return writePidFile(folder, lock, '')
  throw new StartProblem(
    `Another server (process ${lock.pid || 'unknown'}) is using ${folder}: stop it, or set DATA_DIR to another folder.`,
  )
}

export async function lockForCommand(folder: string, signal?: AbortSignal): Promise<Release | null> {
  const lock = await acquireLock(folder, signal)
  return lock instanceof DatabaseSync ? writePidFile(folder, lock, commandSuffix) : null
}

export async function readOrCreateSecret(file: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`
  try {
    if (!existsSync(file)) {
      await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
      // `link` fails if another server has created the file; `rename` would replace it.
      await link(draft, file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST' && !existsSync(file)) throw error
      })
    }
    const secret = await readFile(file, 'utf8')
    if (secret.length < 32)
      throw new StartProblem(`The secret in ${file} is too short: remove the file, and the next start makes a new one.`)
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
