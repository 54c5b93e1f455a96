import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A production install has no Vite: `dist` was built elsewhere. */
const canBuild = existsSync('node_modules/vite')

function whenChanged(stamp: string, patterns: string[], callback: () => void): void {
  if (!canBuild) {
    if (existsSync(stamp)) return
    console.error(`${dirname(stamp)} is missing: run npm run build in a full installation, and copy the folder here.`)
    process.exit(1)
  }
  const hash = createHash('sha256')
  for (const file of globSync(patterns).toSorted()) hash.update(file).update('\0').update(readFileSync(file))
  const found = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === found) return
  // An interrupted run leaves no stamp.
  rmSync(stamp, { force: true })
  callback()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, found)
}

/** Prisma's CLI requires an engine file, which `generate` does not use: any existing file works. */
export function generateClient(): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/prisma-cli/build/index.js', 'generate'],
    {
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: fileURLToPath(import.meta.url),
        CHECKPOINT_DISABLE: '1',
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
      },
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`prisma generate failed:\n${stdout}\n${stderr}`)
}

/** Prisma's CLI requires an engine file, which `generate` does not use: any existing file works. */
export function prepareClient(): void {
  whenChanged('server/generated/.stamp', ['prisma/schema.prisma', 'package-lock.json'], generateClient)
}

export function prepareBuild(): void {
  const inputs = [
    'client/**/*.{ts,tsx,css,svg,png,woff2}',
    'shared/**/*.ts',
    'vite.config.ts',
    'package-lock.json',
    'scripts/{build,chunks}.ts',
  ]
  whenChanged('dist/.stamp', inputs, () => {
    console.error('Building the pages…')
    // A separate process, because Vite sets NODE_ENV and needs memory.
    const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
    if (status !== 0) process.exit(1)
  })
}

if (import.meta.main) {
  prepareClient()
  prepareBuild()
}
