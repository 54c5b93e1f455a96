import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasProgram } from '../support/postgres/debian.ts'
import { environmentOf } from './compose.ts'
import type { Service } from './compose.ts'

const run = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

const packages = {
  buildah: 'buildah',
  podman: 'podman',
  runc: 'runc',
  debootstrap: 'debootstrap',
  caddy: 'caddy',
  'redis-server': 'redis-server',
}

const missing = () => Object.entries(packages).flatMap(([name, program]) => (hasProgram(program) ? [] : [name]))

export function installTools(): void {
  if (missing().length > 0) {
    console.log(`Installing ${missing().join(', ')}…`)
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    spawnSync('apt-get', ['-qq', 'update'], options)
    spawnSync('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', ...missing()], options)
  }
  if (missing().length > 0)
    throw new Error(`This needs Debian's packages ${missing().join(', ')}, which cannot be installed here.`)
}

/** Options of the Compose service, but with host network and without health timer. */
function argumentsOf(name: string, service: Service, environment: Record<string, string>): string[] {
  const settings = { ...environmentOf(service, environment), ...environment }
  return [
    `--name=${name}`,
    '--network=host',
    '--no-healthcheck',
    '--ulimit=nofile=1024:1024',
    '--ulimit=nproc=1024:1024',
    ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...(service.cap_drop ?? []).map((cap) => `--cap-drop=${cap}`),
    ...(service.security_opt ?? []).map((option) => `--security-opt=${option.replace(':true', '')}`),
    ...(service.tmpfs ?? []).map((path) => `--tmpfs=${path}`),
    ...(service.volumes ?? []).map((volume) => `--volume=${volume}`),
    ...(service.restart && service.restart !== 'no' ? [`--restart=${service.restart}`] : []),
    ...(service.stop_grace_period ? [`--stop-timeout=${Number.parseInt(service.stop_grace_period, 10)}`] : []),
    ...(service.user ? [`--user=${service.user}`] : []),
    ...Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`),
    service.image ?? '',
    ...(service.command ?? []),
  ]
}

export type Engine = ReturnType<typeof openEngine>

export function openEngine(folder: string) {
  const [root, runroot] = [join(folder, 'root'), join(folder, 'run')]
  for (const path of [root, runroot]) mkdirSync(path, { recursive: true })
  const storage = ['--root', root, '--runroot', runroot]
  // Some file systems refuse overlays; vfs copies, which is slower.
  const takesOverlay = spawnSync('buildah', [...storage, '--storage-driver', 'overlay', 'images']).status === 0
  storage.push('--storage-driver', takesOverlay ? 'overlay' : 'vfs')
  const engine = [...storage, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs']

  const buildah = async (...args: string[]) =>
    (await run('buildah', [...storage, ...args], { maxBuffer })).stdout.trim()
  /** Error messages leave out the arguments, since these contain the settings. */
  const podman = async (...args: string[]) => {
    const { stdout } = await run('podman', [...engine, ...args], { maxBuffer }).catch(
      ({ stderr, message }: Error & { stderr?: string }) => {
        throw new Error(`podman ${args[0]} failed: ${stderr?.trim() || message}`)
      },
    )
    return stdout.trim()
  }

  return {
    buildah,
    podman,
    start: (name: string, service: Service, environment: Record<string, string>) =>
      podman('run', '--detach', ...argumentsOf(name, service, environment)),
    /** Returns the output. Throws if the container fails. */
    runOnce: async (name: string, service: Service, environment: Record<string, string>) => {
      await podman('rm', '--force', '--ignore', name)
      await podman('run', ...argumentsOf(name, service, environment))
      return podman('logs', name)
    },
    logs: async (name: string) => {
      const { stdout, stderr } = await run('podman', [...engine, 'logs', name], { maxBuffer })
      return stdout + stderr
    },
    exec: (name: string, ...command: string[]) => podman('exec', name, ...command),
    pidOf: async (name: string) => Number(await podman('inspect', '--format', '{{.State.Pid}}', name)),
    removeAll: () => spawnSync('podman', [...engine, 'rm', '--force', '--all', '--time', '0'], { stdio: 'ignore' }),
    isThere: (image: string) => spawnSync('buildah', [...storage, 'inspect', image], { stdio: 'ignore' }).status === 0,
    build: (args: string[]) =>
      execFileSync('buildah', [...storage, 'bud', ...args], { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer }),
  }
}
