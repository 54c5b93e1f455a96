import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { generate } from './prisma.ts'

/** Does the work only when one of the files has changed since it was last done. */
async function whenChanged(stamp: string, patterns: string[], work: () => void | Promise<void>): Promise<void> {
  const hash = createHash('sha256')
  for (const file of globSync(patterns).toSorted()) hash.update(file).update('\0').update(readFileSync(file))
  const found = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === found) return
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, found)
}

/** Prisma's client, made from the schema. */
export function prepareClient(): Promise<void> {
  return whenChanged('server/generated/.stamp', ['prisma/schema.prisma', 'package-lock.json'], generate)
}

/** The pages and their scripts, as production serves them. */
export function prepareBuild(): Promise<void> {
  const inputs = [
    'client/**/*.{ts,tsx,css,svg,woff2}',
    'shared/**/*.ts',
    'vite.config.ts',
    'package-lock.json',
    'scripts/build.ts',
  ]
  return whenChanged('dist/.stamp', inputs, async () => {
    console.error('Building the pages…')
    const { build } = await import('./build.ts')
    await build()
  })
}
