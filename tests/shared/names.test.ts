import { describe, expect, test } from 'vitest'
import { allRepeatedExports, repeatedExports } from '../support/rules/export-names.ts'
import { avoidedNamesIn, avoidedWords, checkNames, exceptions } from '../support/rules/names.ts'

describe('a name in the code, the schema or a file name', () => {
  const { avoided, unusedExceptions } = checkNames()

  test('contains no word that names avoid', () => {
    expect(avoided).toEqual([])
  })

  test.each([
    ['a variable', 'const toldReaders = 1'],
    ['a part of what is destructured', 'const { id: wanted } = query'],
    ['a parameter', 'export const read = (given: string) => 1'],
    ['a function', 'export function settleReports() {}'],
    ['a type', 'export type Deed = string'],
    ['a member of a type', 'export type Row = { askedAt: number }'],
  ])('is refused if it contains an avoided word: %s', (_what, text) => {
    expect(avoidedNamesIn('server/a.ts', text)).toHaveLength(1)
  })

  test.each([
    ['a source file', 'server/forum/told.ts', ''],
    ['a test', 'tests/server/own-site.test.ts', ''],
    ['a file of prisma/sql', 'prisma/sql/settle_reports.sql', ''],
    ['a model', 'prisma/schema.prisma', 'model Deed {\n  id Int @id\n}\n'],
    ['a column', 'prisma/schema.prisma', 'model Report {\n  id Int @id\n  told_at DateTime?\n}\n'],
  ])('is refused if it is that of %s', (_what, file, text) => {
    expect(avoidedNamesIn(file, text)).toHaveLength(1)
  })

  test('may contain an avoided word within another word, or as an exception', () => {
    expect(avoidedNamesIn('server/a.ts', 'const placeholder = method')).toEqual([])
    expect(avoidedNamesIn('server/a.ts', 'export function workForumJobs() {}')).toEqual([])
  })

  test('has only exceptions that a name needs', () => {
    expect(unusedExceptions).toEqual([])
    expect(Object.keys(exceptions).filter((word) => !Object.hasOwn(avoidedWords, word))).toEqual([])
  })
})

describe('an exported name', () => {
  test('is declared in one file of its side', () => {
    expect(allRepeatedExports()).toEqual([])
  })

  test.each([
    ['function', 'export function readRow() {}', 'export const readRow = 1'],
    ['class', 'export class Row {}', 'export interface Row {}'],
    ['type', 'export type Row = string', 'export enum Row {}'],
    ['destructured constant', 'export const { row } = rows', 'export const [row] = rows'],
  ])('is refused if another file of the side exports it too: a %s', (_what, first, second) => {
    const files = (one: string, other: string): [string, string][] => [
      [one, first],
      [other, second],
    ]
    expect(repeatedExports(files('server/blog/a.ts', 'server/forum/b.ts'))).toHaveLength(1)
    expect(repeatedExports(files('server/sandbox/a.ts', 'server/sandbox/b.ts'))).toHaveLength(1)
    expect(repeatedExports(files('server/blog/a.ts', 'server/sandbox/b.ts'))).toEqual([])
    expect(repeatedExports(files('server/blog/a.ts', 'client/blog/b.ts'))).toEqual([])
  })

  test('may belong to a constant and a type of one file, or to an island and its component', () => {
    const both = 'export const tiers = []\nexport type tiers = number'
    expect(repeatedExports([['shared/tiers.ts', both]])).toEqual([])
    const island: [string, string] = ['client/start/routes.tsx', 'export const Bell = 1']
    expect(repeatedExports([island, ['client/notifications/bell.tsx', 'export function Bell() {}']])).toEqual([])
  })
})
