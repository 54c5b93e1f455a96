import { describe, expect, test } from 'vitest'
import { createTranslator } from '#shared/translate.ts'
import type { PlainKey, Translated } from '#shared/translate.ts'

const en = {
  order: { latest: 'Latest', oldest: 'Oldest' },
  at_least: '{rating} and up',
  found: '{count} of {name}',
  ratings: { one: '{count} rating', other: '{count} ratings' },
  picture: 'Write about ${topic} for {reader}',
  list: [{ title: 'By {name}' }, { title: 'Free' }],
} as const
type Messages = typeof en
const es: Translated<Messages> = {
  order: { latest: 'Más recientes', oldest: 'Más antiguos' },
  at_least: '{rating} o más',
  found: '{count} de {name}',
  ratings: { one: '{count} valoración', other: '{count} valoraciones' },
  picture: 'Escribe sobre ${tema} para {reader}',
  list: [{ title: 'De {name}' }, { title: 'Gratis' }],
}
const [t, say] = [createTranslator<Messages>(en, 'en'), createTranslator<Messages>(es, 'es')]

describe('a translator', () => {
  test('returns a text in its language', () => {
    expect([t('order.latest'), say('order.latest')]).toEqual(['Latest', 'Más recientes'])
  })

  test('inserts parameters literally, and keeps placeholders of prompts', () => {
    expect(t('found', { count: 2, name: '{name} $& $1' })).toBe('2 of {name} $& $1')
    expect(t('picture', { reader: 'Ana' })).toBe('Write about ${topic} for Ana')
  })

  test.each(['مريم', 'א 1', '𞤀𞤣'])('isolates the text direction of %s', (name) => {
    expect(t('found', { count: 2, name })).toBe(`2 of \u2068${name}\u2069`)
  })

  test('inserts parameters into each text of a list', () => {
    expect(say('list', { name: 'Ana' })).toEqual([{ title: 'De Ana' }, { title: 'Gratis' }])
  })

  test('formats numbers for its language', () => {
    expect(t('at_least', { rating: 12_345.5 })).toBe('12,345.5 and up')
    expect(say('at_least', { rating: 12_345.5 })).toBe('12.345,5 o más')
  })

  test.each([
    [0, '0 ratings', '0 valoraciones'],
    [1, '1 rating', '1 valoración'],
    [2, '2 ratings', '2 valoraciones'],
    [1_000_000, '1,000,000 ratings', '1.000.000 valoraciones'],
    [1_000_001, '1,000,001 ratings', '1.000.001 valoraciones'],
  ])('chooses the plural form: %d', (count, english, spanish) => {
    expect([t('ratings', { count }), say('ratings', { count })]).toEqual([english, spanish])
  })
})

// Compile-time errors: tsc reports an unused @ts-expect-error.
describe('the types of messages', () => {
  test('check the keys and the parameters', () => {
    const wrong = [
      // @ts-expect-error -- there is no such text
      () => t('order.first'),
      // @ts-expect-error -- a group is no text
      () => t('order'),
      // @ts-expect-error -- the param is missing
      () => t('at_least'),
      // @ts-expect-error -- the param is another
      () => t('at_least', { rate: 4 }),
      // @ts-expect-error -- one param too many
      () => t('at_least', { rating: 4, stars: 4 }),
      // @ts-expect-error -- the text has no params
      () => t('order.latest', { count: 1 }),
      // @ts-expect-error -- what is counted is a number
      () => t('ratings', { count: '1' }),
      // @ts-expect-error -- the list has a param
      () => t('list'),
    ]
    expect(wrong).toHaveLength(8)
    const plain: PlainKey<Messages>[] = ['order.latest', 'order.oldest']
    // @ts-expect-error -- this text has a param
    plain.push('at_least')
    expect(plain).toContain('at_least')
  })

  test('find a text that is missing in the other language', () => {
    // @ts-expect-error -- a text is missing
    const missing: Translated<Messages>['order'] = { latest: 'Más recientes' }
    // @ts-expect-error -- a param is missing
    const lost: Translated<Messages>['at_least'] = 'o más'
    // @ts-expect-error -- there is one text too many
    const more: Translated<Messages>['order'] = { latest: 'a', oldest: 'b', newest: 'c' }
    expect([missing, lost, more]).toHaveLength(3)
  })
})
