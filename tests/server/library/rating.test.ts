import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, post, remove, sql } from '../../support/app.ts'
import { createPrompt } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

type Rated = { slug: string }
const rate = (prompt: Rated, value: unknown, as?: { token: string }) =>
  post(paths.api.promptRating(prompt.slug), { value }, { as })
const unrate = (prompt: Rated, as?: { token: string }) => remove(paths.api.promptRating(prompt.slug), undefined, { as })

describe('POST /api/library/prompts/:slug/rating/', () => {
  test('stores one rating per person: the second replaces the first', async () => {
    const [prompt, one, two] = [await createPrompt(), await createPerson(), await createPerson()]
    expect(await rate(prompt, 2, one)).toMatchObject({ status: 200, body: { your_value: 2, avg: 2, count: 1 } })
    expect((await rate(prompt, 5, two)).body).toEqual({ your_value: 5, avg: 3.5, count: 2 })
    expect((await rate(prompt, 4, one)).body).toEqual({ your_value: 4, avg: 4.5, count: 2 })
    expect((await rate(prompt, 4, one)).body).toEqual({ your_value: 4, avg: 4.5, count: 2 })
    expect((await get(paths.api.prompt(prompt.slug), { as: one })).body).toMatchObject({
      user_rating: 4,
      rating_avg: 4.5,
      rating_count: 2,
    })
  })

  test.each([0, 6, -1, 1.5, '5', null, undefined, true, [5]])('returns 400 for the value %j', async (value) => {
    const [prompt, person] = [await createPrompt(), await createPerson()]
    expect(await rate(prompt, value, person)).toMatchObject({ status: 400, body: { value: [expect.any(String)] } })
    expect(await db.rating.count({ where: { prompt_id: prompt.id } })).toBe(0)
  })

  test('returns 401 to a visitor, 403 with the preview for a locked prompt, and 404 for an unknown one', async () => {
    const [prompt, locked, person] = [await createPrompt(), await createPrompt({ tier: 1 }), await createPerson()]
    expect(await rate(prompt, 'no number')).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
    expect(await rate(locked, 5, person)).toMatchObject({
      status: 403,
      body: { code: 'tier_required', required_tier: 1, preview: { slug: locked.slug, rating_count: 0 } },
    })
    expect((await rate({ slug: 'none' }, 5, person)).status).toBe(404)
  })

  test('keeps average and count correct while many people add, change and remove ratings at once', async () => {
    const [prompt, busy] = [await createPrompt(), await createPerson()]
    const people = await Promise.all(Array.from({ length: 24 }, () => createPerson()))
    const answers = await Promise.all([
      ...people.map((person, at) => rate(prompt, 1 + (at % 5), person)),
      ...people.map((person, at) => (at % 3 === 0 ? unrate(prompt, person) : rate(prompt, 5, person))),
      ...Array.from({ length: 24 }, (_, at) =>
        at % 4 === 3 ? unrate(prompt, busy) : rate(prompt, 1 + (at % 5), busy),
      ),
    ])
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const { rows } = await sql.query(
      `SELECT rating_count, count(*)::int AS true_count, rating_avg, round(avg(value), 2)::float8 AS true_avg
         FROM prompt JOIN rating ON prompt_id = prompt.id WHERE prompt.id = $1 GROUP BY prompt.id`,
      [prompt.id],
    )
    expect(rows[0].rating_count).toBe(rows[0].true_count)
    expect(rows[0].rating_avg).toBe(rows[0].true_avg)
    expect(rows[0].true_count).toBeGreaterThan(15)
  })

  test('returns average and count with the new rating included', async () => {
    const prompt = await createPrompt()
    const people = await Promise.all(Array.from({ length: 12 }, () => createPerson()))
    const answers = await Promise.all(people.map((person) => rate(prompt, 4, person)))
    expect(answers.map(({ body }) => body.count).toSorted((one, other) => one - other)).toEqual(
      people.map((_, at) => at + 1),
    )
    expect(new Set(answers.map(({ body }) => body.avg))).toEqual(new Set([4]))
  })
})

describe('DELETE /api/library/prompts/:slug/rating/', () => {
  test('removes the rating, and changes nothing if there is no rating', async () => {
    const [prompt, one, two] = [await createPrompt(), await createPerson(), await createPerson()]
    await rate(prompt, 2, one)
    await rate(prompt, 5, two)
    expect((await unrate(prompt, one)).body).toEqual({ your_value: null, avg: 5, count: 1 })
    expect((await unrate(prompt, one)).body).toEqual({ your_value: null, avg: 5, count: 1 })
    expect((await unrate(prompt, two)).body).toEqual({ your_value: null, avg: null, count: 0 })
  })

  test('removes the rating of a prompt that is locked by now, and returns 404 for an unknown prompt', async () => {
    const [prompt, person] = [await createPrompt(), await createPerson()]
    await rate(prompt, 3, person)
    await sql.query('UPDATE prompt SET required_tier = 1 WHERE id = $1', [prompt.id])
    expect((await unrate(prompt)).status).toBe(401)
    expect((await unrate(prompt, person)).body).toEqual({ your_value: null, avg: null, count: 0 })
    expect((await unrate({ slug: 'none' }, person)).status).toBe(404)
  })
})
