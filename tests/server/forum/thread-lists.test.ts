import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import type { ThreadCard } from '#shared/forum/schema.ts'
import { advisoryLockIds } from '../../../server/database/locks.ts'
import { db } from '../../../server/database/db.ts'
import type { Thread } from '../../../server/generated/client.ts'
import { limits } from '../../../server/limits/limits.ts'
import { app, get, openApp, post, sql, startApp } from '../../support/app.ts'
import { createComment, createPoster, createSection, createThread, foldAllChanges } from '../../support/forum.ts'
import { newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const { api } = forumPaths
type Page = { results: ThreadCard[]; next: string | null }
const slugsIn = ({ results }: Page) => results.map(({ meta_slug }) => meta_slug)
const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000)

async function readAll(first: string, between: (page: number) => Promise<unknown> = async () => {}) {
  const read: string[] = []
  for (let next: string | null = first, page = 1; next !== null; page++) {
    const { status, body }: { status: number; body: Page } = await get(next)
    expect(status).toBe(200)
    read.push(...slugsIn(body))
    next = body.next
    await between(page)
  }
  return read
}

/** Creates eight threads, in a different order for each sort key. */
async function createEight() {
  const section = await createSection({ es: { name: 'Sección' } })
  const threads: Thread[] = []
  for (let at = 0; at < 8; at++)
    threads.push(
      await createThread({
        section,
        created_at: minutesAgo(100 - at),
        // Two threads share each value, so that ids decide.
        last_activity_at: minutesAgo(50 + (((at >> 1) * 3) % 4)),
        likes: ((at >> 1) * 2) % 5,
        dislikes: at >> 2,
        comment_count: (7 - at) >> 1,
      }),
    )
  const by = (key: (thread: (typeof threads)[number]) => number) =>
    threads.toSorted((a, b) => key(b) - key(a) || b.id - a.id).map(({ meta_slug }) => meta_slug)
  return {
    section,
    threads,
    expected: {
      latest: by(({ created_at }) => created_at.getTime()),
      active: by(({ last_activity_at }) => last_activity_at.getTime()),
      popular: by(({ likes, dislikes }) => likes - dislikes),
      discussed: by(({ comment_count }) => comment_count),
    },
  }
}
const orders = ['latest', 'active', 'popular', 'discussed'] as const

describe('GET /api/forum/threads/', () => {
  test.each(orders)('lists a section by %s and then by id, page by page', async (order) => {
    const { section, expected } = await createEight()
    expect(await readAll(api.threads({ section: section.slug, order, limit: 3 }))).toEqual(expected[order])
    const statements = await statementsDuring(() => get(api.threads({ section: section.slug, order, limit: 7 })))
    // The second statement reads the pinned threads.
    expect(statements.filter((statement) => statement.includes('FROM thread'))).toHaveLength(2)
  })

  test.each(orders)("lists the threads of all sections by %s, in the order of each section's list", async (order) => {
    const { section, expected } = await createEight()
    await createEight()
    await announced(app)
    const all = await readAll(api.threads({ order, limit: 50 }))
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBe(await db.thread.count())
    expect(all.filter((slug) => expected[order].includes(slug))).toEqual(expected[order])
    expect((await readAll(api.threads({ section: section.slug, order }))).length).toBe(8)
  })

  test('returns the fields of a card, in the language of the reader', async () => {
    const { section, threads } = await createEight()
    const { body } = await get(api.threads({ section: section.slug, limit: 1, languages: 'all' }), { locale: 'es' })
    const thread = threads.at(-1)
    const author = await db.user.findUniqueOrThrow({ where: { id: thread?.author_id ?? 0 } })
    expect(body.results).toEqual([
      {
        id: thread?.id,
        meta_slug: thread?.meta_slug,
        title: thread?.title,
        excerpt: thread?.excerpt,
        section: { slug: section.slug, name: 'Sección' },
        author: { username: author.username, avatar_color: author.avatar_color, is_team: false },
        language: 'en',
        status: 'published',
        created_at: thread?.created_at.toISOString(),
        last_activity_at: thread?.last_activity_at.toISOString(),
        comment_count: thread?.comment_count,
        likes: thread?.likes,
        dislikes: thread?.dislikes,
        is_answered: false,
        is_pinned: false,
        is_closed: false,
      },
    ])
    expect(body.next).toMatch(/^\/api\/forum\/threads\/\?section=[\w-]+&languages=all&limit=1&cursor=[\w-]+$/)
  })

  test('neither repeats nor skips a thread while votes change and threads are added', async () => {
    const { section, threads, expected } = await createEight()
    // Changes after the first page move no thread across its end.
    const vote = async (page: number) => {
      if (page > 1) return
      const [first] = expected.popular
      const thread_id = threads.find(({ meta_slug }) => meta_slug === first)?.id ?? 0
      await db.threadVote.create({ data: { thread_id, user_id: (await createPerson()).id, value: 1 } })
      await createThread({ section, likes: 90, comment_count: 90, created_at: new Date() })
      await foldAllChanges()
      await announced(app)
    }
    for (const order of orders) {
      const read = await readAll(api.threads({ section: section.slug, order, limit: 3 }), vote)
      expect(new Set(read).size).toBe(read.length)
      expect(read.filter((slug) => expected[order].includes(slug))).toEqual(expected[order])
    }
    const { body } = await get(api.threads({ section: section.slug, order: 'popular', limit: 50 }))
    expect(new Set(slugsIn(body)).size).toBe(12)
  })

  test('filters by author even after a rename, and is empty for an unknown author', async () => {
    const author = await createPerson()
    const threads = [await createThread({ author }), await createThread({ author })]
    await createThread({ author, status: 'pending' })
    const byAuthor = (name: string) => api.threads({ author: name, order: 'active' })
    expect(slugsIn((await get(byAuthor(author.username))).body)).toEqual(
      threads.map(({ meta_slug }) => meta_slug).toReversed(),
    )
    expect((await get(byAuthor('nobody-of-that-name'))).body).toEqual({ results: [], next: null, previous: null })
    await db.user.update({ where: { id: author.id }, data: { username: 'nobody-of-that-name' } })
    await announced(app)
    expect((await get(byAuthor(author.username))).body.results).toEqual([])
    expect((await get(byAuthor('nobody-of-that-name'))).body.results).toHaveLength(2)
    expect((await get(api.thread(threads[0]?.meta_slug ?? ''))).body.author.username).toBe('nobody-of-that-name')
  })

  test("begins the list of latest threads with the member's own pending threads", async () => {
    const [section, author] = [await createSection(), await createPerson()]
    const published = await createThread({ section })
    const pending = await createThread({ section, author, status: 'pending' })
    await createThread({ section, author, status: 'rejected' })
    await createThread({ author, status: 'pending' })
    const list = (query: Parameters<typeof api.threads>[0] = {}, as = author) =>
      get(api.threads({ section: section.slug, ...query }), { as }).then(({ body }) => slugsIn(body))
    expect(await list()).toEqual([pending.meta_slug, published.meta_slug])
    expect(await list({ author: author.username })).toEqual([pending.meta_slug])
    expect(await list({ order: 'active' })).toEqual([published.meta_slug])
    expect(await list({}, await createPerson())).toEqual([published.meta_slug])
    const { body, headers } = await get(api.threads({ section: section.slug }), { as: author })
    expect([body.results[0].status, headers['cache-control']]).toEqual(['pending', 'no-store'])
  })

  test('returns 404 for an unknown section, and 400 with the name of an invalid field', async () => {
    for (const as of [undefined, await createPerson()])
      expect((await get(api.threads({ section: 'none' }), { as })).status).toBe(404)
    const { section } = await createEight()
    const { body } = await get(api.threads({ section: section.slug, limit: 2 }))
    const [, cursor] = /cursor=([\w-]+)/.exec(body.next) ?? []
    for (const [field, query] of [
      ['limit', 'limit=51'],
      ['order', 'order=best'],
      ['cursor', 'cursor=x'],
      ['cursor', `order=popular&cursor=${cursor}`],
      ['cursor', `q=word&cursor=${cursor}`],
      ['section', 'section=%00'],
      ['author', 'author=%00'],
      ['q', 'q=%00'],
    ])
      expect([query, await get(`/api/forum/threads/?${query}`)]).toMatchObject([
        query,
        { status: 400, body: { [field ?? '']: [expect.any(String)] } },
      ])
  })
})

const find = async (q: string, query: object = {}) => slugsIn((await get(api.threads({ q, ...query }))).body)
const sorted = async (q: string, query?: object) => (await find(q, query)).toSorted()
const slugs = (...threads: { meta_slug: string }[]) => threads.map(({ meta_slug }) => meta_slug).toSorted()

describe('GET /api/forum/threads/?q=', () => {
  test('finds titles before texts, ignoring case and accents, page by page', async () => {
    const word = newSlug('q').replace('-', 'x')
    const inText = await createThread({ title: 'Something else', description: `All about the ${word} of it` })
    const titles = [await createThread({ title: `Más ${word}` }), await createThread({ title: word.toUpperCase() })]
    await createThread({ title: 'Neither', description: 'nothing' })
    const found = await find(word)
    expect(found.at(-1)).toBe(inText.meta_slug)
    expect(found.toSorted()).toEqual([...titles, inText].map(({ meta_slug }) => meta_slug).toSorted())
    expect(await readAll(api.threads({ q: word, limit: 1 }))).toEqual(found)
    expect(await find(`mas ${word}`)).toEqual([titles[0]?.meta_slug])
    expect(await find('   ')).toHaveLength(20)
  })

  test('supports the search operators and the filters for section and author', async () => {
    const [one, two] = [newSlug('one').replace('-', 'x'), newSlug('two').replace('-', 'x')]
    const [section, author] = [await createSection(), await createPerson()]
    const apart = await createThread({ title: `${one} and ${two}`, section, author })
    const together = await createThread({ title: `${one} ${two}`, section })
    const single = await createThread({ title: `${one} alone`, author })
    expect(await sorted(`"${one} ${two}"`)).toEqual(slugs(together))
    expect(await sorted(`${one} -${two}`)).toEqual(slugs(single))
    expect(await sorted(`${two} or alone ${one}`)).toEqual(slugs(apart, together, single))
    expect(await sorted(one, { section: section.slug })).toEqual(slugs(apart, together))
    expect(await sorted(one, { author: author.username })).toEqual(slugs(apart, single))
  })

  test('searches for the first sixteen words, and for phrases among the latest texts only', async () => {
    const word = newSlug('word').replace('-', 'x')
    const words = Array.from({ length: 16 }, (_, at) => `${word}n${at}`)
    const all = await createThread({ title: words.slice(0, 8).join(' '), description: words.slice(8).join(' ') })
    const q = words.join(' ')
    expect(await sorted(`${q} unheard of`)).toEqual(slugs(all))
    expect(await sorted(`unheard ${q}`)).toEqual([])
    const phrase = await createThread({ description: `${word} phrase` })
    expect(await sorted(`"${word} phrase"`)).toEqual(slugs(phrase))
    for (let time = 0; time < 26; time++) await createThread({ description: `${word} ${'of '.repeat(6_500)} phrase` })
    expect(await sorted(`"${word} phrase"`)).toEqual([])
    const latest = await createThread({ description: `the ${word} phrase` })
    const titled = await createThread({ title: `${word} phrase` })
    expect(await sorted(`"${word} phrase"`)).toEqual(slugs(latest, titled))
  })

  test('has a rate limit, unlike lists without a search', async () => {
    await sql.query('ANALYZE thread')
    const of = await startApp({ LIMITS: 'on' })
    const as = await createPerson()
    const search = () => get(api.threads({ q: 'a word that nobody wrote' }), { of, as })
    for (let time = 0; time < limits.search.points; time++) expect((await search()).status).toBe(200)
    expect((await search()).status).toBe(429)
    expect((await get(api.threads(), { of, as })).status).toBe(200)
    expect((await get(api.threads({ q: 'word' }), { of })).status).toBe(200)
  })

  test.each(['"', '-', '!!', '((', "a'b", 'or or', '-a -b', '<->', '\\', '*', '💥', 'a '.repeat(100)])(
    'accepts %s as a search term',
    async (q) => {
      expect((await get(api.threads({ q }))).status).toBe(200)
    },
  )
})

const countInvalidations = async (section_id: number) =>
  (
    await sql.query('SELECT count(*)::int FROM cache_invalidation WHERE tags && ARRAY[$1, $2]', [
      `activity:${section_id}`,
      `threads:${section_id}`,
    ])
  ).rows[0].count as number

describe('cached lists and threads', () => {
  test('show new votes and comments within a second, without being dropped for each of them', async () => {
    const { section, threads } = await createEight()
    const [thread] = threads
    const list = api.threads({ section: section.slug, order: 'popular' })
    await foldAllChanges()
    await announced(app)
    await get(list)
    const key = `en ${list}`
    const cached = app.responseCache.get(key)
    expect(cached).toBeDefined()
    const voters = await Promise.all(Array.from({ length: 4 }, () => createPoster()))
    const answers = await Promise.all(
      voters.map((as) => post(api.threadVote(thread?.meta_slug ?? ''), { value: 'like' }, { as })),
    )
    // The test server updates counts every second too, and drops the cache once for it.
    const likes = answers.map(({ body }) => body.likes - (thread?.likes ?? 0))
    expect(Math.max(...likes)).toBe(4)
    await foldAllChanges()
    await announced(app)
    const { body } = await get(list)
    expect(app.responseCache.get(key)).not.toBe(cached)
    expect(body.results.find(({ id }: ThreadCard) => id === thread?.id).likes).toBe((thread?.likes ?? 0) + 4)
    const [updated, invalidations] = [app.responseCache.get(key), await countInvalidations(section.id)]
    await sql.query(`BEGIN; SELECT pg_advisory_xact_lock(${advisoryLockIds.threadCounts})`)
    try {
      await Promise.all(voters.map((as) => post(api.threadVote(thread?.meta_slug ?? ''), { value: null }, { as })))
      await createComment({ thread: { id: thread?.id ?? 0 } })
      expect(await countInvalidations(section.id)).toBe(invalidations)
      expect(app.responseCache.get(key)).toBe(updated)
    } finally {
      await sql.query('COMMIT')
    }
  })

  test('stay cached if another section gets a thread, and are dropped if their section is renamed', async () => {
    const [near, far] = [await createEight(), await createEight()]
    const addresses = [far.section.slug, near.section.slug].flatMap((section) =>
      orders.map((order) => api.threads({ section, order })),
    )
    const thread = api.thread(far.threads[0]?.meta_slug ?? '')
    await announced(app)
    for (const address of [...addresses, thread]) await get(address)
    const cachedOf = () => [...addresses, thread].map((address) => app.responseCache.get(`en ${address}`))
    const before = cachedOf()
    expect(before).not.toContain(undefined)
    await createThread({ section: near.section })
    await announced(app)
    expect(cachedOf().map((entry, at) => entry === before[at])).toEqual([
      ...orders.map(() => true),
      ...orders.map(() => false),
      true,
    ])
    await sql.query(`UPDATE section_text SET name = 'Renamed' WHERE section_id = $1`, [far.section.id])
    await announced(app)
    expect((await get(thread)).body.section.name).toBe('Renamed')
    expect((await get(addresses[0] ?? '')).body.results[0].section.name).toBe('Renamed')
  })
})
