import { describe, expect, test } from 'vitest'
import { guessLanguage } from '#shared/forum/language.ts'
import { locales } from '#shared/locale.ts'
import { readStarterTopics } from '../../server/forum/starter-threads.ts'

const topics = await readStarterTopics()

describe('the guess of a language', () => {
  test.each([
    ['en', 'How do I keep the tone of my notes?'],
    ['es', 'Cómo mantener el tono de mis notas'],
    ['es', '¿Alguien prueba Claude?'],
    ['es', 'Mi prompt en español\n```\nWrite the text that I give you for the people of this town.\n```'],
    ['es', 'Uso `the best of the rest` para esto'],
    ['en', 'What the word “año” is in the prompt'],
  ] as const)('is %s for: %s', (language, text) => {
    for (const otherwise of locales) expect(guessLanguage(text, otherwise)).toBe(language)
  })

  test.each(['GPT-4o', '', '12 prompts', 'https://example.com/the/and/of'])(
    'is the language of the interface for a text without a sign of either: %s',
    (text) => {
      for (const otherwise of locales) expect(guessLanguage(text, otherwise)).toBe(otherwise)
    },
  )

  test('is right for each starter thread, title and text', () => {
    for (const { texts } of topics)
      for (const language of locales) {
        const { title, description } = texts[language]
        const otherwise = language === 'en' ? 'es' : 'en'
        expect([title, guessLanguage(`${title} ${description}`, otherwise)]).toEqual([title, language])
      }
  })
})
