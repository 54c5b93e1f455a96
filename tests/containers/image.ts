import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine } from './engine.ts'

const baseImage = 'node:24.21.0-slim'
const leftOut = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/log']

const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())))

/** Builds Docker's base image from Debian packages and the project's Node, where no registry is reachable. */
export async function makeBase(engine: Engine, folder: string): Promise<void> {
  if (engine.isThere(baseImage)) return
  const root = join(folder, 'base')
  rmSync(root, { recursive: true, force: true })
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root], { stdio: 'ignore' })
  for (const path of leftOut) {
    rmSync(join(root, path), { recursive: true, force: true })
    mkdirSync(join(root, path), { recursive: true })
  }
  cpSync(realpathSync('node_modules/.bin/node'), join(root, 'usr/local/bin/node'))
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  execFileSync('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node'])
  const container = await engine.buildah('from', 'scratch')
  await engine.buildah('add', '--quiet', container, root, '/')
  await engine.buildah(
    'config',
    '--env',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    container,
  )
  await engine.buildah('commit', '--quiet', '--rm', container, baseImage)
  rmSync(root, { recursive: true })
}

const handedOn = ['registry', 'proxy', 'https-proxy', 'noproxy']

function npmConfig(): string {
  const config = JSON.parse(
    execFileSync('npm', ['config', 'list', '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as Record<string, string | string[] | null>
  const lines = handedOn.flatMap((name) => (config[name]?.length ? [`${name}=${String(config[name])}`] : []))
  const cafile = typeof config.cafile === 'string' && existsSync(config.cafile) ? config.cafile : null
  const certificates = cafile ? readFileSync(cafile, 'utf8').match(/-----BEGIN[^]*?-----END CERTIFICATE-----/g) : null
  return [...lines, ...(certificates ?? []).map((pem) => `ca[]="${pem.replaceAll('\n', String.raw`\n`)}"`)].join('\n')
}

/** The npm configuration is a build secret: present while npm runs, in no layer. */
export function buildImage(engine: Engine, folder: string): void {
  const secret = join(folder, 'npmrc')
  writeFileSync(secret, npmConfig(), { mode: 0o600 })
  const context = fileURLToPath(new URL('../..', import.meta.url))
  const options = ['--isolation', 'chroot', '--pull-never', '--network', 'host', '--format', 'docker', '--layers']
  try {
    engine.build([...options, '--secret', `id=npmrc,src=${secret}`, '--tag', 'promptory', context])
  } finally {
    rmSync(secret)
  }
}
