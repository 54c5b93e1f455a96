import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from './engine.ts'

const maxBytes = 350 * 1000 * 1000

function filesIn(folder: string, inside = ''): string[] {
  return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = join(inside, entry.name)
    return entry.isDirectory() ? filesIn(folder, path) : [path]
  })
}

/** `devOptional` packages are part of production: npm installs them. */
type Packages = Record<string, { dev?: true }>

export async function checkImage(engine: Engine): Promise<{ megabytes: number; problems: string[] }> {
  const problems: string[] = []
  const bytes = Number(await engine.podman('image', 'inspect', '--format', '{{.Size}}', 'promptory'))
  if (!(bytes < maxBytes)) problems.push(`The image has ${bytes} bytes, more than ${maxBytes}.`)
  const root = await engine.podman('image', 'mount', 'promptory')
  const app = join(root, 'app')
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages }
  const isThere = (path: string) => statSync(join(app, path), { throwIfNoEntry: false }) !== undefined
  for (const [path, { dev }] of Object.entries(packages))
    if (dev && isThere(path)) problems.push(`${path} is only for development.`)
  const foreign = /(^|\/)(\.env.*|\.npmrc|\.git|\.data|.*\.(key|pem))$|^(tests|client)\//
  const appFiles = filesIn(app).filter((path) => !path.startsWith('node_modules/'))
  problems.push(...appFiles.filter((path) => foreign.test(path)).map((path) => `${path} does not belong there.`))
  const left = filesIn(root, 'root').filter((path) => path.endsWith('.npmrc') || path.includes('/.npm/'))
  problems.push(...left.map((path) => `${path} was left by the build.`))
  const secretFiles = filesIn(root, 'secrets')
  problems.push(...secretFiles.map((path) => `${path} is a secret in the image.`))
  const history = await engine.podman('history', '--no-trunc', '--format', '{{.CreatedBy}}', 'promptory')
  if (/BEGIN CERTIFICATE|_authToken|_password/.test(history)) problems.push("The image's history has a secret in it.")
  await engine.podman('image', 'unmount', 'promptory')
  return { megabytes: Math.round(bytes / 1e6), problems }
}
