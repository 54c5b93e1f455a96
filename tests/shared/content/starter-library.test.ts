import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lengthTagOf } from '#shared/library/schema.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { readTemplate } from '#shared/library/placeholders.ts'
import { readStarterTopics } from '../../../server/forum/starter-threads.ts'
import { LibraryRow, parseRow } from '../../../server/library-import/import-rows.ts'
import type { RowOf, RowType } from '../../../server/library-import/import-rows.ts'
import {
  commonFirstWords,
  problemsOfDates,
  problemsOfPrompt,
  problemsOfTags,
  problemsOfTiers,
} from '../../support/rules/content-rules.ts'
import { jaccard, readStarterLibrary, shinglesOf } from '../../support/rules/starter-library.ts'

const written = await readStarterLibrary()
const rows = written.flatMap(({ row }) => LibraryRow.safeParse(row).data ?? [])
const all = <Type extends RowType>(type: Type) => rows.filter((row): row is RowOf<Type> => row.type === type)
const [categories, useCases, prompts] = [all('category'), all('use_case'), all('prompt')]
const categoryOf = new Map(useCases.map(({ slug, category }) => [slug, category]))
const within = (category: string) => prompts.filter(({ use_case }) => categoryOf.get(use_case) === category)

/** Texts of all prompts with their location. */
const promptTexts = prompts.flatMap(({ slug, texts }) =>
  locales.flatMap((locale) => {
    const text = texts[locale]
    return text ? [{ at: `${slug} ${locale}`, locale, text }] : []
  }),
)
const wordsOf = (row: object): string => JSON.stringify(row)

const defaultsOf = (content: string) => readTemplate(content).fields.map(({ fallback }) => fallback !== null)
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00a0\t]/
const misspelledNames =
  /\b(?:chatgpt|Chat GPT|Open AI|openai|claude|gemini|Linkedin|LinkedIN|Github|Javascript|Typescript|Youtube|Wordpress|Postgres)\b/
const label = /^(?=.{1,60}$)\p{Lu}[^.:]*[^.:\s]$/u

describe('the starter library', () => {
  test('matches the import schema, line by line', () => {
    const problems = written.flatMap(({ file, line, row }) => {
      const parsed = parseRow(row)
      return 'reason' in parsed ? [`${file}:${line} ${parsed.reason}`] : []
    })
    expect(problems).toEqual([])
  })

  test('is at least as large as advertised', () => {
    expect(all('functional').length).toBeGreaterThanOrEqual(8)
    expect(categories.length).toBeGreaterThanOrEqual(60)
    expect(prompts.length).toBeGreaterThanOrEqual(620)
    expect(all('prompt_set').length).toBeGreaterThanOrEqual(10)
  })

  test('has unique slugs', () => {
    for (const type of [
      'model',
      'tag',
      'functional',
      'category',
      'use_case',
      'prompt',
      'pipeline',
      'prompt_set',
    ] as const) {
      const slugs = all(type).map(({ slug }) => slug)
      expect(slugs.filter((slug, at) => slugs.indexOf(slug) !== at)).toEqual([])
    }
  })

  test('has every text in both languages, without invisible characters', () => {
    const one = written.filter(({ row }) => {
      const { texts } = row as { texts?: Partial<Record<Locale, object>> }
      return texts && locales.some((locale) => !texts[locale])
    })
    expect(one.map(({ file, line }) => `${file}:${line}`)).toEqual([])
    expect(rows.filter((row) => invisible.test(wordsOf(row))).map(({ slug }) => slug)).toEqual([])
    expect(
      rows.filter((row) => 'texts' in row && misspelledNames.test(wordsOf(row.texts))).map(({ slug }) => slug),
    ).toEqual([])
  })

  test.each(categories.map(({ slug }) => slug))(
    '%s has three use cases with three prompts each, one of them free',
    (slug) => {
      const categoryUseCases = useCases.filter(({ category }) => category === slug)
      expect(categoryUseCases.length).toBeGreaterThanOrEqual(3)
      for (const useCase of categoryUseCases)
        expect([useCase.slug, prompts.filter(({ use_case }) => use_case === useCase.slug).length >= 3]).toEqual([
          useCase.slug,
          true,
        ])
    },
  )

  test('locks a quarter to a half of its prompts, in each use case some but not all', () => {
    expect([...categories, ...useCases].filter(({ required_tier }) => required_tier > 0)).toEqual([])
    const premium = prompts.filter(({ required_tier }) => required_tier > 0).length / prompts.length
    expect(premium).toBeGreaterThanOrEqual(0.25)
    expect(premium).toBeLessThanOrEqual(0.5)
    const uneven = useCases.flatMap(({ slug }) => {
      const useCasePrompts = prompts.filter(({ use_case }) => use_case === slug)
      const locked = useCasePrompts.filter(({ required_tier }) => required_tier > 0).length
      return locked >= 1 && locked <= useCasePrompts.length / 2
        ? []
        : [`${slug}: ${locked} of ${useCasePrompts.length}`]
    })
    expect(uneven).toEqual([])
    expect(problemsOfTiers(prompts)).toEqual([])
  })

  test('meets the content rules that can be checked', () => {
    const models = all('model').map(({ slug }) => slug)
    expect(prompts.flatMap((prompt) => problemsOfPrompt(prompt, models))).toEqual([])
  })

  test.each(locales)('has no two descriptions with the same beginning in %s', (locale) => {
    const descriptions = (list: typeof prompts) => list.map(({ texts }) => texts[locale]?.short_description ?? '')
    expect(commonFirstWords(descriptions(prompts))).toEqual([])
    const alike = categories.flatMap(({ slug }) =>
      commonFirstWords(descriptions(within(slug))).map((word) => `${slug} ${word}`),
    )
    expect(alike).toEqual([])
  })

  test('has no tag on more than a tenth of all prompts, and no unused tag', () => {
    const tags = all('tag').map(({ slug }) => slug)
    expect(problemsOfTags(tags, prompts)).toEqual([])
  })

  test('is dated: no text is older than the library or from the future', async () => {
    const { posts } = JSON.parse(readFileSync('prisma/content/posts/posts.json', 'utf8')) as {
      posts: { slug: string; published_at: string }[]
    }
    const dated = [
      ...[...prompts, ...all('pipeline')].map(({ slug, created_at }) => ({ slug, date: created_at })),
      ...posts.map(({ slug, published_at }) => ({ slug, date: published_at })),
      ...(await readStarterTopics()).flatMap(({ section, texts }) =>
        locales.map((locale) => ({ slug: section, date: texts[locale].created_at })),
      ),
    ]
    expect(problemsOfDates(dated, new Date().toISOString())).toEqual([])
  })

  test('has short, medium and long prompts, each at least a tenth of all', () => {
    for (const length of ['short', 'medium', 'long'])
      expect(prompts.filter(({ length_tag }) => length_tag === length).length).toBeGreaterThanOrEqual(
        prompts.length / 10,
      )
    const wrong = prompts.filter(({ length_tag, texts }) => length_tag !== lengthTagOf(texts.en.content))
    expect(wrong.map(({ slug }) => slug)).toEqual([])
  })

  test('has a description, instructions and an example for each prompt', () => {
    const names = ['short_description', 'how_to_use', 'example'] as const
    const lacking = promptTexts.flatMap(({ at, text }) =>
      names.filter((name) => !text[name]?.trim()).map((name) => `${at} ${name}`),
    )
    expect(lacking).toEqual([])
    expect(prompts.filter(({ models, tags }) => models.length === 0 || tags.length === 0)).toEqual([])
  })

  test('has the same placeholders in both languages, each with a label', () => {
    const problems = promptTexts.flatMap(({ at, text: { content, labels = {} } }) => {
      const names = readTemplate(content).fields.map(({ name }) => name)
      const labelled = Object.values(labels)
      const isRight =
        Object.keys(labels).join() === names.join() &&
        new Set(labelled).size === labelled.length &&
        labelled.every((words) => label.test(words))
      return isRight ? [] : [at]
    })
    expect(problems).toEqual([])
    const unlike = prompts.filter(
      ({ texts: { en, es } }) => es && String(defaultsOf(en.content)) !== String(defaultsOf(es.content)),
    )
    expect(unlike.map(({ slug }) => slug)).toEqual([])
  })

  test.each(locales)('has no two similar prompts in %s', (locale) => {
    const texts = promptTexts
      .filter((one) => one.locale === locale)
      .map(({ at, text }) => ({ at, shingles: shinglesOf(text.content) }))
    const alike = texts.flatMap((one, position) =>
      texts.slice(position + 1).flatMap((other) => {
        const likeness = jaccard(one.shingles, other.shingles)
        return likeness >= 0.5 ? [`${one.at} and ${other.at}: ${likeness.toFixed(2)}`] : []
      }),
    )
    expect(alike).toEqual([])
  })
})
