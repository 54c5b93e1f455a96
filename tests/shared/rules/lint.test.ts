import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const house = mkdtempSync(join(tmpdir(), 'rules-'))
beforeAll(() => {
  // The tested rules need no types and no project.
  const config = { ...JSON.parse(readFileSync('.oxlintrc.json', 'utf8')), options: {} }
  writeFileSync(join(house, '.oxlintrc.json'), JSON.stringify(config))
})
afterAll(() => rmSync(house, { recursive: true }))

/** Output of the linter for a file at this path. */
function lint(file: string, text: string): string {
  const path = join(house, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), [file], {
    cwd: house,
    encoding: 'utf8',
  })
  rmSync(path)
  return stdout
}

describe('the linter', () => {
  test.each([
    ['client/library/a.ts', "export const a = localStorage.getItem('a')", 'It may be refused'],
    ['client/ui/a.ts', 'export const a = globalThis.sessionStorage', 'It may be refused'],
    ['client/library/a.ts', 'export const a = await caches.keys()', 'It may be refused'],
    ['client/library/a.ts', "export const a = navigator.sendBeacon('/')", 'It may be missing'],
    ['client/a.tsx', "import { lazy } from 'react'\nexport const a = lazy", "Its failure would be the page's"],
    ['client/library/a.ts', "import { z } from 'zod'\nexport const a = z", 'zod/mini'],
    ['shared/a.ts', "import { z } from 'zod'\nexport const a = z", 'zod/mini'],
    ['tests/e2e/a.spec.ts', "export const a = page.goto('/')", 'tests/support/browser/when-loaded.ts'],
    ['tests/e2e/a.spec.ts', 'export const a = page.reload()', 'tests/support/browser/when-loaded.ts'],
    ['tests/e2e/a.spec.ts', 'export const a = page.goBack()', 'tests/support/browser/when-loaded.ts'],
    ['tests/e2e/a.spec.ts', 'export const a = page.goForward()', 'tests/support/browser/when-loaded.ts'],
    ['tests/e2e/a.spec.ts', 'export const a = page.waitForTimeout(1)', 'Wait for the event itself'],
    ['tests/e2e/a.spec.ts', 'export const a = vi.waitFor(b)', 'which have one limit'],
    ['tests/server/a.test.ts', 'export const a = vi.waitFor(b)', 'which have one limit'],
    ['tests/server/a.test.ts', 'export const a = vi.waitUntil(b)', 'which have one limit'],
  ])('reports in %s: %s', (file, text, reason) => {
    expect(lint(file, `${text}\n`)).toContain(reason)
  })
})
