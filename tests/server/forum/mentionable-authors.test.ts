import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import type { MentionableAuthor } from '#shared/forum/mention-suggestions.ts'
import { limits } from '../../../server/limits/limits.ts'
import { get, openApp, sql, startApp } from '../../support/app.ts'
import { createComment, createPoster, createThread } from '../../support/forum.ts'
import { newSlug } from '../../support/library.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { authors } = forumPaths.api
const newName = (start: string) => newSlug(start).replaceAll('-', 'x')
const member = await createPoster()
const find = async (query: Parameters<typeof authors>[0], as: Person = member): Promise<string[]> =>
  (await get(authors(query), { as })).body.map(({ username }: MentionableAuthor) => username)

describe('GET /api/forum/authors/', () => {
  test('lists the authors of the thread first, latest first, then other authors by name', async () => {
    const prefix = newName('Pre')
    const [starter, first, second, b, a] = await Promise.all(
      ['s', 'm', 'n', 'b', 'a'].map((end) => createPoster({ username: `${prefix}${end}` })),
    )
    const thread = await createThread({ author: starter })
    for (const author of [first, second, first, second]) await createComment({ thread, author })
    await createThread({ author: b })
    await createComment({ author: a })
    const names = [second, first, starter, a, b].map((person) => person?.username)
    expect(await find({ q: prefix.toLowerCase(), thread: thread.meta_slug })).toEqual(names)
    expect(await find({ thread: thread.meta_slug })).toEqual(names.slice(0, 3))
    expect(await find({ q: prefix })).toEqual([a, b, first, second, starter].map((person) => person?.username))
    expect(await find({})).toEqual([])
    expect((await get(authors({ q: a?.username }), { as: member })).body).toEqual([
      { username: a?.username, avatar_color: '#4c2fa2', is_team: false },
    ])
  })

  test('lists only authors of public texts, without the reader', async () => {
    const prefix = newName('pre')
    const createNamed = (overrides: object = {}) => createPoster({ username: newName(prefix), ...overrides })
    const [me, hidden] = [await createNamed(), { hidden_at: new Date() }]
    await createNamed()
    await createThread({ author: me })
    for (const state of [{ status: 'pending' }, hidden, { deleted_at: new Date() }] as const) {
      await createThread({ author: await createNamed(), ...state })
      await createComment({ author: await createNamed(), ...state })
      await createComment({ author: await createNamed(), thread: await createThread(state) })
    }
    await createThread({ author: await createNamed({ erased_at: new Date() }) })
    expect(await find({ q: prefix }, me)).toEqual([])
    expect(await find({ q: prefix })).toEqual([me.username])
    const unseen = await createThread({ author: await createNamed(), status: 'pending' })
    expect(await find({ thread: unseen.meta_slug })).toEqual([])
    expect(await find({ thread: 'none' })).toEqual([])
  })

  test('treats _ and % in a name as plain characters', async () => {
    const name = newName('und')
    for (const end of ['_a', 'xa']) await createThread({ author: await createPoster({ username: `${name}${end}` }) })
    expect(await find({ q: `${name}_` })).toEqual([`${name}_a`])
    for (const q of ['%', '\\', "'", '💥']) expect(await find({ q })).toEqual([])
  })

  test('returns at most eight', async () => {
    const thread = await createThread()
    for (let count = 0; count < 9; count++) await createComment({ thread, author: await createPoster() })
    expect(await find({ thread: thread.meta_slug })).toHaveLength(8)
  })

  test('refuses visitors and invalid fields, and counts towards the rate limit of searches', async () => {
    expect((await get(authors({ q: 'a' }))).status).toBe(401)
    for (const [field, query] of [
      ['q', { q: 'a'.repeat(31) }],
      ['q', { q: '\0' }],
      ['thread', { thread: 'a\0' }],
    ] as const)
      expect(await get(authors(query), { as: member })).toMatchObject({
        status: 400,
        body: { [field]: [expect.any(String)] },
      })
    const of = await startApp({ LIMITS: 'on' })
    const as = await createPoster()
    for (let time = 0; time < limits.search.points; time++)
      expect((await get(authors({ q: 'none' }), { of, as })).status).toBe(200)
    expect((await get(authors({ q: 'none' }), { of, as })).status).toBe(429)
  })

  test('finds names with an index', async () => {
    await sql.query('SET enable_seqscan = off')
    const { rows } = await sql.query(
      `EXPLAIN SELECT id FROM "user" WHERE lower("user".username) ~>=~ lower('A') AND lower("user".username) ~<~ (lower('A') || chr(1114111))
        ORDER BY lower("user".username) USING ~<~ LIMIT 500`,
    )
    const plan = JSON.stringify(rows)
    expect(plan).toContain('user_username_prefix')
    expect(plan).not.toContain('Sort')
  })
})
