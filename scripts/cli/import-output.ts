import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { ImportProgress } from '../../server/library-import/import.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { createStatusLine } from './status-line.ts'

function lineOf(rejected: { row: unknown }): string {
  try {
    return JSON.stringify(rejected)
  } catch {
    // JSON.stringify throws on deep nesting.
    return JSON.stringify({ ...rejected, row: null })
  }
}

/** File of rejected rows, created with the first one. Throws StartProblem if it cannot be written. */
export function createRejectedFile(file: string) {
  const path = `${file}.rejected.ndjson`
  let handle: FileHandle | undefined
  const writing = async (callback: () => Promise<unknown>) => {
    await callback().catch(({ message }: Error) => {
      throw new StartProblem(`The rejected rows cannot be written to ${path}: ${message}.`)
    })
  }
  return {
    path,
    remove: () => writing(() => rm(path, { force: true })),
    add: (rejected: { row: unknown }) =>
      writing(async () => {
        handle ??= await open(path, 'w')
        await handle.write(`${lineOf(rejected)}\n`)
      }),
    close: async () => handle?.close(),
  }
}

/** Progress: one line on a terminal, otherwise a new line every ten seconds. */
export function createProgressLine(size: number) {
  const startedAt = performance.now()
  const { show, clear } = createStatusLine(10_000)
  return {
    show: ({ phase, rows, bytes }: ImportProgress) => {
      const seconds = (performance.now() - startedAt) / 1000
      const left = bytes > 0 ? Math.round((seconds * (size - bytes)) / bytes) : 0
      show(
        phase === 'search'
          ? `${rows.toLocaleString('en')} texts made searchable`
          : `${((100 * bytes) / size).toFixed(1)} %, ${rows.toLocaleString('en')} rows, ${Math.round(rows / seconds).toLocaleString('en')} rows/s, ${left} s left`,
      )
    },
    clear,
  }
}
