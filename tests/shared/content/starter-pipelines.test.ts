import { describe, expect, test } from 'vitest'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { InputSources } from '#shared/library/pipelines.ts'
import { LibraryRow } from '../../../server/library-import/import-rows.ts'
import type { RowOf, RowType } from '../../../server/library-import/import-rows.ts'
import { problemsOfSteps } from '../../support/rules/pipeline-rules.ts'
import type { StepTexts } from '../../support/rules/pipeline-rules.ts'
import { jaccard, readStarterLibrary, shinglesOf } from '../../support/rules/starter-library.ts'

const rows = (await readStarterLibrary()).flatMap(({ row }) => LibraryRow.safeParse(row).data ?? [])
const all = <Type extends RowType>(type: Type) => rows.filter((row): row is RowOf<Type> => row.type === type)
const bySlug = <Row extends { slug: string }>(found: Row[]) => new Map(found.map((row) => [row.slug, row]))
const [prompts, useCases, categories] = [bySlug(all('prompt')), bySlug(all('use_case')), bySlug(all('category'))]
const pipelines = all('pipeline')
type Pipeline = (typeof pipelines)[number]

const tierOfPrompt = (slug: string): number => {
  const prompt = prompts.get(slug)
  const useCase = useCases.get(prompt?.use_case ?? '')
  const category = categories.get(useCase?.category ?? '')
  return Math.max(...[prompt, useCase, category].map((item) => item?.required_tier ?? 9))
}
const tierOf = ({ required_tier, steps }: Pipeline) =>
  Math.max(required_tier, ...steps.map(({ prompt }) => tierOfPrompt(prompt)))

const stepsIn = ({ steps }: Pipeline, locale: Locale) =>
  steps.map(({ prompt, texts }) => {
    const { content = '', labels = {} } = prompts.get(prompt)?.texts[locale] ?? {}
    const { hand_on = '', inputs = {} } = texts[locale] ?? {}
    return { content, labels, hand_on, inputs }
  })
const answersOf = (inputs: InputSources): number[] =>
  Object.values(inputs).flatMap((source) => ('answer_of' in source ? [source.answer_of] : []))

const shapeOf = (pipeline: Pipeline, locale: Locale) =>
  stepsIn(pipeline, locale).map(({ inputs }) => [
    Object.keys(inputs).length,
    answersOf(inputs).toSorted((a, b) => a - b),
  ])

/** Results of a rule for each pipeline and language, with their location. */
const problemsOf = (rule: (pipeline: Pipeline, locale: Locale) => unknown[]) =>
  pipelines.flatMap((pipeline) =>
    locales.flatMap((locale) =>
      rule(pipeline, locale).map((problem) => `${pipeline.slug} ${locale} ${String(problem)}`),
    ),
  )

describe('the pipelines of the starter library', () => {
  test('are at least 24, three of them free', () => {
    expect(pipelines.length).toBeGreaterThanOrEqual(24)
    expect(pipelines.filter((pipeline) => tierOf(pipeline) === 0).length).toBeGreaterThanOrEqual(3)
  })

  test('have the highest tier of their prompts', () => {
    const wrong = pipelines.filter((pipeline) => pipeline.required_tier !== tierOf(pipeline))
    expect(wrong.map(({ slug }) => slug)).toEqual([])
  })

  test('use existing prompts, and no prompt twice', () => {
    const chains = pipelines.map(({ slug, steps }) => ({ slug, prompts: steps.map(({ prompt }) => prompt) }))
    expect(
      chains.flatMap(({ slug, prompts: slugs }) => slugs.filter((one) => !prompts.has(one)).map((one) => [slug, one])),
    ).toEqual([])
    expect(chains.filter(({ prompts: slugs }) => new Set(slugs).size < slugs.length)).toEqual([])
    const alike = chains.filter(({ prompts: slugs }, at) =>
      chains
        .slice(at + 1)
        .some((other) => other.prompts.filter((one) => slugs.includes(one)).length > slugs.length / 2),
    )
    expect(alike.map(({ slug }) => slug)).toEqual([])
  })

  test('hand on what later steps use, ask for at most ten values, and for none under two names', () => {
    expect(problemsOf((pipeline, locale) => problemsOfSteps(stepsIn(pipeline, locale)))).toEqual([])
  })

  test('have two to six steps, and some have two or six', () => {
    const lengths = pipelines.map(({ steps }) => steps.length)
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([2, 6])
  })

  test('have the same structure in both languages', () => {
    const unlike = pipelines.filter(
      (pipeline) => JSON.stringify(shapeOf(pipeline, 'en')) !== JSON.stringify(shapeOf(pipeline, 'es')),
    )
    expect(unlike.map(({ slug }) => slug)).toEqual([])
  })

  test('have a short title, a description, instructions, and a note for each answer that is used later', () => {
    const lacking = problemsOf((pipeline, locale) => {
      const { title = '', short_description = '', how_to_use = '' } = pipeline.texts[locale] ?? {}
      const handed = stepsIn(pipeline, locale).map(({ hand_on }) => hand_on.trim() !== '')
      return [
        ...(title.length > 70 || title.endsWith('.') ? ['title'] : []),
        ...(short_description.trim() === '' || short_description.length > 160 ? ['short_description'] : []),
        ...(how_to_use.trim() === '' ? ['how_to_use'] : []),
        ...(handed.every((is, at) => is === at < handed.length - 1) ? [] : ['hand_on']),
      ]
    })
    expect(lacking).toEqual([])
    for (const locale of locales) {
      const titles = pipelines.map(({ texts }) => texts[locale]?.title)
      expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
    }
  })

  test.each(locales)('have no two similar texts in %s', (locale) => {
    const texts = pipelines.map((pipeline) => {
      const { title, short_description, how_to_use } = pipeline.texts[locale] ?? pipeline.texts.en
      const handed = stepsIn(pipeline, locale).map(({ hand_on }) => hand_on)
      return { slug: pipeline.slug, shingles: shinglesOf([title, short_description, how_to_use, ...handed].join('\n')) }
    })
    const alike = texts.flatMap((one, at) =>
      texts.slice(at + 1).flatMap((other) => {
        const likeness = jaccard(one.shingles, other.shingles)
        return likeness >= 0.5 ? [`${one.slug} and ${other.slug}: ${likeness.toFixed(2)}`] : []
      }),
    )
    expect(alike).toEqual([])
  })
})

describe('problemsOfSteps', () => {
  const topic: StepTexts = { content: 'List doubts about ${topic}.', labels: { topic: 'Topic' }, inputs: {} }
  const doubts = {
    content: 'Answer ${doubts} on ${topic}.',
    labels: { doubts: 'Doubts', topic: 'Topic' },
    inputs: { doubts: { answer_of: 1 } },
  }
  const fields = Array.from({ length: 11 }, (_item, at) => `field_${at}`)

  test('accepts steps that hand on their answers', () => {
    expect(problemsOfSteps([topic, doubts])).toEqual([])
  })

  test.each<[string, StepTexts[], string[]]>([
    [
      'an answer that nothing uses',
      [topic, { ...doubts, inputs: {} }],
      ['nothing uses the answer of step 1', 'step 2 uses no answer'],
    ],
    [
      'a source for a field that does not exist',
      [topic, { ...doubts, inputs: { ...doubts.inputs, tone: { answer_of: 1 } } }],
      ['step 2 tone: no_placeholder'],
    ],
    [
      'one name for two things',
      [topic, { ...doubts, labels: { doubts: 'Doubts', topic: 'Topic of the meeting' } }],
      ['topic is topic and topic of the meeting'],
    ],
    [
      'one thing under two names',
      [topic, { ...doubts, content: 'Answer ${doubts} on ${matter}.', labels: { doubts: 'Doubts', matter: 'topic' } }],
      ['asks for topic as topic and matter'],
    ],
    [
      'more than ten values',
      [{ content: fields.map((name) => `\${${name}}`).join(), labels: {}, inputs: {} }],
      ['asks for 11 values: at most 10'],
    ],
  ])('refuses %s', (_name, steps, problems) => {
    expect(problemsOfSteps(steps)).toEqual(problems)
  })
})
