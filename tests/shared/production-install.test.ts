import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('a production install contains TypeScript and tslib, and no other development package', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { devOptional?: true }>
  }
  const installed = Object.keys(packages).filter((path) => packages[path]?.devOptional)
  expect(installed).toEqual(['node_modules/tslib', 'node_modules/typescript'])
})
