import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from './database.ts'
import { memoryOf } from './proc.ts'
import { startProgram } from './programs.ts'

export type Import = { rowSeconds: number; totalSeconds: number; peak: number }

/** True once the import's only connection runs statements about search rows. */
const searching = `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND backend_type = 'client backend' AND query LIKE '%prompt_search%') AS yes`

/** Runs the operator's import. The row phase ends with the first statement about search. */
export function measureImport(url: string, file: string): Promise<Import> {
  return withClient(url, async (client) => {
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    const { child, pid, stop } = startProgram('scripts/cli/main.ts', ['library', 'import', file], { DATABASE_URL: url })
    child.stdout?.pipe(process.stdout)
    let rowSeconds = 0
    let peak = 0
    while (child.exitCode === null && child.signalCode === null) {
      peak = Math.max(peak, memoryOf(pid, 'VmHWM'))
      if (rowSeconds === 0 && (await client.query(searching)).rows[0].yes) rowSeconds = seconds()
      await sleep(50)
    }
    const totalSeconds = seconds()
    await stop()
    if (child.exitCode !== 0) throw new Error('The import failed.')
    return { rowSeconds: rowSeconds || totalSeconds, totalSeconds, peak }
  })
}
