import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { answersEn } from '#shared/locales/answers.en.ts'
import { answersEs } from '#shared/locales/answers.es.ts'
import { en } from '#shared/locales/en.ts'
import { es } from '#shared/locales/es.ts'
import { say } from '#shared/words.ts'

/** Every text by the way to it: 'library.title'. */
function textsOf(words: object, way = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([name, value]: [string, string | object]) =>
      typeof value === 'string' ? [[way + name, value]] : Object.entries(textsOf(value, `${way}${name}.`)),
    ),
  )
}
const texts = { en: textsOf({ ...answersEn, ...en }), es: textsOf({ ...answersEs, ...es }) }
const placesOf = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()

describe('say', () => {
  test('says a text in the language', () => {
    expect(say(en, 'en', 'order.latest')).toBe('Latest')
    expect(say(es, 'es', 'order.latest')).toBe('Más recientes')
  })

  test('fills the places, and leaves what nothing was given for', () => {
    expect(say(en, 'en', 'use_case.at_least', { rating: 4.5 })).toBe('4.5 and up')
    expect(say(en, 'en', 'use_case.at_least')).toBe('{rating} and up')
    expect(say(en, 'en', 'category.description', { name: '{name} $& $1' })).toContain('{name} $& $1')
  })

  test.each([
    [0, '0 ratings', '0 valoraciones'],
    [1, '1 rating', '1 valoración'],
    [2, '2 ratings', '2 valoraciones'],
    [1_000_000, '1000000 ratings', '1000000 valoraciones'],
  ])('chooses the number of a text: %d', (count, english, spanish) => {
    expect(say(en, 'en', 'prompt.ratings', { count })).toBe(english)
    expect(say(es, 'es', 'prompt.ratings', { count })).toBe(spanish)
  })
})

describe('the texts', () => {
  test('are the same ones in both languages, with the same places', () => {
    expect(Object.keys(texts.es).toSorted()).toEqual(Object.keys(texts.en).toSorted())
    for (const [key, text] of Object.entries(texts.en))
      expect([key, placesOf(texts.es[key])]).toEqual([key, placesOf(text)])
  })

  test('say something', () => {
    for (const [key, text] of [...Object.entries(texts.en), ...Object.entries(texts.es)])
      expect([key, text.trim()]).toEqual([key, text === '' ? 'a text' : text])
  })

  test('are all used', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const files = globSync(['client/**/*.{ts,tsx}', 'server/**/*.ts', 'shared/**/*.ts'], {
      cwd: root,
      exclude: ['server/generated/**', 'shared/locales/**', 'client/dev/**'],
    })
    const sources = files.map((file) => readFileSync(`${root}/${file}`, 'utf8')).join('\n')
    const isUsed = (key: string) => {
      const name = key.replace(/\.(one|other)$/, '')
      // A key may be put together: `length.${tag}`.
      return (
        [name, key].some((one) => new RegExp(`['"\`]${one.replaceAll('.', String.raw`\.`)}['"\`]`).test(sources)) ||
        sources.includes(`\`${name.replace(/[^.]+$/, '')}\${`)
      )
    }
    expect(files.length).toBeGreaterThan(30)
    expect(Object.keys(texts.en).filter((key) => !isUsed(key))).toEqual([])
  })
})
