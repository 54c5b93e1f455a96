import { describe, expect, test } from 'vitest'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { planSteps } from '#shared/library/fill-pipeline.ts'
import type { InputSources } from '#shared/library/pipelines.ts'
import { checkInputs } from '#shared/library/pipelines.ts'
import { readTemplate } from '#shared/library/placeholders.ts'
import { LibraryRow } from '../../../server/library-import/import-rows.ts'
import type { RowOf, RowType } from '../../../server/library-import/import-rows.ts'
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
    const content = prompts.get(prompt)?.texts[locale]?.content ?? ''
    const { hand_on = '', inputs = {} } = texts[locale] ?? {}
    return { names: readTemplate(content).fields.map(({ name }) => name), hand_on, inputs }
  })
const labelsOf = (prompt: string, locale: Locale): Record<string, string> =>
  prompts.get(prompt)?.texts[locale]?.labels ?? {}
const planOf = ({ steps }: Pipeline, locale: Locale) =>
  planSteps(
    steps.map(({ prompt, texts }) => ({
      content: prompts.get(prompt)?.texts[locale]?.content ?? '',
      inputs: (texts[locale]?.inputs ?? {}) as InputSources,
    })),
  )
function add(sets: Map<string, Set<string>>, key: string, value = '') {
  sets.set(key, (sets.get(key) ?? new Set()).add(value.toLowerCase()))
}
const answersOf = (inputs: object): number[] =>
  Object.values(inputs).flatMap((source) => ('answer_of' in source ? [source.answer_of as number] : []))

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

  test('fill existing placeholders with answers of earlier steps', () => {
    const problems = problemsOf((pipeline, locale) =>
      checkInputs(stepsIn(pipeline, locale)).flatMap((step, at) =>
        step.problems.map(({ name, problem }) => `step ${at + 1} ${name}: ${problem}`),
      ),
    )
    expect(problems).toEqual([])
  })

  test('use an earlier answer in each step, and use every answer except the last', () => {
    const idle = problemsOf((pipeline, locale) => {
      const used = stepsIn(pipeline, locale).map(({ inputs }) => answersOf(inputs))
      return used.flatMap((answers, at) => [
        ...(at > 0 && answers.length === 0 ? [`step ${at + 1} uses no answer`] : []),
        ...(at < used.length - 1 && !used.flat().includes(at + 1) ? [`nothing uses the answer of step ${at + 1}`] : []),
      ])
    })
    expect(idle).toEqual([])
  })

  test('ask for at most ten values', () => {
    const many = problemsOf((pipeline, locale) => {
      const toFill = planOf(pipeline, locale).flatMap(({ asks }) => asks.filter(({ fallback }) => fallback === null))
      return toFill.length > 10 ? [`asks for ${toFill.length}: ${toFill.map(({ name }) => name).join(', ')}`] : []
    })
    expect(many).toEqual([])
  })

  // The label of an input is its meaning: members see nothing else of it.
  test('use one name for each value, and ask for no value twice', () => {
    const wrong = problemsOf((pipeline, locale) => {
      const meanings = new Map<string, Set<string>>()
      const names = new Map<string, Set<string>>()
      planOf(pipeline, locale).forEach(({ sources, asks }, at) => {
        const labels = labelsOf(pipeline.steps[at]?.prompt ?? '', locale)
        for (const [name, source] of sources)
          if ('input' in source && source.input === name) add(meanings, name, labels[name])
        for (const { name } of asks) add(names, labels[name] ?? name, name)
      })
      return [
        ...[...meanings].flatMap(([name, descriptions]) =>
          descriptions.size > 1 ? [`${name} is ${[...descriptions].join(' and ')}`] : [],
        ),
        ...[...names].flatMap(([label, fields]) =>
          fields.size > 1 ? [`asks for ${label} as ${[...fields].join(' and ')}`] : [],
        ),
      ]
    })
    expect(wrong).toEqual([])
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
