import { Pool } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { get, openApp, sql, url } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createPrompt } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const pool = new Pool({ connectionString: url, max: 20 })
afterAll(() => pool.end())

/** The stored figures of a prompt's ratings, and the true ones. */
async function sumsOf(id: number) {
  const { rows } = await sql.query(
    `SELECT rating_sum::int AS sum, rating_count::int AS count, rating_avg AS avg,
            coalesce((SELECT sum(value) FROM rating WHERE prompt_id = prompt.id), 0)::int AS true_sum,
            (SELECT count(*) FROM rating WHERE prompt_id = prompt.id)::int AS true_count,
            (SELECT round(avg(value), 2)::float8 FROM rating WHERE prompt_id = prompt.id) AS true_avg
       FROM prompt WHERE id = $1`,
    [id],
  )
  return rows[0]
}

async function expectEqual(id: number) {
  const { sum, count, avg, true_sum, true_count, true_avg } = await sumsOf(id)
  expect([sum, count]).toEqual([true_sum, true_count])
  expect(avg).toBe(true_avg)
}

const rate = (prompt: { id: number }, person: { id: number }, value: number) =>
  pool.query(
    'INSERT INTO rating (prompt_id, user_id, value) VALUES ($1, $2, $3) ON CONFLICT (prompt_id, user_id) DO UPDATE SET value = excluded.value',
    [prompt.id, person.id, value],
  )

describe('the stored rating of a prompt', () => {
  test('equals the average of its ratings while many people rate, change and remove at once', async () => {
    const prompts = [await createPrompt(), await createPrompt()]
    const people = await Promise.all(Array.from({ length: 25 }, () => createPerson()))
    const each = (task: (prompt: { id: number }, person: { id: number }, at: number) => Promise<unknown>) =>
      Promise.all(prompts.flatMap((prompt) => people.map((person, at) => task(prompt, person, at))))
    await each((prompt, person, at) => rate(prompt, person, 1 + (at % 5)))
    for (const { id } of prompts) expect(await sumsOf(id)).toMatchObject({ sum: 75, count: 25, avg: 3 })
    await each(async (prompt, person, at) => {
      await Promise.all([rate(prompt, person, 5), rate(prompt, person, 1 + ((at * 3) % 5))])
      if (at % 3 === 0)
        await pool.query('DELETE FROM rating WHERE prompt_id = $1 AND user_id = $2', [prompt.id, person.id])
      if (at % 6 === 0) await rate(prompt, person, 2)
    })
    for (const { id } of prompts) await expectEqual(id)
    await pool.query('UPDATE rating SET value = 6 - value WHERE prompt_id = $1', [prompts[0]?.id])
    for (const { id } of prompts) await expectEqual(id)
    await pool.query('DELETE FROM rating WHERE prompt_id = $1', [prompts[0]?.id])
    expect(await sumsOf(prompts[0]?.id ?? 0)).toMatchObject({ sum: 0, count: 0, avg: null })
  })

  test('excludes the ratings of a deleted account', async () => {
    const [prompt, stays, leaves] = [await createPrompt(), await createPerson(), await createPerson()]
    await rate(prompt, stays, 2)
    await rate(prompt, leaves, 5)
    const path = paths.api.prompt(prompt.slug)
    expect((await get(path)).body).toMatchObject({ rating_avg: 3.5, rating_count: 2 })
    await sql.query('DELETE FROM "user" WHERE id = $1', [leaves.id])
    await expectEqual(prompt.id)
    await until(async () => (await get(path)).body.rating_avg === 2)
    expect((await get(path, { as: stays })).body).toMatchObject({ rating_count: 1, user_rating: 2 })
  })

  test('is unchanged after a rolled-back rating', async () => {
    const [prompt, person] = [await createPrompt(), await createPerson()]
    await sql.query('BEGIN')
    await sql.query('INSERT INTO rating (prompt_id, user_id, value) VALUES ($1, $2, 5)', [prompt.id, person.id])
    await sql.query('ROLLBACK')
    expect(await sumsOf(prompt.id)).toMatchObject({ sum: 0, count: 0, avg: null })
  })

  test.each([0, 6, -1, 100])('refuses a value outside 1 to 5: %d', async (value) => {
    const [prompt, person] = [await createPrompt(), await createPerson()]
    await expect(rate(prompt, person, value)).rejects.toThrow('rating_value_range')
    await rate(prompt, person, 3)
    await expect(sql.query('UPDATE rating SET value = $1 WHERE prompt_id = $2', [value, prompt.id])).rejects.toThrow(
      'rating_value_range',
    )
    expect(await sumsOf(prompt.id)).toMatchObject({ sum: 3, count: 1 })
  })

  test('has one row per person', async () => {
    const [prompt, person] = [await createPrompt(), await createPerson()]
    await rate(prompt, person, 4)
    await expect(
      sql.query('INSERT INTO rating (prompt_id, user_id, value) VALUES ($1, $2, 1)', [prompt.id, person.id]),
    ).rejects.toThrow('rating_pkey')
    await expectEqual(prompt.id)
  })
})
