import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A temporary folder for a whole run: what it starts has it as TMPDIR. PostgreSQL's user may enter it. */
export function createRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'promptory-tests-'))
  chmodSync(folder, 0o755)
  return folder
}

/** The processes that were started with the folder, or in it. Knows none where the system has no /proc. */
export function processesOfRun(folder: string): number[] {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!pid || pid === process.pid) return false
      try {
        const [command, environment] = ['cmdline', 'environ'].map((file) =>
          readFileSync(`/proc/${pid}/${file}`, 'utf8'),
        )
        return `${command} ${environment} ${readlinkSync(`/proc/${pid}/cwd`)}`.includes(folder)
      } catch {
        return false
      }
    })
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended.
    }
  }
}

/** Ends the processes of the run, which have `endMs` to end by themselves, and removes its folder. */
export async function removeRunFolder(folder: string, endMs = 10_000): Promise<void> {
  signal(processesOfRun(folder), 'SIGINT')
  const startedAt = performance.now()
  while (processesOfRun(folder).length > 0 && performance.now() - startedAt < endMs) await sleep(50)
  while (processesOfRun(folder).length > 0) {
    signal(processesOfRun(folder), 'SIGKILL')
    await sleep(50)
  }
  rmSync(folder, { recursive: true, force: true })
}
