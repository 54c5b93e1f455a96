import { beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { fillFigurePlaceholders, roundDown } from '../../../server/library/figures.ts'
import { LibraryRow } from '../../../server/library-import/import-rows.ts'
import { addStarterFaq } from '../../../server/site/faq.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { get, openApp, renderer, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { readStarterLibrary } from '../../support/rules/starter-library.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'

await openApp()

const niches = 49
const useCases: Awaited<ReturnType<typeof createUseCase>>[] = []
const plansIn = async (locale: 'en' | 'es') =>
  ((await get(paths.api.plans, { locale })).body as { description: string }[]).map(({ description }) => description)
const questionsIn = async (locale: 'en' | 'es') =>
  JSON.stringify((await get(sitePaths.api.faq('landing'), { locale })).body)

/** Sets the counts of the library; the last prompt is created normally, which invalidates the caches. */
async function setCounts(prompts: number, free_prompts: number): Promise<void> {
  await sql.query('DELETE FROM prompt_count')
  await sql.query(
    `INSERT INTO prompt_count (use_case_id, prompts, free_prompts)
     SELECT id, CASE WHEN place = 1 THEN $1 - ${niches - 1} ELSE 1 END, CASE WHEN place = 1 THEN $2 ELSE 0 END
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM use_case) AS listed`,
    [prompts - 1, free_prompts - 1],
  )
  await createPrompt({ use_case: useCases[0] })
}

beforeAll(async () => {
  for (let made = 0; made < niches; made++) useCases.push(await createUseCase({ category: await createCategory() }))
  await Promise.all([addStarterPlans(), addStarterFaq()])
})

describe('the figures in plans and questions', () => {
  test('are those of the specification for a library of 1,000,000 prompts', async () => {
    await setCounts(1_000_000, 10_000)
    await until(async () => (await plansIn('en')).join().includes('1,000,000'))
    const [free, premium] = await plansIn('en')
    expect(free).toMatch(/^About 10,000 prompts\n/)
    expect(premium).toMatch(/^Over 1,000,000 prompts across over 40 niches\n/)
    const [gratis, spanish] = await plansIn('es')
    expect(gratis).toMatch(/^Unos 10\.000 prompts\n/)
    expect(spanish).toMatch(/^Más de 1\.000\.000 de prompts en más de 40 nichos\n/)
    expect(await questionsIn('en')).toContain('unlocks over 1,000,000 prompts across over 40 niches')
    expect(await questionsIn('en')).toContain('about 10,000 prompts')
  })

  test('are counted and rounded down for the starter library, and updated when it changes', async () => {
    const prompts = (await readStarterLibrary()).flatMap(({ row }) => {
      const parsed = LibraryRow.safeParse(row).data
      return parsed?.type === 'prompt' ? [parsed] : []
    })
    const [all, open] = [prompts.length, prompts.filter(({ required_tier }) => required_tier === 0).length]
    const [over, about] = [roundDown(all), roundDown(open)]
    expect([all - over < 10, open - about < 10]).toEqual([true, true])
    await setCounts(all, open)
    await until(async () => (await plansIn('en')).join().includes(`Over ${over}`))
    const [free, premium] = await plansIn('en')
    expect(free).toContain(`About ${about} prompts\n`)
    expect(premium).toContain(`Over ${over} prompts across over 40 niches\n`)
    expect((await plansIn('es'))[1]).toContain(`Más de ${over} prompts en más de 40 nichos\n`)
    await until(async () => (await questionsIn('es')).includes(`más de ${over} prompts en más de 40 nichos`))
  })

  test.runIf(renderer).each([
    [1_000_000, 10_000, ['About 10,000 prompts', 'Over 1,000,000 prompts across over 40 niches']],
    [667, 465, ['About 460 prompts', 'Over 660 prompts across over 40 niches']],
  ])('are on the landing page and the plans page of a library of %i prompts', async (prompts, free, texts) => {
    await setCounts(prompts, free)
    for (const page of ['/', '/subscription'])
      await expect.poll(() => get(page).then(({ text }) => texts.filter((one) => !text.includes(one)))).toEqual([])
  })
})

test.each([
  [0, 0],
  [7, 7],
  [49, 40],
  [476, 470],
  [4_769, 4_700],
  [999_999, 990_000],
  [1_000_000, 1_000_000],
])('roundDown turns %i into %i', (count, rounded) => {
  expect(roundDown(count)).toBe(rounded)
})

test('fillFigurePlaceholders leaves other placeholders unchanged', () => {
  const figures = { prompts: 1, free_prompts: 4_760, niches: 2 }
  expect(fillFigurePlaceholders('{prompts}, {free_prompts}, {niches}, {name} ${prompts}', figures, 'en')).toBe(
    '1 prompt, 4,700 prompts, 2 niches, {name} ${prompts}',
  )
  expect(fillFigurePlaceholders('{free_prompts}', figures, 'es')).toBe('4.700 prompts')
  expect(fillFigurePlaceholders('{{prompts}}', figures, 'en')).toBe('{{prompts}}')
})
