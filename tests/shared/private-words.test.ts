import { expect, test } from 'vitest'
import { allPrivateNames, exceptions, privateNamesIn, privateWords } from '../support/rules/private-words.ts'

test('no identifier contains a private word', () => {
  expect(allPrivateNames()).toEqual([])
})

test.each([
  ['a variable', 'const toldReaders = 1'],
  ['a part of what is destructured', 'const { id: wanted } = query'],
  ['a parameter', 'export const read = (given: string) => 1'],
  ['a function', 'export function settleReports() {}'],
  ['a type', 'export type Deed = string'],
  ['a member of a type', 'export type Row = { askedAt: number }'],
])('a private word is found in %s', (_what, text) => {
  expect(privateNamesIn('server/a.ts', text)).toHaveLength(1)
})

test('a private word is found in a file name, and not within another word', () => {
  expect(privateNamesIn('server/forum/told.ts', '')).toHaveLength(1)
  expect(privateNamesIn('server/a.ts', 'const placeholder = method')).toEqual([])
})

test('each exception belongs to a word of the list', () => {
  expect(Object.keys(exceptions).filter((word) => !Object.hasOwn(privateWords, word))).toEqual([])
})
