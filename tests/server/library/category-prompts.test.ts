import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { UseCasePrompts } from '#shared/library/schema.ts'
import { db } from '../../../server/database/db.ts'
import { completeOutlines } from '../../../server/library/library.jobs.ts'
import { get, openApp, sql } from '../../support/app.ts'
import { createCategory, createModel, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

type Named = { id: number; slug: string }
const addPrompts = async (useCase: Named, count: number) => {
  await sql.query(
    `WITH added AS (
       INSERT INTO prompt (slug, use_case_id, created_at) SELECT $1 || '-p' || n, $2, timestamptz '2026-01-01' + n * interval '1 hour'
         FROM generate_series(1, $3::int) AS n RETURNING id, slug)
     INSERT INTO prompt_text (prompt_id, locale, title, short_description, content, how_to_use, known_issues)
     SELECT id, 'en', slug, '', 'text', '', '' FROM added`,
    [useCase.slug, useCase.id, count],
  )
}
async function createUseCases(counts: number[], category?: Named): Promise<{ category: Named; useCases: Named[] }> {
  const within = category ?? (await createCategory())
  const useCases = []
  for (const [position, count] of counts.entries()) {
    const useCase = await createUseCase({ category: within })
    await db.useCase.update({ where: { id: useCase.id }, data: { position } })
    await addPrompts(useCase, count)
    useCases.push(useCase)
  }
  return { category: within, useCases }
}
const list = async (category: Named, query: { free?: '1' } = {}, asking = {}): Promise<UseCasePrompts[]> => {
  const { status, body } = await get(paths.api.categoryPrompts(category.slug, query), asking)
  expect(status).toBe(200)
  return body
}
const countsOf = (useCases: UseCasePrompts[]) => useCases.map(({ prompts }) => prompts.length)

describe('GET /api/library/categories/:slug/prompts/', () => {
  test('returns each use case with small cards of its latest prompts, in the language of the reader', async () => {
    const [category, model] = [await createCategory(), await createModel()]
    const use_case = await createUseCase({ category, es: { title: 'Caso' } })
    const content = '${a} ${b} ${c} ${d}'
    const example = `${'An answer that is long enough. '.repeat(6)}\nMore`
    const prompt = await createPrompt({
      use_case,
      models: [model],
      es: { title: 'Título', content, labels: {}, example },
    })
    await createPrompt({ use_case, tier: 1, created_at: new Date('2026-01-01') })
    await completeOutlines(60_000)
    const [first, ...others] = await list(category, {}, { locale: 'es' })
    expect(others).toEqual([])
    expect(first).toMatchObject({
      slug: use_case.slug,
      title: 'Caso',
      required_tier: 0,
      prompt_count: 2,
      free_prompt_count: 1,
    })
    expect(first?.prompts[0]).toEqual({
      slug: prompt.slug,
      title: 'Título',
      short_description: `Summary of ${prompt.slug}`,
      example_line: example.slice(0, 120),
      inputs: ['A', 'B', 'C'],
      word_count: 4,
      length_tag: 'short',
      rating_avg: null,
      rating_count: 0,
      required_tier: 0,
      content_locale: 'es',
      models: [model.slug],
    })
    expect(first?.prompts[1]).toMatchObject({ required_tier: 1, content_locale: 'en' })
    expect((await list(category, { free: '1' }))[0]?.prompts).toHaveLength(1)
  })

  test.each([
    [
      [3, 3, 3],
      [3, 3, 3],
    ],
    [[40], [12]],
    [
      [14, 14, 14, 14, 14],
      [12, 12, 12, 12, 12],
    ],
    [
      [14, 14, 14, 14, 14, 14],
      [10, 10, 10, 10, 10, 10],
    ],
    [
      [0, 20, 2],
      [12, 2],
    ],
    [Array.from({ length: 25 }, () => 4), Array.from({ length: 20 }, () => 3)],
  ])('returns of %j prompts in the use cases %j, in turns', async (counts, returned) => {
    const { category, useCases } = await createUseCases(counts)
    const body = await list(category)
    expect(countsOf(body)).toEqual(returned)
    const filled = useCases.filter((_, at) => counts[at] !== 0).slice(0, returned.length)
    expect(body.map(({ slug }) => slug)).toEqual(filled.map(({ slug }) => slug))
    expect(body[0]?.prompts[0]?.slug).toBe(`${filled[0]?.slug}-p${counts.find((count) => count > 0)}`)
  })

  test('lists a use case above the reader’s tier without its prompts, and with free=1 not at all', async () => {
    const category = await createCategory()
    const use_case = await createUseCase({ category, tier: 1 })
    await createPrompt({ use_case })
    expect(await list(category)).toMatchObject([{ slug: use_case.slug, prompt_count: 1, prompts: [] }])
    expect(await list(category, { free: '1' })).toEqual([])
    expect(countsOf(await list(category, {}, { as: await createPerson({ tier: 1 }) }))).toEqual([1])
  })

  test('returns 403 with the card of a locked category, and 404 for a category that does not exist', async () => {
    const category = await createCategory({ tier: 1 })
    await createPrompt({ use_case: await createUseCase({ category }) })
    const path = paths.api.categoryPrompts(category.slug)
    expect(await get(path)).toMatchObject({ status: 403, body: { preview: { slug: category.slug } } })
    expect((await get(path, { as: await createPerson({ tier: 1 }) })).status).toBe(200)
    expect((await get(paths.api.categoryPrompts('none'))).status).toBe(404)
  })

  test('reflects an added, an archived and a renamed prompt, and leaves out archived use cases', async () => {
    const { category, useCases } = await createUseCases([2, 1])
    expect(countsOf(await list(category))).toEqual([2, 1])
    const [one, other] = useCases as [Named, Named]
    const added = await createPrompt({ use_case: one })
    await expect.poll(async () => countsOf(await list(category)), { timeout: 5_000 }).toEqual([3, 1])
    await sql.query(`UPDATE prompt SET archived_at = now() WHERE id = $1`, [added.id])
    await expect.poll(async () => countsOf(await list(category)), { timeout: 5_000 }).toEqual([2, 1])
    await sql.query(
      `UPDATE prompt_text SET title = 'Renamed' WHERE prompt_id = (SELECT min(id) FROM prompt WHERE use_case_id = $1)`,
      [one.id],
    )
    await expect.poll(async () => (await list(category))[0]?.prompts[1]?.title, { timeout: 5_000 }).toBe('Renamed')
    await sql.query(`UPDATE use_case SET archived_at = now() WHERE id = $1`, [other.id])
    await expect.poll(async () => countsOf(await list(category)), { timeout: 5_000 }).toEqual([2])
  })
})
