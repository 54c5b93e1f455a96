import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const sqliteBusy = 5
const pollMs = 100

/** An SQLite lock, which the kernel drops however a process ends. False where another process keeps it for that long. */
export async function lockFolder(folder: string, timeoutMs: number): Promise<boolean> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const lock = new DatabaseSync(join(folder, 'lock'))
    try {
      lock.exec('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE')
      held.push(lock)
      return true
    } catch (error) {
      lock.close()
      if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    }
    if (waitedMs >= timeoutMs) return false
    await sleep(pollMs)
  }
}

/** A lock ends with its object: these stay. */
const held: DatabaseSync[] = []
