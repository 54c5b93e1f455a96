import { describe, expect, test } from 'vitest'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import {
  commonFirstWords,
  problemsOfClaims,
  problemsOfDates,
  problemsOfPrompt,
  problemsOfTags,
  problemsOfTiers,
  problemsOfWording,
} from '../../support/rules/content-rules.ts'
import { readContentTexts } from '../../support/rules/content-texts.ts'

const models = ['chatgpt', 'gemini', 'llama']
const english = {
  title: 'Shorten a letter',
  short_description: 'One page instead of three, with every date kept.',
  content: 'Shorten this letter: ${letter}\nKeep ${kept:every date}. If a date is missing, write [DATE].',
  how_to_use: 'Paste the letter without its signature.',
  known_issues: 'It may invent a closing line: compare the end with yours.',
  example: 'The meeting on May 4 is canceled.',
  example_values: { letter: 'I regret to tell you that we cannot hold the meeting on May 4.' },
}
const spanish = {
  ...english,
  content: 'Acorta esta carta: ${carta}\nConserva ${conservado:todas las fechas}. Si falta una fecha, escribe [FECHA].',
  known_issues: 'Puede inventar una despedida: compara el final con el tuyo.',
  example: 'La reunión del 4 de mayo no se celebra.',
  example_values: { carta: 'Lamento decirte que no podemos celebrar la reunión del 4 de mayo.' },
}
type Texts = Omit<typeof english, 'example_values'> & { example_values: Record<string, string> }
const problemsWith = (texts: Partial<Texts>) =>
  problemsOfPrompt({ slug: 'letter', models, texts: { en: { ...english, ...texts }, es: spanish } }, models)
const fields = (count: number) => Array.from({ length: count }, (_item, at) => `\${field_${at}}`).join(' ')

describe('problemsOfPrompt', () => {
  test('accepts a prompt that follows the rules', () => {
    expect(problemsWith({})).toEqual([])
  })

  test.each<[string, Partial<Texts>, string]>([
    ['no known issues', { known_issues: ' ' }, 'known_issues is empty'],
    ['no example', { example: '' }, 'example is empty'],
    ['an example of another input', { example: 'Dear tenants' }, 'example uses nothing of its values'],
    ['a field without a value', { example_values: {} }, 'values: nothing was filled in for letter'],
    [
      'a value that is cut',
      { example_values: { letter: 'I regret that the meeting on May 4 […]' } },
      'values: letter is cut',
    ],
    [
      'a value without a field',
      { example_values: { ...english.example_values, tone: 'warm' } },
      'values: tone is no placeholder',
    ],
    [
      'nothing for missing information',
      { content: 'Shorten this letter: ${letter}' },
      'the content does not say what to do where something is missing',
    ],
    [
      'a known issue that gives no help',
      { known_issues: 'It may invent the price of waiting.' },
      'known_issues: “It may invent the price of waiting.” does not say how to notice it',
    ],
    ['a long description', { short_description: 'word '.repeat(40) }, 'short_description has 200 characters'],
  ])('refuses %s', (_name, texts, problem) => {
    expect(problemsWith(texts)).toContain(`letter en: ${problem}`)
  })

  test('refuses more than eight fields, and more than three without a default in a long form', () => {
    expect(problemsWith({ content: fields(9) })).toContain('letter en: asks for 9 fields: at most 8')
    expect(problemsWith({ content: fields(6) })).toContain(
      'letter en: has 6 fields, 6 of them without a default: at most 3',
    )
  })

  test('refuses models that lack what the notes name', () => {
    const how_to_use = 'Needs an assistant that can run code.'
    expect(problemsWith({ how_to_use })).toEqual([
      'letter en: is for chatgpt,gemini,llama, and its notes for chatgpt,gemini',
    ])
  })
})

describe('the rules for all texts', () => {
  test('problemsOfDates refuses no date, a date before the library, and a date in the future', () => {
    const texts = ['2026-11-22T10:00:00Z', undefined, '2026-09-01T10:00:00Z', '2027-01-01T10:00:00Z']
    expect(
      problemsOfDates(
        texts.map((date, at) => ({ slug: String(at), date })),
        '2026-11-28T20:00:00Z',
      ).map(([slug]) => slug),
    ).toEqual(['1', '2', '3'])
  })

  test('problemsOfTags refuses a tag without prompts and one on more than a tenth', () => {
    const prompts = Array.from({ length: 20 }, (_item, at) => ({ tags: at < 3 ? ['email'] : at < 5 ? ['data'] : [] }))
    expect(problemsOfTags(['email', 'data', 'law'], prompts)).toEqual([
      'email is on 3 of 20 prompts',
      'law is on 0 of 20 prompts',
    ])
  })

  test('problemsOfTiers refuses a use case whose longest prompt is free', () => {
    const [short, long] = [{ en: { content: 'One.' } }, { en: { content: 'One. Two.' } }]
    const of = (tiers: [number, number]) =>
      [short, long].map((texts, at) => ({
        slug: `no-${at}`,
        use_case: 'letters',
        required_tier: tiers[at] ?? 0,
        texts,
      }))
    expect(problemsOfTiers(of([0, 1]))).toEqual([])
    expect(problemsOfTiers(of([1, 0]))).toEqual(['letters: no-1 is its longest prompt, and free'])
  })

  test('commonFirstWords finds a word that begins more than a third of the descriptions', () => {
    expect(commonFirstWords(['When you', 'when it', 'For a', 'Before a', 'A plan'])).toEqual(['when: 2'])
    expect(commonFirstWords(['When you', 'Before it', 'For a'])).toEqual([])
  })

  test.each<[Locale, string]>([
    ['en', 'a third, 33 percent'],
    ['en', '10 % of them'],
    ['en', 'a text of at most 60 words'],
    ['es', 'el 10% de los casos'],
    ['es', 'diez de cada cien, el 10 por ciento'],
    ['es', 'cuesta 38 000 €'],
    ['es', 'cuesta 3600 €'],
    ['es', 'para 12000 personas'],
  ])('problemsOfWording refuses in %s: %s', (locale, text) => {
    expect(problemsOfWording(text, locale)).toHaveLength(1)
  })

  test.each([
    'Over 1,000,000 prompts',
    'Más de 470 prompts',
    '40+ niches',
    '1.000.000 de prompts',
    'Tested prompts for work',
    'Every prompt is carefully tested',
    'Prompts probados por expertos',
  ])('problemsOfClaims refuses: %s', (text) => {
    expect(problemsOfClaims(text)).toHaveLength(1)
  })

  test.each([
    'Over {prompts} and over {niches}',
    'Where somebody has tested a prompt, its page says when',
    'Si alguien ha probado un prompt, su página lo dice',
    'Two to six prompts in a row',
  ])('problemsOfClaims accepts: %s', (text) => {
    expect(problemsOfClaims(text)).toEqual([])
  })
})

describe('claims about the library', () => {
  const stringsIn = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap((inner) => stringsIn(inner))

  test('are supported: texts name no count and no test of prompts', () => {
    const about = readContentTexts().filter(({ at }) => !/^library\/(?!taxonomy|sets)/.test(at))
    expect(about.length).toBeGreaterThan(100)
    expect(about.flatMap(({ at, text }) => problemsOfClaims(text).map((problem) => `${at} ${problem}`))).toEqual([])
  })

  test('are supported in messages for visitors, members and mails', () => {
    const messages = import.meta.glob(
      ['../../../{client,server,shared}/**/*messages.{en,es}.ts', '!../../../client/admin/**'],
      { eager: true, import: 'messages' },
    )
    const found = Object.entries(messages).flatMap(([file, texts]) =>
      stringsIn(texts).flatMap((text) => problemsOfClaims(text).map((problem) => `${file} ${problem}`)),
    )
    expect(Object.keys(messages).length).toBeGreaterThan(40)
    expect(found).toEqual([])
    expect(locales.every((locale) => Object.keys(messages).some((file) => file.endsWith(`.${locale}.ts`)))).toBe(true)
  })
})
