import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { app, get, openApp, post, remove, sql } from '../../support/app.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const category = await createCategory()
const useCase = await createUseCase({ category })
const pathOf = ({ slug }: { slug: string }) => paths.api.prompt(slug)

describe('GET /api/library/prompts/{slug}/ by a member', () => {
  test("returns the visitor's response plus the member's own marks, in each language", async () => {
    const prompt = await createPrompt({ use_case: useCase, es: { title: 'Título', content: 'Texto “único”' } })
    const [one, other] = [await createPerson(), await createPerson()]
    await post(paths.api.promptSave(prompt.slug), undefined, { as: one })
    await post(paths.api.promptRating(prompt.slug), { value: 4 }, { as: one })
    await announced(app)
    for (const locale of ['en', 'es', 'en'] as const) {
      const { body: visited } = await get(pathOf(prompt), { locale })
      expect(visited).toMatchObject({ rating_avg: 4, rating_count: 1, user_rating: null, is_saved: false })
      const ask = async (as: { token: string }) => await get(pathOf(prompt), { as, locale })
      expect((await ask(one)).body).toEqual({ ...visited, user_rating: 4, is_saved: true })
      expect((await ask(other)).body).toEqual(visited)
      expect((await ask(one)).headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
    }
  })

  test('shows new marks and ratings at once', async () => {
    const prompt = await createPrompt({ use_case: useCase })
    const [one, other] = [await createPerson(), await createPerson()]
    for (const value of [1, 5, 2]) {
      await post(paths.api.promptRating(prompt.slug), { value }, { as: one })
      expect((await get(pathOf(prompt), { as: one })).body).toMatchObject({ user_rating: value, rating_avg: value })
    }
    await post(paths.api.promptRating(prompt.slug), { value: 4 }, { as: other })
    expect((await get(pathOf(prompt), { as: one })).body).toMatchObject({ rating_avg: 3, rating_count: 2 })
    await remove(paths.api.promptRating(prompt.slug), undefined, { as: one })
    expect((await get(pathOf(prompt), { as: one })).body).toMatchObject({ user_rating: null, rating_avg: 4 })
  })

  test('returns to each of many simultaneous members their own marks, and 401 to an ended session', async () => {
    const prompts = [await createPrompt({ use_case: useCase }), await createPrompt({ use_case: useCase })] as const
    const people = await Promise.all(Array.from({ length: 12 }, () => createPerson()))
    await Promise.all(
      people.map((as, at) =>
        post(paths.api.promptRating(prompts[at % 2 ? 1 : 0].slug), { value: 1 + (at % 5) }, { as }),
      ),
    )
    const gone = await createPerson()
    await sql.query('DELETE FROM session WHERE user_id = (SELECT id FROM "user" WHERE username = $1)', [gone.username])
    const requests = [gone, ...people].flatMap((as) => prompts.map((prompt) => get(pathOf(prompt), { as })))
    const [first, second, ...rest] = await Promise.all(requests)
    expect([first?.status, second?.status]).toEqual([401, 401])
    const ratings = people.flatMap((_, at) => (at % 2 ? [null, 1 + (at % 5)] : [1 + (at % 5), null]))
    expect(rest.map(({ body }) => body.user_rating)).toEqual(ratings)
  })

  test('runs two statements in all for twelve simultaneous members', async () => {
    const prompt = await createPrompt({ use_case: useCase })
    const people = await Promise.all(Array.from({ length: 12 }, () => createPerson()))
    const [first] = people
    await announced(app)
    await get(pathOf(prompt), { as: first })
    const statements = await statementsDuring(() => Promise.all(people.map((as) => get(pathOf(prompt), { as }))))
    const counted = ['FROM session', 'JOIN session', 'JOIN prompt'].map(
      (part) => statements.filter((statement) => statement.includes(part)).length,
    )
    expect([statements.length, ...counted]).toEqual([2, 0, 1, 1])
    expect(statements.filter((statement) => statement.includes('prompt_text'))).toEqual([])
  })

  test("applies each member's tier, also after a change of the prompt's tier", async () => {
    const prompt = await createPrompt({ use_case: useCase, tier: 1 })
    const [member, reader] = [await createPerson({ tier: 1 }), await createPerson()]
    const statuses = async () =>
      Promise.all([member, reader].map(async (as) => (await get(pathOf(prompt), { as })).status))
    expect(await statuses()).toEqual([200, 403])
    expect(await statuses()).toEqual([200, 403])
    await sql.query('UPDATE prompt SET required_tier = 2 WHERE id = $1', [prompt.id])
    await announced(app)
    expect(await statuses()).toEqual([403, 403])
    await sql.query('UPDATE prompt SET required_tier = 0 WHERE id = $1', [prompt.id])
    await announced(app)
    expect(await statuses()).toEqual([200, 200])
    await sql.query('DELETE FROM prompt WHERE id = $1', [prompt.id])
    expect(await statuses()).toEqual([404, 404])
  })

  test('shows a changed text and a renamed category', async () => {
    const prompt = await createPrompt({ use_case: useCase })
    const as = await createPerson()
    await get(pathOf(prompt), { as })
    await sql.query(`UPDATE prompt_text SET content = 'Other words' WHERE prompt_id = $1`, [prompt.id])
    await sql.query(`UPDATE category_text SET name = 'Renamed' WHERE category_id = $1`, [category.id])
    await announced(app)
    expect((await get(pathOf(prompt), { as })).body).toMatchObject({
      content: 'Other words',
      use_case: { category: { name: 'Renamed' } },
    })
  })
})
