import { describe, expect, test } from 'vitest'
import { areStoredValues, matchStoredValues, serializeValues } from '../../client/library/blanks.ts'

const english = ['length', 'topic', 'url']
const spanish = ['url', 'extension', 'tema']
const stored = (names: string[], values: Record<string, string>) => JSON.parse(serializeValues(names, values) ?? '{}')

describe('the values typed into the placeholders of a prompt', () => {
  test('are restored under the same names', () => {
    const values = { length: '900 words', topic: '', url: 'x' }
    expect(matchStoredValues(english, stored(english, values))).toEqual(values)
  })

  test('are copied to the other language by name, or in order if the name differs', () => {
    const values = { length: '900 words', topic: '', url: 'x' }
    const inSpanish = matchStoredValues(spanish, stored(english, values))
    expect(inSpanish).toEqual({ url: 'x', extension: '900 words', tema: '' })
    expect(matchStoredValues(english, stored(spanish, { ...inSpanish, tema: 'trenes' }))).toEqual({
      ...values,
      topic: 'trenes',
    })
  })

  test('are copied by name only if the numbers of placeholders differ', () => {
    const values = stored(english, { length: '1', topic: '2', url: '3' })
    expect(matchStoredValues(['tema', 'url'], values)).toEqual({ tema: '', url: '3' })
    expect(matchStoredValues(['a', 'b', 'topic', 'd'], values)).toEqual({ a: '', b: '', topic: '2', d: '' })
  })

  test('are read by name from the former storage format', () => {
    const former = { topic: 'trains' }
    expect(areStoredValues(former)).toBe(true)
    expect(matchStoredValues(english, former)).toEqual({ length: '', topic: 'trains', url: '' })
    expect(matchStoredValues(['tema'], former)).toEqual({ tema: '' })
  })

  test('are not stored if all are empty', () => {
    expect(serializeValues(english, {})).toBeNull()
    expect(serializeValues(english, { topic: '' })).toBeNull()
  })

  test('are ignored in any other storage format', () => {
    expect([{ a: 1 }, [['a', 1]], [[1, 'a']], [['a']]].map((one) => areStoredValues(one as never))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
