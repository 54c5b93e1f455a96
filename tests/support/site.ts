import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataFolders = new Set<string>()

/** Data folder that PostgreSQL's user may enter; removed after the test file. */
export function createDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  dataFolders.add(folder)
  chmodSync(folder, 0o755)
  return folder
}

/** The PostgreSQL of a killed server ends once its folder is removed. */
export function removeDataFolders(): void {
  for (const folder of dataFolders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  dataFolders.clear()
}

/** Below the ephemeral port range, from which an outgoing connection could take the port first. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return findFreePort()
  await new Promise((resolve) => probe.close(resolve))
  return port
}

export function inheritedEnvironment() {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE }
}

export type Exit = { code: number | null; output: string }
export type RunningServer = { process: ChildProcess; exited: Promise<Exit>; output: () => string; ready: Promise<void> }

/** Processes with this folder in their command line or as working directory; zombies may remain listed. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return `${command} ${readlinkSync(`/proc/${pid}/cwd`)}`.includes(folder) ? [command] : []
    } catch {
      return []
    }
  })
}

export const runningServers = new Set<RunningServer>()

export const serverCommand = [process.execPath, '--disable-warning=ExperimentalWarning', 'server/start/main.ts']

/** Server in its own process; `ready` rejects if it ends. */
export function runServer(
  settings: Record<string, string>,
  { command = serverCommand, detached = false } = {},
): RunningServer {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    detached,
    env: { ...inheritedEnvironment(), LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<Exit>((resolve) => child.once('close', (code) => resolve({ code, output })))
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (text: Buffer) => {
      output += text.toString()
      if (output.includes('is ready at')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void exited.then(({ code }) => reject(new Error(`The server ended with ${code}: ${output}`)))
  })
  ready.catch(() => {})
  const server = { process: child, exited, output: () => output, ready }
  runningServers.add(server)
  void exited.then(() => runningServers.delete(server))
  return server
}

export type Site = { url: string; folder: string; stop: () => Promise<Exit> }

export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const folder = createDataFolder()
  const port = settings.PORT ?? String(await findFreePort())
  const server = runServer({ DATA_DIR: folder, PORT: port, LIVE_FEED: 'off', LIMITS: 'off', ...settings })
  await server.ready
  return {
    url: `http://localhost:${port}`,
    folder,
    stop: async () => {
      server.process.kill('SIGTERM')
      const exit = await server.exited
      rmSync(folder, { recursive: true, force: true })
      return exit
    },
  }
}
