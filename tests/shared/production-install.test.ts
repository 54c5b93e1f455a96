import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('of what builds, a production install holds TypeScript, which @prisma/client may want, and what sharp may want elsewhere', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { devOptional?: true }>
  }
  const installed = Object.keys(packages).filter((path) => packages[path]?.devOptional)
  expect(installed).toEqual(['node_modules/tslib', 'node_modules/typescript'])
})
