import { describe, expect, test } from 'vitest'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { problemsOfWording } from '../../support/rules/content-rules.ts'
import { readContentTexts } from '../../support/rules/content-texts.ts'
import { sentenceAt, wordsOf } from '../../support/rules/prose.ts'
import { createSpeller, loadDictionary, readWordList } from '../../support/rules/spelling.ts'

const texts = readContentTexts()
const dictionaries = { en: await loadDictionary('en'), es: await loadDictionary('es') }
const both = readWordList('words.txt')
const wordLists = { en: readWordList('words.en.txt'), es: readWordList('words.es.txt') }
const quoted = readWordList('words.quoted.txt')
const spellers = {
  en: createSpeller('en', dictionaries.en, [wordLists.en, both]),
  es: createSpeller('es', dictionaries.es, [wordLists.es, both]),
}

/** Texts about languages or Spanish authorities may quote other languages. */
const quotesLanguages = (at: string) =>
  /^library\/(?:language-learning|editing-and-translation|spain-paperwork|school-paperwork)\.|allergy-card-in-local-language /.test(
    at,
  )
/** Code, logs and commands are in English in every language. */
const quotesCode = (at: string) =>
  /^library\/(?:application-security|code-review-and-testing|coding-agents|devops-and-incidents|seo-and-search|software-engineering|sql-and-databases|technical-writing)\..* (?:example|example_values)\b|^library\/(?:scripts-and-automation|spreadsheet-automation)\./.test(
    at,
  )
const isInEither = (word: string) => locales.some((locale) => dictionaries[locale](word))
const quotingSpellers = {
  en: createSpeller('en', isInEither, [wordLists.en, both, quoted]),
  es: createSpeller('es', isInEither, [wordLists.es, both, quoted]),
}

const problems = texts.flatMap(({ at, locale, text }) =>
  (quotesLanguages(at) || quotesCode(at) ? quotingSpellers : spellers)[locale]
    .findWrong(text)
    .map(({ word, start }) => ({ locale, problem: `${at}: “${word}” in “${sentenceAt(text, start)}”` })),
)

const wrongOf = (locale: Locale, text: string) => spellers[locale].findWrong(text).map(({ word }) => word)

describe('the spelling of the starter content', () => {
  test.each(locales)('in %s is correct: every word is in the dictionary or in the word lists', (locale) => {
    expect(problems.filter((one) => one.locale === locale).map(({ problem }) => problem)).toEqual([])
  })

  test('has one number style, one term for each concept, and no unidiomatic phrase', () => {
    const found = texts.flatMap(({ at, locale, text }) =>
      problemsOfWording(text, locale).map((problem) => `${at} ${problem}`),
    )
    expect(found).toEqual([])
  })

  test.each([wordLists.en, wordLists.es, both, quoted])('has sorted word lists without unused words: $name', (list) => {
    expect(list.lines).toEqual([...new Set(list.lines)].toSorted(new Intl.Collator('es').compare))
    expect(list.findUnused()).toEqual([])
  })

  test('is checked in every file', () => {
    const files = new Set(texts.map(({ at }) => at.split(/[ :]/)[0]))
    for (const file of [
      'faq.json',
      'plans.json',
      'sections.json',
      'testimonials.json',
      'library/taxonomy.ndjson',
      'posts/posts.json',
    ])
      expect([file, files.has(file)]).toEqual([file, true])
    expect(texts.filter(({ at }) => /^posts\/.*\.md$/.test(at)).length).toBeGreaterThan(0)
  })

  test('refuses British spellings in English, and English and Latin American words in Spanish', () => {
    const [american, british] = ['color reader’s long-term', 'colour organise judgement whilst teh']
    expect(wrongOf('en', `${american} ${british}`)).toEqual(british.split(' '))
    const [spanish, foreign] = ['ordenador vídeo coste', 'computadora video costo meeting accion checar']
    expect(wrongOf('es', `${spanish} ${foreign}`)).toEqual(foreign.split(' '))
  })

  test('checks the accents of Spanish verbs with pronouns', () => {
    const right = 'márcalo pégaselo hacerlo hacérselo mantenlo detenla dejémoslo reúnelos confirmadme dímelo'
    const wrong = 'marcalo marcálo hacérlo hacerselo manténlo propónlos pegaselo'
    expect(wrongOf('es', `${right} ${wrong}`)).toEqual(wrong.split(' '))
  })

  test.each([
    ['Write ${tone:plain words} to {{reader}}, ${name}.', 'Write plain words to'],
    ['Mail ana@example.com or see https://example.com/a, example.org and /help/me.', 'Mail or see and'],
    ['Open src/main.test.ts, with userId, user_id, free.start, find(item) and --quiet.', 'Open with item and'],
    ['The PDFs of ISO 9001, a 4xx, #9A9A9A.', 'The of'],
    ['Run `git log`:\n```sql\nSELECT nothing\n```\nI’ve read it.', "Run I've read it"],
    ['```text\nWrite a letter.\n```\nThen read it.', 'Write letter Then read it'],
  ])('is checked in prose only: %j', (text, words) => {
    expect(wordsOf(text).map(({ word }) => word)).toEqual(words.split(' '))
  })
})
