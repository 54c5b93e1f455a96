import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { advisoryLockIds } from '../../../server/database/locks.ts'

/** First arguments of every advisory lock call, after the file name. */
const idsIn = (files: string) =>
  globSync(files, { exclude: ['server/generated/**'] }).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const calls = text.matchAll(/pg_(?:try_)?advisory_(?:xact_)?lock(?:_shared)?\(([^),]*)/g)
    return [...calls].map(([, id = '']) => ({
      id,
      where: `${file}: ${id}`,
      imports: text.includes('import { advisoryLockIds }'),
    }))
  })

test('every advisory lock uses a unique id of the list', () => {
  const ids = Object.values(advisoryLockIds)
  expect(new Set(ids).size).toBe(ids.length)
  const inCode = idsIn('{server,scripts}/**/*.ts')
  expect(inCode.length).toBeGreaterThan(9)
  for (const { where, imports } of inCode) {
    expect([where, imports]).toEqual([
      expect.stringMatching(/: (\$1|\$\{(advisoryLockIds\.\w+|lockOf\[kind\])\}(::int|::bigint)?)$/),
      true,
    ])
  }
  const inFunctions = idsIn('prisma/sql/**/*.sql')
  expect(inFunctions.length).toBeGreaterThan(1)
  expect(inFunctions.filter(({ id }) => !ids.map(String).includes(id))).toEqual([])
})
