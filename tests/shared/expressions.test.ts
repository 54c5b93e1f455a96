import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { allExpressions, expressionsIn } from '../support/expressions.ts'
import type { Expression } from '../support/expressions.ts'

/** What was found safe before: an expression is the same whenever it is asked about. */
const cache = 'node_modules/.cache/safe-expressions.json'
function readCache(): string[] {
  try {
    return JSON.parse(readFileSync(cache, 'utf8')) as string[]
  } catch {
    return []
  }
}

/** Judged by how many steps a text brings about, so that a busy machine judges alike; some would take it for ever. */
const bySteps = {
  timeout: 60_000,
  attackTimeout: null,
  incubationTimeout: null,
  recallTimeout: -1,
  seedingTimeout: null,
  attackLimit: 100_000_000,
}

/** Expressions that some text makes slow, or that could not be judged. */
async function findSlow(expressions: Expression[]): Promise<string[]> {
  // The other ways to run it are programs of their own.
  process.env.RECHECK_BACKEND = 'pure'
  const { checkSync } = await import('recheck')
  const safe = new Set(readCache())
  const slow = expressions.filter(({ source, flags }) => {
    const key = `/${source}/${flags}`
    if (!safe.has(key) && checkSync(source, flags, bySteps).status === 'safe') safe.add(key)
    return !safe.has(key)
  })
  mkdirSync(dirname(cache), { recursive: true })
  writeFileSync(cache, JSON.stringify([...safe].toSorted()))
  return slow.map(({ source, file }) => `${file}: ${source}`)
}

describe('a regular expression', () => {
  let all: Expression[]
  beforeAll(() => void (all = allExpressions()))

  test('is found wherever it is written', () => {
    const found = expressionsIn(
      'f(/a+$/g); new RegExp(String.raw`^${x}\\s*$`, "i"); RegExp("b+"); new RegExp(y); const z: number = a / b / 2',
      'some.ts',
    )
    expect(found.map(({ source, flags }) => `${source} ${flags}`)).toEqual(['a+$ g', String.raw`^x\s*$ i`, 'b+ ', 'x '])
    expect(all.length).toBeGreaterThan(50)
    expect(new Set(all.map(({ file }) => file.split('/')[0]))).toEqual(new Set(['server', 'shared', 'client']))
  })

  test('of the product takes time linear to the text, whatever the text', { timeout: 300_000 }, async () => {
    expect(await findSlow(all)).toEqual([])
  })

  test('that does not is noticed', { timeout: 60_000 }, async () => {
    const slow = ['/+$', '^(a+)+$', String.raw`\s*,\s*`].map((source) => ({ source, flags: '', file: 'x' }))
    expect(await findSlow(slow)).toHaveLength(3)
  })
})
