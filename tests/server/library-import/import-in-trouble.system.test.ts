import type { Client } from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { SourceRow } from '../../../server/library-import/import-sources.ts'
import { get, openApp, sql, url } from '../../support/app.ts'
import { createDatabase, until, withClient } from '../../support/postgres/database.ts'
import { exportText, importRows, importText, ndjson, parents, promptRow, versions } from '../../support/importing.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const emptyLibrary = () => createDatabase(inject('postgres'))
const many = 3_300
const moment = '2026-01-01T00:00:00Z'
const rows = [
  ...parents,
  ...Array.from({ length: many }, (_, n) =>
    promptRow(`p-${n}`, {
      created_at: moment,
      texts: { en: { title: `T${n}`, content: `c${n}` }, es: { title: `E${n}`, content: `e${n}` } },
    }),
  ),
]

async function* source(after: (at: number) => Promise<void> = async () => {}): AsyncGenerator<SourceRow> {
  for (const [at, row] of rows.entries()) {
    await after(at)
    yield { line: at + 1, bytes: 0, row }
  }
}

const countOf = (address: string, table: string) =>
  withClient(address, async (client) => Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0].count))

const searchIndexes = `FROM pg_indexes WHERE indexname ~ '^prompt_search_(title|preview|document)'`
const definitions = async (client: Client) =>
  (await client.query(`SELECT indexdef ${searchIndexes} ORDER BY indexname`)).rows

describe('an import that is interrupted', () => {
  const importers = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
  test.each([
    ['by its source', /The disk is gone/, async () => Promise.reject(new Error('The disk is gone.'))],
    [
      'by the end of its connection',
      /terminat|not queryable|closed/i,
      (address: string) =>
        withClient(address, (client) => client.query(`SELECT pg_terminate_backend(pid) ${importers}`)),
    ],
  ])('%s, then repeated, has the result of one complete run', async (_how, complaint, interrupt) => {
    const [whole, broken] = [await emptyLibrary(), await emptyLibrary()]
    await importRows(whole, source())
    await expect(
      importRows(
        broken,
        source(async (at) => void (at === 2_500 && (await interrupt(broken)))),
      ),
    ).rejects.toThrow(complaint)
    const left = await countOf(broken, 'prompt')
    expect(left).toBeGreaterThanOrEqual(1_000)
    expect(left).toBeLessThan(many)
    expect(await countOf(broken, 'prompt_text')).toBe(2 * left)
    expect(await importRows(broken, source())).toMatchObject({ added: many - left, changed: 0, rejected: 0 })
    expect(await exportText(broken)).toBe(await exportText(whole))
    expect(await countOf(broken, 'prompt_search')).toBe(2 * many)
    const before = await withClient(broken, versions)
    expect(await importRows(broken, source())).toMatchObject({ added: 0, changed: 0 })
    expect(await withClient(broken, versions)).toEqual(before)
  })

  test('while it fills the empty search table is completed by the next import', async () => {
    const address = await emptyLibrary()
    await withClient(address, async (client) => {
      const { rows: indexes } = await client.query(`SELECT indexname ${searchIndexes}`)
      await client.query(`DROP INDEX ${indexes.map(({ indexname }) => indexname).join()}`)
      await client.query(`SET "library.defer_search" = 'on'`)
      await client.query(`WITH f AS (INSERT INTO functional_group (slug, model_ids) VALUES ('f', '{}') RETURNING id), c AS (INSERT INTO category (slug, functional_group_id) SELECT 'c', id FROM f RETURNING id),
        u AS (INSERT INTO use_case (slug, category_id) SELECT 'u', id FROM c RETURNING id), p AS (INSERT INTO prompt (slug, use_case_id) SELECT 'p' || n, id FROM u, generate_series(1, 50000) AS n RETURNING id)
        INSERT INTO prompt_text SELECT id, 'en', 'x', '', 'y', '', '' FROM p`)
    })
    await importText(address, '')
    expect(await countOf(address, 'prompt_search')).toBe(50_000)
    expect(await withClient(address, definitions)).toEqual(await withClient(url, definitions))
  })
})

describe('during an import', () => {
  test('no reader gets a prompt without its texts, and a second import is refused', async () => {
    const seen = new Set<number>()
    const subscriber = await createPerson({ tier: 1 })
    const running = { is: true }
    const second: Promise<unknown>[] = []
    const importing = importRows(
      url,
      source(async (at) => {
        if (at === 1_500) second.push(importText(url, '').catch((error: Error) => error))
        // Yields, as reading from a disk does.
        if (at % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
      }),
    ).finally(() => (running.is = false))
    while (running.is) {
      const { rows: counts } = await sql.query(
        'SELECT count(DISTINCT prompt.id)::int AS prompts, count(prompt_text.prompt_id)::int AS texts FROM prompt LEFT JOIN prompt_text ON prompt_id = prompt.id',
      )
      expect(counts[0].texts).toBe(2 * counts[0].prompts)
      seen.add(counts[0].prompts)
      const { body } = await get(paths.api.useCasePrompts('poems', { limit: 50 }), { as: subscriber })
      expect([0, 50]).toContain((body.results ?? []).length)
    }
    expect(await importing).toMatchObject({ added: many })
    expect(seen.size).toBeGreaterThan(2)
    expect(await second[0]).toMatchObject({ message: 'Another import is running in this database: wait for its end.' })
  })

  test('a change appears on the site soon after its commit', async () => {
    await importText(
      url,
      ndjson(...parents, promptRow('shown', { required_tier: 0 }), { ...parents[3], required_tier: 0 }),
    )
    expect((await get(paths.api.prompt('shown'))).body.content).toBe('Content of shown')
    await importText(url, ndjson(promptRow('shown', { content: 'Changed' })))
    await until(async () => (await get(paths.api.prompt('shown'))).body.content === 'Changed')
    expect((await get(paths.api.promptSearch({ q: 'changed' }))).body.results).toMatchObject([{ slug: 'shown' }])
    expect((await get(paths.api.promptSearch({ q: '"content of shown"' }))).body.results).toEqual([])
  })
})
