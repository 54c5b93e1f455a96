import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Stored } from './tables.ts'

export type Change = { set: Stored[]; remove: string[] }

/** Below this, a journal is not worth a new snapshot. */
const leastJournalBytes = 16 * 1024 * 1024
const linesPerWrite = 500

function linesOf(file: string): Change[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  // A line without its end was being written when the process was killed: its change was never told to anybody.
  lines.pop()
  return lines.map((line) => JSON.parse(line) as Change)
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * A snapshot and the changes since, one JSON line each. A change is on the disk before its answer is sent.
 * Snapshot N goes with journal N: the older pair is removed only when the newer one is complete.
 */
export function openJournal(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const snapshotFile = (number: number) => join(folder, `snapshot-${number}.ndjson`)
  const journalFile = (number: number) => join(folder, `journal-${number}.ndjson`)
  const newest = () =>
    Math.max(0, ...readdirSync(folder).map((name) => Number(/^snapshot-(\d+)\.ndjson$/.exec(name)?.[1] ?? 0)))

  let generation = newest()
  let handle: number | undefined
  let journalBytes = 0
  let snapshotBytes = 0

  const read = (): Change[] => [...linesOf(snapshotFile(generation)), ...linesOf(journalFile(generation))]

  /** Writes all records as the next generation. */
  function compact(records: Iterable<Stored>) {
    const next = generation + 1
    const draft = `${snapshotFile(next)}.draft`
    const file = openSync(draft, 'w', 0o600)
    snapshotBytes = 0
    let set: Stored[] = []
    const flush = () => {
      if (set.length > 0) snapshotBytes += writeSync(file, `${JSON.stringify({ set, remove: [] })}\n`)
      set = []
    }
    for (const record of records) {
      set.push(record)
      if (set.length >= linesPerWrite) flush()
    }
    flush()
    fsyncSync(file)
    closeSync(file)
    rmSync(journalFile(next), { force: true })
    if (handle !== undefined) closeSync(handle)
    handle = openSync(journalFile(next), 'a', 0o600)
    renameSync(draft, snapshotFile(next))
    syncFolder(folder)
    rmSync(snapshotFile(generation), { force: true })
    rmSync(journalFile(generation), { force: true })
    generation = next
    journalBytes = 0
  }

  function append(change: Change) {
    if (handle === undefined) throw new Error('The journal is closed.')
    journalBytes += writeSync(handle, `${JSON.stringify(change)}\n`)
    fsyncSync(handle)
  }

  return {
    read,
    compact,
    append,
    isLong: () => journalBytes > Math.max(leastJournalBytes, snapshotBytes),
    close() {
      if (handle !== undefined) closeSync(handle)
      handle = undefined
    },
  }
}
