import { describe, expect, test } from 'vitest'
import { areStoredValues, matchStoredValues, serializeValues } from '../../client/library/blanks.ts'

const english = ['length', 'topic', 'url']
const spanish = ['url', 'extension', 'tema']
const stored = (names: string[], values: Record<string, string>) => JSON.parse(serializeValues(names, values) ?? '{}')

describe('what was typed into the blanks of a prompt', () => {
  test('is there under the same names', () => {
    const values = { length: '900 words', topic: '', url: 'x' }
    expect(matchStoredValues(english, stored(english, values))).toEqual(values)
  })

  test('goes to the blanks of another language: by name where both have it, else in order', () => {
    const values = { length: '900 words', topic: '', url: 'x' }
    const inSpanish = matchStoredValues(spanish, stored(english, values))
    expect(inSpanish).toEqual({ url: 'x', extension: '900 words', tema: '' })
    expect(matchStoredValues(english, stored(spanish, { ...inSpanish, tema: 'trenes' }))).toEqual({
      ...values,
      topic: 'trenes',
    })
  })

  test('goes only to blanks of the same name where there are more or fewer of them', () => {
    const values = stored(english, { length: '1', topic: '2', url: '3' })
    expect(matchStoredValues(['tema', 'url'], values)).toEqual({ tema: '', url: '3' })
    expect(matchStoredValues(['a', 'b', 'topic', 'd'], values)).toEqual({ a: '', b: '', topic: '2', d: '' })
  })

  test('is read as it was stored before, by its names', () => {
    const former = { topic: 'trains' }
    expect(areStoredValues(former)).toBe(true)
    expect(matchStoredValues(english, former)).toEqual({ length: '', topic: 'trains', url: '' })
    expect(matchStoredValues(['tema'], former)).toEqual({ tema: '' })
  })

  test('is not stored where nothing is', () => {
    expect(serializeValues(english, {})).toBeNull()
    expect(serializeValues(english, { topic: '' })).toBeNull()
  })

  test('is nothing where something else is stored', () => {
    expect([{ a: 1 }, [['a', 1]], [[1, 'a']], [['a']]].map((one) => areStoredValues(one as never))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
