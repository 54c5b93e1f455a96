import { describe, expect, test } from 'vitest'
import { isLocked, isLongText, lengthTagOf, unescapeBreaks } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'

describe('the lock of an item', () => {
  test.each([
    [0, 0, false],
    [1, 0, true],
    [1, 1, false],
    [1, 2, false],
    [3, 2, true],
  ])('of tier %d applies to a reader of tier %d: %s', (required_tier, tier, locked) =>
    expect(isLocked({ required_tier }, tier)).toBe(locked),
  )
})

describe('the length of a prompt', () => {
  test.each([
    [0, 'short'],
    [599, 'short'],
    [600, 'medium'],
    [1_999, 'medium'],
    [2_000, 'long'],
  ])('%d characters are %s', (count, length) => expect(lengthTagOf('x'.repeat(count))).toBe(length))
})

test('escaped line breaks and tabs are unescaped, unlike other escapes', () => {
  expect(unescapeBreaks(String.raw`a\nb\tc\r\\ d`)).toBe(String.raw`a` + '\nb\tc' + String.raw`\r\\ d`)
  expect(unescapeBreaks('already\nreal\t')).toBe('already\nreal\t')
})

describe('a path', () => {
  test('may contain any slug', () => {
    expect(paths.prompt('a/b?c#d é')).toBe('/library/prompt/a%2Fb%3Fc%23d%20%C3%A9')
    expect(paths.api.useCasePrompts('a b', { model: 'x&y', order: 'latest' })).toBe(
      '/api/library/use-cases/a%20b/prompts/?model=x%26y&order=latest',
    )
  })

  test('omits empty query parameters', () => {
    expect(paths.api.useCasePrompts('a', { model: undefined, length: '' })).toBe('/api/library/use-cases/a/prompts/')
    expect(paths.api.categories({})).toBe('/api/library/categories/')
    expect(paths.api.categories({ free: '1' })).toBe('/api/library/categories/?free=1')
  })
})

describe('a long text', () => {
  test('has more than 40 lines, counting wrapped lines', () => {
    expect(isLongText('line\n'.repeat(39))).toBe(false)
    expect(isLongText('line\n'.repeat(40))).toBe(true)
    expect(isLongText('x'.repeat(3_600))).toBe(false)
    expect(isLongText('x'.repeat(3_601))).toBe(true)
    expect(isLongText('word '.repeat(1_000))).toBe(true)
  })
})
