import { describe, expect, test } from 'vitest'
import type { FoundPrompt } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { z } from 'zod'
import { db } from '../../../server/database/db.ts'
import { completeSearchRows } from '../../../server/library/library.jobs.ts'
import { get, openApp, sql, url } from '../../support/app.ts'
import { waitForBlockedLock, withClient } from '../../support/postgres/database.ts'
import { createCategory, createPrompt, createUseCase, newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

type Asking = { as?: Person | undefined; locale?: Locale }
const search = (q: string, asking: Asking = {}, limit?: number) =>
  get(paths.api.promptSearch({ q, ...(limit && { limit }) }), asking)
async function find(q: string, asking: Asking = {}): Promise<string[]> {
  return (await search(q, asking)).body.results.map(({ slug }: z.infer<typeof FoundPrompt>) => slug)
}

const inBoth = (content: string, title = 'A plain title', short_description = 'A plain summary') => {
  const texts = { title, short_description, content, how_to_use: content, known_issues: content }
  return { en: texts, es: texts }
}
const change = (table: string, { id }: { id: number }, column: string, value: number) =>
  sql.query(`UPDATE ${table} SET ${column} = $1 WHERE id = $2`, [value, id])

/** Status, headers and body of every page of a query, without the number of words, which is public. */
async function allPages(q: string, asking: Asking): Promise<string[]> {
  const pages: string[] = []
  for (let next: string | null = paths.api.promptSearch({ q, limit: 3 }); next !== null && pages.length < 20;) {
    const answer = await get(next, asking)
    const { 'x-request-id': _id, date: _date, etag: _etag, 'content-length': _length, ...headers } = answer.headers
    pages.push(JSON.stringify([answer.status, headers, answer.text.replaceAll(/"word_count":\d+/g, '')]))
    next = answer.body.next
  }
  return pages
}

const askers = async (): Promise<Asking[]> => [
  { locale: 'en' },
  { locale: 'es' },
  { as: await createPerson(), locale: 'es' },
  { as: await createPerson({ tier: 1 }), locale: 'en' },
]

describe('GET /api/library/search/ below the required tier', () => {
  test.each([
    ['its own tier', { prompt: 2 }],
    ["its use case's tier", { useCase: 2 }],
    ["its category's tier", { category: 2 }],
    ['a much higher tier', { prompt: 9 }],
  ])('returns the same bytes whatever the texts of a prompt locked by %s are', async (_name, tiers) => {
    const { category = 0, useCase = 0, prompt = 0 }: { category?: number; useCase?: number; prompt?: number } = tiers
    const [word, secret] = [newSlug('common').replace('-', ''), newSlug('hidden').replace('-', '')]
    const use_case = await createUseCase({ tier: useCase, category: await createCategory({ tier: category }) })
    for (const title of [word, 'Other', `Far ${word}`])
      await createPrompt({ tier: 1, ...inBoth(`${word} and more`, title, word) })
    for (let times = 1; times < 4; times++)
      await createPrompt({ ...inBoth(`${word} `.repeat(times), 'Other', 'Other') })
    const locked = await createPrompt({ use_case, tier: prompt, ...inBoth('nothing', `${word} title`, 'A lantern') })
    const unseen = await createPrompt({ use_case, tier: prompt, ...inBoth('nothing', 'No', 'No') })
    const questions = [
      word,
      secret,
      `"${secret} phrase"`,
      `${word} ${secret}`,
      `${word} -${secret}`,
      `lantern ${secret}`,
      'zymu',
      `${word} zymu`,
      'gpt7',
      `${word} -gpt7`,
      'gpt 7',
      'email',
      '密码',
      'C++',
      'nodejs',
    ]
    const places = (await askers()).flatMap((asking) => questions.map((q) => ({ q, asking })))
    const before = []
    for (const { q, asking } of places) before.push(await allPages(q, asking))
    const text = `${secret} phrase of ${word}, zymurgy: GPT-7 by E-mail 有密码吗 C++ Node.js `.repeat(9)
    await sql.query(
      `UPDATE prompt_text SET content = $1, how_to_use = $1, known_issues = $1 WHERE prompt_id = ANY ($2)`,
      [text, [locked.id, unseen.id]],
    )
    for (const [at, { q, asking }] of places.entries())
      expect([q, asking.locale, await allPages(q, asking)]).toEqual([q, asking.locale, before[at]])
    const opened = await find(`"${secret} phrase"`, { as: await createPerson({ tier: 9 }) })
    expect(opened.toSorted()).toEqual([locked.slug, unseen.slug].toSorted())
    for (const q of ['zymu', 'gpt7', 'email', '密码', 'C++', 'nodejs'])
      expect([q, await find(q, { as: await createPerson({ tier: 9 }) })]).toEqual([q, expect.arrayContaining(opened)])
  })

  test("searches only the texts that the reader's tier may read", async () => {
    const word = newSlug('tiered').replace('-', '')
    const slugs: string[] = []
    for (const tier of [0, 1, 2, 3]) slugs.push((await createPrompt({ tier, ...inBoth(word) })).slug)
    for (const tier of [0, 1, 2, 3])
      expect((await find(word, { as: await createPerson({ tier }) })).toSorted()).toEqual(slugs.slice(0, tier + 1))
  })

  test('finds a locked prompt by its title and short description only', async () => {
    const locked = await createPrompt({ tier: 2, ...inBoth('An oboe', 'A bassoon', 'A clarinet') })
    for (const asking of await askers()) {
      for (const q of ['bassoon', 'clarinet', 'bassoon clarinet', '"a clarinet"'])
        expect([q, await find(q, asking)]).toEqual([q, [locked.slug]])
      for (const q of ['oboe', 'bassoon oboe', '"an oboe"']) expect([q, await find(q, asking)]).toEqual([q, []])
    }
    for (const tier of [2, 3])
      expect(await find('bassoon oboe', { as: await createPerson({ tier }) })).toEqual([locked.slug])
  })

  test('ranks titles first, then contents of open prompts and summaries of locked prompts by relevance', async () => {
    const content = await createPrompt({ ...inBoth('A marimba.', 'One', 'One') })
    const locked = await createPrompt({ tier: 1, ...inBoth('One', 'One', 'A marimba') })
    const title = await createPrompt({ tier: 1, ...inBoth('One', 'A marimba', 'One') })
    expect(await find('marimba')).toEqual([title.slug, locked.slug, content.slug])
    expect(await find('marimba', { as: await createPerson({ tier: 1 }) })).toEqual([
      title.slug,
      locked.slug,
      content.slug,
    ])
  })
})

const opens = async (q: string) => (await find(q)).length === 1

describe('a change of the required tier', () => {
  test.each(['prompt', 'use_case', 'category'] as const)('of a %s takes effect in search at once', async (table) => {
    const word = newSlug('word').replace('-', '')
    const category = await createCategory()
    const use_case = await createUseCase({ category })
    const prompt = await createPrompt({ use_case, ...inBoth(word) })
    const item = { prompt, use_case, category }[table]
    for (const tier of [1, 0, 3, 2, 0]) {
      await change(table, item, 'required_tier', tier)
      expect([tier, await opens(word)]).toEqual([tier, tier === 0])
      expect(await find(word, { as: await createPerson({ tier }) })).toEqual([prompt.slug])
      expect(await find(word, { locale: 'es' })).toEqual(tier === 0 ? [prompt.slug] : [])
    }
  })

  test('by moving a prompt or use case takes effect in search at once', async () => {
    const [category, lockedCategory] = [await createCategory(), await createCategory({ tier: 1 })]
    const [use_case, lockedCase] = [await createUseCase({ category }), await createUseCase({ tier: 1 })]
    await createPrompt({ use_case, ...inBoth('kazoo') })
    expect(await opens('kazoo')).toBe(true)
    await change('use_case', use_case, 'category_id', lockedCategory.id)
    expect(await opens('kazoo')).toBe(false)
    await change('use_case', use_case, 'category_id', category.id)
    expect(await opens('kazoo')).toBe(true)
    await sql.query('UPDATE prompt SET use_case_id = $1 WHERE use_case_id = $2', [lockedCase.id, use_case.id])
    expect(await opens('kazoo')).toBe(false)
  })

  test('of 2,001 prompts hides their texts from search at once, and keeps their titles searchable', async () => {
    const use_case = await createUseCase()
    await sql.query(
      `WITH made AS (INSERT INTO prompt (slug, use_case_id) SELECT 'many-' || n, $1 FROM generate_series(1, 2001) AS n RETURNING id)
       INSERT INTO prompt_text SELECT id, 'en', 'Ukulele', 'Short', CASE WHEN slug = 'many-7' THEN 'banjo' ELSE 'x' END, '', ''
         FROM made JOIN (VALUES (1)) AS one (n) ON true, LATERAL (SELECT 'many-' || (id - (SELECT min(id) FROM made) + 1) AS slug) AS named`,
      [use_case.id],
    )
    const subscriber = { as: await createPerson({ tier: 1 }) }
    expect(await find('banjo')).toEqual(['many-7'])
    await change('use_case', use_case, 'required_tier', 1)
    expect(await find('banjo')).toEqual([])
    expect((await search('ukulele', {}, 50)).body.results).toHaveLength(50)
    await completeSearchRows(60_000)
    expect(await find('banjo')).toEqual([])
    expect(await find('banjo', subscriber)).toEqual(['many-7'])
    await change('use_case', use_case, 'required_tier', 0)
    expect((await search('ukulele', {}, 50)).body.results).toHaveLength(50)
    await completeSearchRows(60_000)
    expect(await find('banjo')).toEqual(['many-7'])
    await sql.query('UPDATE use_case SET archived_at = now() WHERE id = $1', [use_case.id])
    expect((await search('ukulele', {}, 50)).body.results).toEqual([])
    await completeSearchRows(60_000)
    expect((await search('ukulele', {}, 50)).body.results).toEqual([])
    await sql.query('UPDATE use_case SET archived_at = NULL WHERE id = $1', [use_case.id])
    await completeSearchRows(60_000)
    expect(await find('banjo')).toEqual(['many-7'])
    expect(await db.tierChange.count()).toBe(0)
  })

  test('of 2,001 prompts is applied to their search rows by a job, which resumes after a locked row', async () => {
    const use_case = await createUseCase()
    await sql.query(
      `WITH made AS (INSERT INTO prompt (slug, use_case_id) SELECT 'rows-' || n, $1 FROM generate_series(1, 2001) AS n RETURNING id)
       INSERT INTO prompt_text SELECT id, 'en', 'Lute', 'Short', 'x', '', '' FROM made`,
      [use_case.id],
    )
    const tiers = async () => {
      const { rows } = await sql.query(
        `SELECT prompt_search.required_tier AS tier, count(*)::int FROM prompt_search JOIN prompt ON prompt.id = prompt_id WHERE use_case_id = $1 GROUP BY 1 ORDER BY 1`,
        [use_case.id],
      )
      return rows
    }
    await change('use_case', use_case, 'required_tier', 1)
    expect(await tiers()).toEqual([{ tier: 0, count: 2_001 }])
    await withClient(url, async (client) => {
      await client.query('BEGIN')
      await client.query(`SELECT FROM prompt WHERE slug = 'rows-1500' FOR UPDATE`)
      await completeSearchRows(60_000)
      expect(await tiers()).toEqual([
        { tier: 0, count: 1_001 },
        { tier: 1, count: 1_000 },
      ])
      expect(await db.tierChange.count()).toBe(1)
      await client.query('COMMIT')
    })
    await completeSearchRows(60_000)
    expect(await tiers()).toEqual([{ tier: 1, count: 2_001 }])
    expect(await db.tierChange.count()).toBe(0)
  })

  test.each([
    ['the text first', 'text'],
    ['the tier first', 'tier'],
  ] as const)(
    'during a change of the text leaves a search row with both the new tier and the new text: %s',
    async (_name, first) => {
      const use_case = await createUseCase()
      const prompt = await createPrompt({ use_case, ...inBoth('viola') })
      const word = newSlug('zither').replace('-', '')
      const text = `UPDATE prompt_text SET content = '${word}' WHERE prompt_id = ${prompt.id}`
      const tier = `UPDATE use_case SET required_tier = 1 WHERE id = ${use_case.id}`
      await withClient(url, async (client) => {
        await client.query('BEGIN')
        await client.query(first === 'text' ? text : tier)
        const waiting = sql.query(first === 'text' ? tier : text)
        await waitForBlockedLock(url)
        await client.query('COMMIT')
        await waiting
      })
      expect(await find(word)).toEqual([])
      expect(await find(word, { as: await createPerson({ tier: 1 }) })).toEqual([prompt.slug])
    },
  )
})

test('a prompt and its category changed at the same time do not deadlock', async () => {
  const category = await createCategory()
  const prompt = await createPrompt({ use_case: await createUseCase({ category }), ...inBoth('glockenspiel') })
  await withClient(url, async (client) => {
    await client.query('BEGIN')
    await client.query('UPDATE prompt SET updated_at = now() WHERE id = $1', [prompt.id])
    await change('category', category, 'required_tier', 1)
    await client.query('UPDATE prompt SET required_tier = 2 WHERE id = $1', [prompt.id])
    await client.query('COMMIT')
  })
  expect(await find('glockenspiel', { as: await createPerson({ tier: 1 }) })).toEqual([])
  expect(await find('glockenspiel', { as: await createPerson({ tier: 2 }) })).toEqual([prompt.slug])
})

test('search rows of an older release match by title only until completeSearchRows rewrites them', async () => {
  const open = await createPrompt({ ...inBoth('harpsichord', 'A celesta') })
  const locked = await createPrompt({ tier: 1, ...inBoth('harpsichord', 'A celesta') })
  const both = [open.slug, locked.slug].toSorted()
  const subscriber = { as: await createPerson({ tier: 1 }) }
  await sql.query('UPDATE prompt_search SET required_tier = NULL, preview = NULL WHERE prompt_id = ANY ($1)', [
    [open.id, locked.id],
  ])
  for (const asking of [{}, subscriber]) {
    expect((await find('celesta', asking)).toSorted()).toEqual(both)
    expect(await find('harpsichord', asking)).toEqual([])
  }
  await withClient(url, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM prompt WHERE id = $1 FOR UPDATE', [open.id])
    await completeSearchRows(60_000)
    expect(await find('harpsichord', subscriber)).toEqual([])
    await client.query('COMMIT')
  })
  await completeSearchRows(60_000)
  expect(await find('harpsichord')).toEqual([open.slug])
  expect((await find('harpsichord', subscriber)).toSorted()).toEqual(both)
})
