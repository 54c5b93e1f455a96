import { beforeAll, describe, expect, test } from 'vitest'
import { check } from 'recheck'
import { allExpressions, expressionsIn } from '../support/rules/expressions.ts'
import type { Expression } from '../support/rules/expressions.ts'

/** Counts steps instead of time, so that a busy machine gives the same result. */
const bySteps = {
  timeout: 60_000,
  attackTimeout: null,
  incubationTimeout: null,
  recallTimeout: -1,
  seedingTimeout: null,
  attackLimit: 100_000_000,
}

/** Expressions that are slow on some text, or that could not be checked. */
async function findSlow(expressions: Expression[]): Promise<string[]> {
  const slow: string[] = []
  for (const { source, flags, file } of expressions)
    if ((await check(source, flags, bySteps)).status !== 'safe') slow.push(`${file}: ${source}`)
  return slow
}

describe('a regular expression', () => {
  let all: Expression[]
  beforeAll(() => void (all = allExpressions()))

  test('is found by this test in every syntax', () => {
    const found = expressionsIn(
      'f(/a+$/g); new RegExp(String.raw`^${x}\\s*$`, "i"); RegExp("b+"); new RegExp(y); const z: number = a / b / 2',
      'some.ts',
    )
    expect(found.map(({ source, flags }) => `${source} ${flags}`)).toEqual(['a+$ g', String.raw`^x\s*$ i`, 'b+ ', 'x '])
    expect(all.length).toBeGreaterThan(50)
    expect(new Set(all.map(({ file }) => file.split('/')[0]))).toEqual(new Set(['server', 'shared', 'client']))
  })

  test('of the product takes linear time for any text', { timeout: 300_000 }, async () => {
    expect(await findSlow(all)).toEqual([])
  })

  test('that takes longer is detected', { timeout: 60_000 }, async () => {
    const slow = ['/+$', '^(a+)+$', String.raw`\s*,\s*`].map((source) => ({ source, flags: '', file: 'x' }))
    expect(await findSlow(slow)).toHaveLength(3)
  })
})
