import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const house = mkdtempSync(join(tmpdir(), 'rules-'))
beforeAll(() => {
  // The rules under test need no types, and the files no project.
  const config = { ...JSON.parse(readFileSync('.oxlintrc.json', 'utf8')), options: {} }
  writeFileSync(join(house, '.oxlintrc.json'), JSON.stringify(config))
})
afterAll(() => rmSync(house, { recursive: true }))

/** What the linter says of a file in this room of the house. */
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

describe('the rooms of the house', () => {
  test.each([
    ['shared/a.ts', '#server/db.ts', 'shared/ knows neither side.'],
    ['shared/a.ts', 'react', 'shared/ knows neither side.'],
    ['shared/a.ts', 'node:fs', 'shared/ knows neither side.'],
    ['client/library/a.ts', '#server/library/prompts.ts', 'The client reaches the server over HTTP only.'],
    ['client/library/a.ts', '../../server/db.ts', 'The client reaches the server over HTTP only.'],
    ['client/ui/a.ts', '../i18n.tsx', 'ui/ knows no feature.'],
    ['client/ui/a.ts', '#shared/library.ts', 'ui/ knows no feature.'],
    ['server/library/a.routes.ts', '#client/app.tsx', 'The server does not know the client.'],
    ['client/library/a.tsx', './prompt-page.tsx', 'No page imports a page.'],
    ['server/plugins/a.ts', '../library/prompts.ts', 'Plugins know no feature.'],
    ['server/plugins/a.ts', 'react', 'The server does not know the client.'],
    ['server/db.ts', './library/prompts.ts', 'Root files know no feature.'],
    ['server/library/a.ts', 'fastify', 'HTTP belongs in *.routes.ts.'],
    ['server/library/a.ts', '../plugins/viewer.ts', 'HTTP belongs in *.routes.ts.'],
  ])('%s may not import %s', (file, imported, reason) => {
    expect(lint(file, `import { a } from '${imported}'\nexport const b = a\n`)).toContain(reason)
  })

  test.each([
    ['shared/a.ts', 'zod/mini'],
    ['client/library/a.ts', '#shared/library.ts'],
    ['server/library/a.ts', '../db.ts'],
    ['server/library/a.routes.ts', '../plugins/bodies.ts'],
  ])('%s may import %s', (file, imported) => {
    expect(lint(file, `import { a } from '${imported}'\nexport const b = a\n`)).toContain(
      'Found 0 warnings and 0 errors',
    )
  })
})
