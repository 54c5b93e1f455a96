import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { ModelCount, PopularPrompt } from '#shared/library/start-here.ts'
import { writeSummaries } from '../../../server/library/summaries.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, sql } from '../../support/app.ts'
import { createCategory, createGroup, createModel, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const popular = async (locale: 'en' | 'es' = 'en'): Promise<PopularPrompt[]> =>
  (await get(paths.api.popular, { locale })).body
const slugs = async () => (await popular()).map(({ slug }) => slug)
const models = async (): Promise<ModelCount[]> => (await get(paths.api.models)).body

async function createGroupPrompts(count: number) {
  const group = await createGroup({ es: { name: 'Grupo' } })
  const category = await createCategory({ group })
  const use_case = await createUseCase({ category })
  const prompts = []
  for (let at = 0; at < count; at++)
    prompts.push(await createPrompt({ use_case, en: { content: 'Write to ${reader}', labels: {} } }))
  return { group, category, use_case, prompts: prompts as [{ id: number; slug: string }] }
}
const copy = ({ id }: { id: number }, count: number, daysAgo = 0) =>
  db.promptCopies.create({
    data: { prompt_id: id, count, day: new Date(Date.now() - daysAgo * 86_400_000) },
  })

const invalidations = async () =>
  (await sql.query(`SELECT count(*)::int FROM cache_invalidation WHERE 'library_summary' = ANY (tags)`)).rows[0].count

describe('before the first summary', () => {
  test('both lists are computed, so that the first prompts are shown at once', async () => {
    await writeSummaries()
    expect(await db.librarySummary.count()).toBe(0)
    expect(await popular()).toEqual([])
    const { prompts } = await createGroupPrompts(1)
    await expect.poll(slugs, { timeout: 5_000 }).toEqual([prompts[0].slug])
  })
})

describe('GET /api/library/popular/', () => {
  test('returns the most copied free prompts of 7 days first, of different groups, then those of sets by rating', async () => {
    await sql.query('DELETE FROM prompt')
    const [one, other] = [await createGroupPrompts(8), await createGroupPrompts(2)]
    const [a, b, c, old, d, e] = one.prompts as unknown as { id: number; slug: string }[]
    const [x] = other.prompts
    if (!a || !b || !c || !old || !d || !e) throw new Error('too few')
    const locked = await createPrompt({ use_case: one.use_case, tier: 1 })
    await copy(locked, 99)
    await copy(old, 99, 7)
    await copy(a, 3)
    await copy(a, 3, 6)
    await copy(b, 5)
    await copy(x, 1)
    for (const prompt of [c, d])
      await db.rating.create({
        data: { prompt_id: prompt.id, user_id: (await createPerson()).id, value: prompt === d ? 5 : 3 },
      })
    await db.promptSet.create({ data: { slug: 'set', shelf: 'role', prompt_ids: [e.id, c.id, d.id, locked.id] } })
    await writeSummaries()
    await expect
      .poll(slugs, { timeout: 5_000 })
      .toEqual([a.slug, x.slug, b.slug, other.prompts.at(-1)?.slug, d.slug, c.slug])
  })

  test('returns text and group in the language of the reader', async () => {
    const [first] = await popular('es')
    expect(first).toMatchObject({
      content: 'Write to ${reader}',
      category: { functional: { name: 'Grupo' } },
    })
    expect(first).not.toHaveProperty('how_to_use')
  })

  test('changes with the summary only, and leaves out a prompt that is no longer free or public', async () => {
    const before = await slugs()
    const last = await db.prompt.findUniqueOrThrow({ where: { slug: before.at(-1) ?? '' } })
    await copy(last, 50)
    expect(await slugs()).toEqual(before)
    await writeSummaries()
    await expect.poll(async () => (await slugs())[0], { timeout: 5_000 }).toBe(last.slug)
    await db.prompt.update({ where: { id: last.id }, data: { required_tier: 1 } })
    await expect.poll(slugs, { timeout: 5_000 }).not.toContain(last.slug)
  })
})

describe('GET /api/library/models/', () => {
  test('returns the models that have public prompts, with their numbers, the most prompts first', async () => {
    const [few, many, none] = [await createModel('Few'), await createModel('Many'), await createModel('None')]
    const use_case = await createUseCase()
    await createPrompt({ use_case, models: [many, few], tier: 1 })
    const { id } = await createPrompt({ use_case, models: [many] })
    await createPrompt({ use_case: await createUseCase(), models: [none] })
    await sql.query(
      'UPDATE use_case SET archived_at = now() WHERE id = (SELECT use_case_id FROM prompt ORDER BY id DESC LIMIT 1)',
    )
    await writeSummaries()
    const expected = [
      { slug: many.slug, name: 'Many', prompt_count: 2 },
      { slug: few.slug, name: 'Few', prompt_count: 1 },
    ]
    await expect.poll(models, { timeout: 5_000 }).toEqual(expected)
    await sql.query('UPDATE prompt SET archived_at = now() WHERE id = $1', [id])
    await writeSummaries()
    await expect.poll(async () => (await models())[0]?.prompt_count, { timeout: 5_000 }).toBe(1)
  })

  test('is not invalidated by a summary that did not change', async () => {
    await expect.poll(invalidations, { timeout: 5_000 }).toBe(0)
    await writeSummaries()
    expect(await invalidations()).toBe(0)
  })
})
