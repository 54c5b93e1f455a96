import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataFolders = new Set<string>()

/** A folder of its own for a server's data, which PostgreSQL's user may enter too. It is removed after the test file. */
export function createDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  dataFolders.add(folder)
  chmodSync(folder, 0o755)
  return folder
}

/** A server that was killed leaves its PostgreSQL, which ends once its folder is gone. */
export function removeDataFolders(): void {
  for (const folder of dataFolders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  dataFolders.clear()
}

/** Below those that the system gives to outgoing connections, one of which could take it before it is listened on. */
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

/** What a process of its own takes over of the environment. */
export function inheritedEnvironment() {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE }
}

export type Exit = { code: number | null; output: string }
export type RunningServer = { process: ChildProcess; exited: Promise<Exit>; output: () => string; ready: Promise<void> }

/** Whatever runs in the folder or for it. A process that ended may stay listed, as a zombie, where nobody collects it. */
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

/** The real server as a process of its own, with these settings; `ready` fails when it ends instead. */
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
