import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/embedded/postgres.ts'
import { withClient, urlOfDatabase } from '../support/postgres/database.ts'
import { createDataFolder } from '../support/site.ts'
import type { Service } from './compose.ts'

export type HostProgram = { kill: () => Promise<void>; stop: () => Promise<void> }

/** Debian's program instead of an image; restarts whenever it ends, like a restart policy. */
function runAlways(program: string, args: string[], environment: NodeJS.ProcessEnv = {}): HostProgram {
  let [isStopped, child] = [false, undefined as ChildProcess | undefined]
  const start = () => {
    child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...environment } })
    child.stderr?.resume()
    child.once('close', () => void (isStopped || setTimeout(() => isStopped || start(), 500)))
  }
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child?.once('close', resolve))
    child?.kill(signal)
    await ended
  }
  start()
  return {
    kill: () => end('SIGKILL'),
    stop: () => {
      isStopped = true
      return end('SIGTERM')
    },
  }
}

export async function startDatabase(): Promise<HostProgram & { url: string }> {
  const folder = join(createDataFolder(), 'postgres')
  const postgres = await startPostgres(folder, {
    onLost: (reason) => {
      throw reason
    },
  })
  await withClient(postgres.superuserUrl, (client) => client.query('CREATE DATABASE promptory'))
  return {
    url: urlOfDatabase(postgres.superuserUrl, 'promptory'),
    stop: postgres.stop,
    kill: async () => {
      const [pid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await sleep(1)
    },
  }
}

export const startValkey = ({ command = [] }: Service, port: number) =>
  runAlways('redis-server', [...command.slice(1), '--port', String(port), '--bind', '127.0.0.1'])

export type CaddyPorts = { http: number; https: number; events: number }

/** The Caddyfile with other ports than 80 and 443. Returns the path of Caddy's local CA. */
export function startCaddy(folder: string, replicas: string[], { http, https, events }: CaddyPorts) {
  mkdirSync(join(folder, 'caddy'), { recursive: true })
  const file = join(folder, 'caddy/Caddyfile')
  const text = readFileSync('Caddyfile', 'utf8')
    .replace('{\n', `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n`)
    .replace('http://:8080', `http://:${events}`)
  writeFileSync(file, text)
  execFileSync('caddy', ['adapt', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const part = runAlways('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    XDG_DATA_HOME: join(folder, 'caddy/data'),
    XDG_CONFIG_HOME: join(folder, 'caddy/config'),
    SITE_ADDRESS: 'https://localhost',
    REPLICAS: replicas.join(' '),
    REPLICAS_BACKWARDS: replicas.toReversed().join(' '),
  })
  return { ...part, authority: join(folder, 'caddy/data/caddy/pki/authorities/local/root.crt') }
}
