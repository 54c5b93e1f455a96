import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { withClient } from '../../support/postgres/database.ts'
import {
  emptyLibrary,
  exportText,
  fileOf,
  importCsv,
  importText,
  ndjson,
  parents,
  promptRow,
  promptsIn,
} from '../../support/importing.ts'

const map = 'title=act,content=prompt,slug=slug'
const reason = 'slug: may hold letters from a to z, digits, "-", "_" and ".", and begins with a letter or a digit'
const step = (prompt: string) => ({ prompt, texts: { en: { hand_on: 'All' } } })
const chain = (slug: string, prompts: string[]) => ({
  type: 'pipeline',
  slug,
  texts: { en: { title: 'Chain', short_description: 'One after another' } },
  steps: prompts.map(step),
})
const promptSet = (slug: string, prompts: string[]) => ({
  type: 'prompt_set',
  slug,
  shelf: 'role',
  prompts,
  texts: { en: { title: 'Set' } },
})
const file = [
  ...parents,
  promptRow('zed-x', { models: ['gpt'], tags: ['seo'], content: 'Z' }),
  promptRow('a_b.c', { content: 'A' }),
  chain('chain', ['zed-x', 'a_b.c']),
  promptSet('set', ['zed-x']),
]
const slugFields = new Set(['slug', 'use_case', 'category', 'functional', 'models', 'tags', 'prompts', 'prompt'])
const inCapitals = (rows: object[]) =>
  rows.map((row) =>
    JSON.parse(JSON.stringify(row), (name, value) => {
      if (!slugFields.has(name)) return value
      if (typeof value === 'string') return value.toUpperCase()
      return Array.isArray(value) ? value.map((slug) => (typeof slug === 'string' ? slug.toUpperCase() : slug)) : value
    }),
  )

describe('the slugs in an import', () => {
  test('are lower-cased in rows and references', async () => {
    const [lower, upper] = [await emptyLibrary(), await emptyLibrary()]
    expect(await importText(lower, ndjson(...file))).toMatchObject({ rejected: 0 })
    expect(await importText(upper, ndjson(...inCapitals(file)))).toMatchObject({ rejected: 0, rows: [] })
    const times = /"created_at":"[^"]*"/g
    expect((await exportText(upper)).replaceAll(times, '')).toBe((await exportText(lower)).replaceAll(times, ''))
    expect(await importText(upper, ndjson(...inCapitals(file)))).toMatchObject({ added: 0, changed: 0, rejected: 0 })
  })

  test.each(['ñu-x', '中文-x', 'ÑU-x', '-a', '.a', 'a b', 'a/b'])(
    'are rejected if a character is not a to z, a digit, "-", "_" or ".": %s',
    async (slug) => {
      const { added, rows } = await importText(await emptyLibrary(), ndjson(...file.map((row) => ({ ...row, slug }))))
      expect(added).toBe(0)
      expect(rows.map((row) => row.reason)).toEqual(file.map(() => reason))
    },
  )

  test('match stored slugs that contain other characters', async () => {
    const address = await emptyLibrary()
    await importText(address, ndjson(...file))
    await withClient(address, async (client) => {
      for (const table of ['model', 'tag', 'functional_group', 'category', 'prompt', 'pipeline', 'prompt_set'])
        await client.query(`UPDATE ${table} SET slug = 'ñ-' || slug`)
      await client.query(`UPDATE use_case SET slug = 'ñ-poems' WHERE slug = 'poems'`)
    })
    const exported = await exportText(address)
    expect(exported).toContain('ñ-zed-x')
    expect(await importText(address, exported)).toMatchObject({ added: 0, changed: 0, rejected: 0 })
    expect(await importText(await emptyLibrary(), exported)).toMatchObject({ added: 0 })
    const table = await fileOf('act,prompt\nTitle of zed-x,New\nNewer,1\nTitle of songs,2\n', 'csv')
    expect(await importCsv(address, table, { use_case: 'ñ-poems' })).toMatchObject({ added: 2, changed: 1, rows: [] })
    expect(await importCsv(address, table, { use_case: 'ñ-poems' })).toMatchObject({ added: 0, changed: 0, rows: [] })
  })

  test('of a CSV file are compared without case, with each other and with stored slugs', async () => {
    const address = await emptyLibrary()
    const both = await fileOf('act,prompt,slug\nA,1,UPp-x\nB,2,upp-x\nC,3,Only\nD,4,ñ\n', 'csv')
    const { rows, added } = await importCsv(address, both, { map, use_case: 'Poems' })
    expect(added).toBe(1)
    expect(rows.map((row) => [row.line, row.reason])).toEqual([
      [2, 'slug: line 3 has the same: each row needs its own'],
      [3, 'slug: line 2 has the same: each row needs its own'],
      [5, reason],
    ])
    const again = await fileOf('act,prompt,slug\nC,3,only\n', 'csv')
    expect(await importCsv(address, again, { map })).toMatchObject({ added: 0, changed: 0, rejected: 0 })
  })

  test('that are made from titles are ASCII and unique', async () => {
    const address = await emptyLibrary()
    const table = await fileOf('act,prompt\nAnálisis 日本,1\nAnálisis 中文,2\n中文,3\n', 'csv')
    expect(await importCsv(address, table)).toMatchObject({ added: 3, rejected: 0 })
    const slugs = (await promptsIn(address)).map(({ slug }) => slug)
    expect(slugs).toEqual(['analisis', 'analisis-2', expect.stringMatching(/^prompt-[0-9a-f]{10}$/)])
    expect(await importCsv(address, table)).toMatchObject({ added: 0, changed: 0, rejected: 0 })
  })
})

test('the migration lower-cases stored slugs, and adds a number to a slug that another prompt has or had', async () => {
  const address = await emptyLibrary()
  const slugs = ['p-1', 'p-2', 'p-3', 'p-4', 'p-5', 'p-6', 'p-7', 'p-8']
  await importText(address, ndjson(...file, ...slugs.map((slug) => promptRow(slug))))
  const migration = new URL('../../../prisma/migrations/20261128100000_lower_case_slugs/migration.sql', import.meta.url)
  await withClient(address, async (client) => {
    const rename = (from: string, to: string) => client.query('UPDATE prompt SET slug = $2 WHERE slug = $1', [from, to])
    await rename('p-1', 'Zed-1')
    await rename('p-2', 'UPp-x')
    await rename('p-3', 'upp-x')
    await rename('p-4', 'UPP-X')
    await rename('p-5', 'Ñu-X')
    await rename('p-6', 'left')
    await rename('left', 'now')
    await rename('p-7', 'Left')
    await rename('p-8', 'Moved-8')
    await rename('Moved-8', 'moved-on')
    for (const table of ['model', 'tag', 'functional_group', 'category', 'use_case', 'prompt_set', 'pipeline'])
      await client.query(`UPDATE ${table} SET slug = upper(slug)`)
    const slugsNow = async () => {
      const { rows } = await client.query<{ slug: string }>('SELECT slug FROM prompt ORDER BY id')
      return rows.map(({ slug }) => slug)
    }
    await client.query(await readFile(migration, 'utf8'))
    expect(await slugsNow()).toEqual([
      'zed-x',
      'a_b.c',
      'zed-1',
      'upp-x-2',
      'upp-x',
      'upp-x-3',
      'Ñu-x',
      'now',
      'left-2',
      'moved-on',
    ])
    for (const table of ['model', 'tag', 'functional_group', 'category', 'use_case', 'prompt_set', 'pipeline'])
      expect((await client.query(`SELECT slug FROM ${table} WHERE slug <> lower(slug)`)).rows).toEqual([])
    const { rows } = await client.query(
      `SELECT former_slug.slug, prompt.slug AS now FROM former_slug JOIN prompt ON prompt.id = item_id
        WHERE kind = 'prompt' AND former_slug.slug !~ '^p-' ORDER BY former_slug.slug COLLATE "C"`,
    )
    expect(rows.map(({ slug, now }) => [slug, now])).toEqual([
      ['Left', 'left-2'],
      ['Moved-8', 'moved-on'],
      ['UPP-X', 'upp-x-3'],
      ['UPp-x', 'upp-x-2'],
      ['Zed-1', 'zed-1'],
      ['left', 'now'],
      ['moved-8', 'moved-on'],
      ['Ñu-X', 'Ñu-x'],
    ])
    const after = await client.query('SELECT xmin::text, id FROM prompt ORDER BY id')
    await client.query(await readFile(migration, 'utf8'))
    expect((await client.query('SELECT xmin::text, id FROM prompt ORDER BY id')).rows).toEqual(after.rows)
  })
  expect(await importText(address, ndjson(...inCapitals(file)))).toMatchObject({ added: 0, changed: 0, rejected: 0 })
})
