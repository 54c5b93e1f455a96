import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Category, CategoryListItem } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { get, openApp, sql, url } from '../../support/app.ts'
import { waitForBlockedLock } from '../../support/postgres/database.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'

await openApp()

/** Use cases whose stored counts differ from their rows. */
async function miscounted() {
  const { rows } = await sql.query(`
    SELECT * FROM (SELECT use_case_id, sum(prompts) AS prompts, sum(free_prompts) AS free FROM prompt_count GROUP BY 1) AS kept
      FULL JOIN (SELECT use_case_id, count(*) AS prompts, count(*) FILTER (WHERE required_tier = 0) AS free FROM prompt WHERE archived_at IS NULL GROUP BY 1) AS counted
     USING (use_case_id)
     WHERE (coalesce(kept.prompts, 0), coalesce(kept.free, 0)) <> (coalesce(counted.prompts, 0), coalesce(counted.free, 0))`)
  return rows
}
const addTo = (useCase: { id: number }, count: number, of: Pick<Client, 'query'> = sql) =>
  of.query(
    `INSERT INTO prompt (slug, use_case_id, required_tier) SELECT gen_random_uuid(), $1, n % 2 FROM generate_series(1, $2::int) AS n`,
    [useCase.id, count],
  )
async function connect(): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('prompt_count', () => {
  test('equals the number of prompts after every kind of write, in one row per use case if nobody else writes', async () => {
    const [one, other] = [await createUseCase(), await createUseCase()]
    const writes: [string, unknown[]][] = [
      ['UPDATE prompt SET required_tier = 1 - required_tier WHERE use_case_id = $1', [one.id]],
      ['UPDATE prompt SET required_tier = 3 WHERE use_case_id = $1 AND id % 3 = 0', [one.id]],
      ['UPDATE prompt SET use_case_id = $2 WHERE use_case_id = $1 AND id % 2 = 0', [one.id, other.id]],
      ['UPDATE prompt SET archived_at = now() WHERE id % 4 = 0', []],
      [
        'UPDATE prompt SET required_tier = 1 - required_tier, use_case_id = $1 WHERE use_case_id = $2 AND required_tier < 2',
        [one.id, other.id],
      ],
      ['UPDATE prompt SET archived_at = NULL WHERE id % 8 = 0', []],
      ['DELETE FROM prompt WHERE use_case_id = $1 AND id % 5 = 0', [other.id]],
      ['DELETE FROM prompt WHERE use_case_id = $1', [one.id]],
    ]
    await addTo(one, 51)
    await addTo(other, 7)
    expect(await miscounted()).toEqual([])
    for (const [text, values] of writes) {
      await sql.query(text, values)
      expect(await miscounted()).toEqual([])
    }
    const { rows } = await sql.query('SELECT use_case_id FROM prompt_count GROUP BY 1 HAVING count(*) > 1')
    expect(rows).toEqual([])
  })

  test('is rolled back with the write that changed it', async () => {
    const useCase = await createUseCase()
    await sql.query('BEGIN')
    await addTo(useCase, 9)
    await sql.query('ROLLBACK')
    expect(await miscounted()).toEqual([])
  })

  test("stays correct while many sessions write at once, without waiting for each other's locks", async () => {
    const useCases = [await createUseCase(), await createUseCase()]
    const clients = await Promise.all([connect(), connect(), connect()])
    // The transactions write to both use cases in opposite orders.
    for (const client of clients) await client.query(`BEGIN; SET LOCAL lock_timeout = '1s'`)
    for (const round of [0, 1])
      for (const [at, client] of clients.entries()) {
        const useCase = useCases[(at + round) % 2]
        if (useCase) await addTo(useCase, 10, client)
        await client.query(
          'UPDATE prompt SET required_tier = 2 WHERE use_case_id = $1 AND xmin = pg_current_xact_id()::xid',
          [useCase?.id],
        )
      }
    for (const client of clients) await client.query('COMMIT')
    expect(await miscounted()).toEqual([])
    const write = async (client: Client, at: number) => {
      for (let round = 0; round < 20; round++) await addTo(useCases[(at + round) % 2] ?? { id: 0 }, 3, client)
    }
    await Promise.all(clients.map(write))
    expect(await miscounted()).toEqual([])
  })

  test('of a use case that is being deleted blocks no other writer', async () => {
    const [removed, other] = [await createUseCase(), await createUseCase()]
    await addTo(other, 4)
    await sql.query('INSERT INTO prompt_count (use_case_id, prompts, free_prompts) VALUES ($1, 1, 0), ($1, -1, 0)', [
      removed.id,
    ])
    const [holder, remover, writer] = [await connect(), await connect(), await connect()]
    // The deletion waits for a lock on the counts.
    await holder.query('BEGIN')
    await holder.query('SELECT FROM prompt_count WHERE use_case_id = $1 ORDER BY id LIMIT 1 FOR UPDATE', [removed.id])
    const removal = remover.query('DELETE FROM use_case WHERE id = $1', [removed.id])
    await waitForBlockedLock(url)
    await writer.query(`SET lock_timeout = '1s'`)
    await writer.query('UPDATE prompt SET required_tier = 1 - required_tier WHERE use_case_id = $1', [other.id])
    await holder.query('ROLLBACK')
    await removal
    expect(await miscounted()).toEqual([])
  })
})

describe('the counts of a category', () => {
  test('are shown on its card and for each use case, for all prompts and for free prompts', async () => {
    const [open, closed] = [await createCategory(), await createCategory({ tier: 1 })]
    const free = await createUseCase({ category: open, en: { title: 'A' } })
    const locked = await createUseCase({ category: open, tier: 1, en: { title: 'B' } })
    const empty = await createUseCase({ category: open, en: { title: 'C' } })
    const within = await createUseCase({ category: closed })
    for (const tier of [0, 0, 1]) await createPrompt({ use_case: free, tier })
    for (const use_case of [locked, within]) await createPrompt({ use_case })
    const cards = async (query: { free?: '1' }) =>
      ((await get(paths.api.categories({ ...query, use_cases: '0' }))).body as CategoryListItem[])
        .filter(({ slug }) => [open.slug, closed.slug].includes(slug))
        .map(({ slug, use_case_count, prompt_count }) => [slug, [use_case_count, prompt_count]])
    expect(Object.fromEntries(await cards({}))).toEqual({ [open.slug]: [3, 4], [closed.slug]: [1, 1] })
    expect(await cards({ free: '1' })).toEqual([[open.slug, [2, 2]]])
    const category = (await get(paths.api.category(open.slug))).body as Category
    expect(category).toMatchObject({ use_case_count: 3, prompt_count: 4 })
    expect(
      category.use_cases.map(({ slug, prompt_count, free_prompt_count }) => [slug, prompt_count, free_prompt_count]),
    ).toEqual([
      [free.slug, 3, 2],
      [locked.slug, 1, 0],
      [empty.slug, 0, 0],
    ])
  })
})
