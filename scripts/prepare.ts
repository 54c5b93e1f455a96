import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { generate } from './prisma.ts'

/** Does the work only when one of the files has changed since it was last done. */
function whenChanged(stamp: string, patterns: string[], work: () => void): void {
  const hash = createHash('sha256')
  for (const file of globSync(patterns).toSorted()) hash.update(file).update('\0').update(readFileSync(file))
  const found = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === found) return
  work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, found)
}

/** Prisma's client, made from the schema. */
export function prepareClient(): void {
  whenChanged('server/generated/.stamp', ['prisma/schema.prisma', 'package-lock.json'], generate)
}

/** The pages and their scripts, as production serves them. */
export function prepareBuild(): void {
  const inputs = [
    'client/**/*.{ts,tsx,css,svg,woff2}',
    'shared/**/*.ts',
    'vite.config.ts',
    'package-lock.json',
    'scripts/build.ts',
  ]
  whenChanged('dist/.stamp', inputs, () => {
    console.error('Building the pages…')
    // In a process of its own: Vite sets NODE_ENV and takes memory that the server does not need.
    const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
    if (status !== 0) process.exit(1)
  })
}
