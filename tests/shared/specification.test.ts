import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../bench/paths.ts'
import { specificationProblems, specificationRows, testNames } from '../support/rules/specification.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const namesByFile = new Map<string, string[] | null>()
function testsIn(file: string): string[] | null {
  if (!namesByFile.has(file)) namesByFile.set(file, existsSync(join(root, file)) ? testNames(read(file), file) : null)
  return namesByFile.get(file) ?? null
}

const hasDecision = (file: string) => existsSync(join(root, 'docs', file))
const table = (rows: string[]) => rows.map((row) => `| ${row} |`).join('\n')

const problems = (rows: string[]) =>
  specificationProblems(table(rows), {
    testsIn: (file) => (file === 'tests/a.test.ts' ? ['a page > is there'] : null),
    hasDecision: (file) => file === 'decisions/001-one.md',
  })

/** Expected number of rows of sections 1 to 9, which the repository cannot count without the specification. */
const rowsPerSection = [40, 151, 56, 64, 22, 22, 60, 53, 34]

test('each row of docs/specification.md names existing tests or a decision', () => {
  const text = read('docs/specification.md')
  const sections = specificationRows(text).map(({ number }) => Number.parseInt(number, 10))
  expect(rowsPerSection.map((_, at) => sections.filter((section) => section === at + 1).length)).toEqual(rowsPerSection)
  expect(specificationProblems(text, { testsIn, hasDecision })).toEqual([])
})

describe('the check of docs/specification.md', () => {
  const nine = Array.from({ length: 9 }, (_, at) => `${at + 1}.1 | a sentence | \`tests/a.test.ts: a page > is there\``)
  test('accepts rows with existing tests and decisions', () => {
    expect(problems(nine)).toEqual([])
    expect(problems([...nine, '9.2 | another | [001](decisions/001-one.md): a reason'])).toEqual([])
  })

  test.each([
    ['`tests/a.test.ts: a page > is gone`', '9.2: tests/a.test.ts has no test “a page > is gone”'],
    ['`tests/b.test.ts: a page > is there`', '9.2: tests/b.test.ts has no test “a page > is there”'],
    ['`tests/a.test.ts: is there`', '9.2: tests/a.test.ts has no test “is there”'],
    ['[002](decisions/002-two.md)', '9.2: there is no decisions/002-two.md'],
    ['tests/a.test.ts, somewhere', '9.2 has neither a test nor a decision'],
  ])('refuses %s', (proof, problem) => {
    expect(problems([...nine, `9.2 | another | ${proof}`])).toEqual([problem])
  })

  test('reports a missing or repeated number, and a section without rows', () => {
    expect(problems(nine.slice(0, 8))).toEqual(['9.1 is not in its place'])
    expect(problems([...nine, nine[8] ?? ''])).toEqual(['9.2 is not in its place'])
  })

  test('reads the titles of tests in loops and tables as they are written', () => {
    const source = [
      "import { test as other } from 'vitest'",
      "test('alone', () => {})",
      "describe.each([1])('a %s', () => { describe('b', () => { test.each([1])('c %d', () => {}) }) })",
      'for (const one of [1]) test(`of ${one}`, () => expect(String(one)).toBe("test"))',
    ].join('\n')
    expect(testNames(source, 'a.test.ts')).toEqual(['alone', 'a %s > b > c %d', 'of ${one}'])
  })
})
