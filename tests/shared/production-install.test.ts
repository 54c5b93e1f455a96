import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('of what builds, a production install holds TypeScript alone, which @prisma/client may want', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { devOptional?: true }>
  }
  const installed = Object.keys(packages).filter((path) => packages[path]?.devOptional)
  expect(installed).toEqual(['node_modules/typescript'])
})
