import { describe, expect, test } from 'vitest'
import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { threadOrders } from '#shared/forum/schema.ts'
import { db } from '../../../server/database/db.ts'
import type { Thread } from '../../../server/generated/client.ts'
import { app, get, openApp, sql } from '../../support/app.ts'
import { createPost, createPostTag } from '../../support/blog.ts'
import { createSection, createThread } from '../../support/forum.ts'
import { createPerson } from '../../support/people.ts'
import { createPrompt, createUseCase, newSlug } from '../../support/library.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

type Page = { results: { id: number }[]; next: string | null; previous: string | null }
const read = async (path: string): Promise<Page> => {
  await announced(app)
  const { status, body } = await get(path)
  expect(status).toBe(200)
  return body
}
const idsOf = ({ results }: Page) => results.map(({ id }) => id)

/** Pages from this one to the end. */
async function follow(path: string, to: 'next' | 'previous'): Promise<Page[]> {
  const pages = [await read(path)]
  for (let on = pages[0]?.[to]; on; on = pages.at(-1)?.[to]) pages.push(await read(on))
  return pages
}

/** Follows next to the end, previous back, and next again; both ways must give the same pages. */
async function bothWays(first: string): Promise<number[][]> {
  const on = await follow(first, 'next')
  const pages = on.map(idsOf)
  expect(on[0]?.previous).toBeNull()
  const back = await follow(on.at(-2)?.next ?? '', 'previous')
  expect(back.toReversed().map(idsOf)).toEqual(pages)
  const again = await follow(on[1]?.previous ?? '', 'next')
  expect(again.map(idsOf)).toEqual(pages)
  return pages
}
const inPages = (ids: number[], limit: number) =>
  Array.from({ length: Math.ceil(ids.length / limit) }, (_, page) => ids.slice(page * limit, (page + 1) * limit))

/** Several threads share each key, so that ids decide. */
async function createThreads(count: number, facts: Parameters<typeof createThread>[0] = {}) {
  const [section, author] = [await createSection(), await createPerson()]
  const threads: Thread[] = []
  for (let at = 0; at < count; at++)
    threads.push(
      await createThread({
        section,
        author,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, at >> 1)),
        last_activity_at: new Date(Date.UTC(2026, 0, 2, 0, ((at >> 1) * 3) % 4)),
        likes: ((at >> 1) * 2) % 5,
        dislikes: at >> 2,
        comment_count: 1 + ((count - at) >> 2),
        ...facts,
      }),
    )
  const keys = {
    latest: (at: number) => threads[at]?.published_at?.getTime() ?? 0,
    active: (at: number) => threads[at]?.last_activity_at.getTime() ?? 0,
    popular: (at: number) => (threads[at]?.likes ?? 0) - (threads[at]?.dislikes ?? 0),
    discussed: (at: number) => threads[at]?.comment_count ?? 0,
  }
  const idsBy = (order: keyof typeof keys) =>
    threads
      .map(({ id }, at) => ({ id, key: keys[order](at) }))
      .toSorted((a, b) => b.key - a.key || b.id - a.id)
      .map(({ id }) => id)
  return { section, threads, idsBy }
}
const { api } = forumPaths

describe('lists of threads in both directions', () => {
  test.each(threadOrders)('ordered by %s return the same pages forwards and backwards', async (order) => {
    const { section, idsBy } = await createThreads(8)
    for (const limit of [3, 4])
      expect(await bothWays(api.threads({ section: section.slug, order, limit }))).toEqual(inPages(idsBy(order), limit))
    const all = (await follow(api.threads({ order, limit: 50 }), 'next')).flatMap(idsOf)
    expect(await bothWays(api.threads({ order, limit: 5 }))).toEqual(inPages(all, 5))
  })

  test('filtered by author or by search can be paged backwards, with one statement a page', async () => {
    const word = newSlug('word').replace('-', 'x')
    const { section, threads } = await createThreads(3, { title: `All about ${word}` })
    for (let at = 0; at < 4; at++)
      await createThread({ section, title: 'Something else', description: `A ${word} or two` })
    const found = idsOf(await read(api.threads({ q: word })))
    expect(found).toHaveLength(7)
    expect(new Set(found.slice(0, 3))).toEqual(new Set(threads.map(({ id }) => id)))
    expect(await bothWays(api.threads({ q: word, limit: 2 }))).toEqual(inPages(found, 2))
    const path = (await read(api.threads({ section: section.slug, limit: 2, languages: 'all' }))).next ?? ''
    const { previous } = await read(path)
    for (const page of [path, previous ?? '']) {
      const statements = await statementsDuring(() => get(page, { locale: 'es' }))
      const listing = statements.filter((statement) => statement.includes('FROM thread'))
      // The first page also reads the pinned threads.
      expect(listing).toHaveLength(page === path ? 1 : 2)
    }
  })

  test.each(threadOrders)(
    'ordered by %s page backwards without repeats or gaps while threads are added and deleted',
    async (order) => {
      const { section, idsBy } = await createThreads(9)
      const ids = idsBy(order)
      const pages = await follow(api.threads({ section: section.slug, order, limit: 3 }), 'next')
      const last = pages[2]
      // Add a thread before all pages and one after all; delete one and hide one on pages already read.
      const facts = { section, created_at: new Date(), last_activity_at: new Date() }
      const ahead = await createThread({ ...facts, likes: 90, comment_count: 90 })
      const old = new Date(0)
      await createThread({ section, created_at: old, last_activity_at: old, dislikes: 90 })
      const [gone, hidden] = [ids[1] ?? 0, ids[4] ?? 0]
      await db.thread.update({ where: { id: gone }, data: { deleted_at: new Date() } })
      await db.thread.update({ where: { id: hidden }, data: { hidden_at: new Date() } })
      const back = await follow(last?.previous ?? '', 'previous')
      const expected = ids.slice(0, 6).filter((id) => id !== gone && id !== hidden)
      expect(back.toReversed().flatMap(idsOf)).toEqual([ahead.id, ...expected])
    },
  )

  test('return the previous page even if the first thread of the current page was deleted', async () => {
    const { section, idsBy } = await createThreads(6)
    const ids = idsBy('latest')
    const second = (await read(api.threads({ section: section.slug, limit: 3 }))).next ?? ''
    await db.thread.update({ where: { id: ids[2] ?? 0 }, data: { deleted_at: new Date() } })
    const { previous } = await read(second)
    expect(idsOf(await read(previous ?? ''))).toEqual(ids.slice(0, 2))
    await sql.query('UPDATE thread SET deleted_at = now() WHERE id = ANY($1)', [ids.slice(0, 2)])
    expect(await read(second)).toMatchObject({ previous: null })
    expect(await read(previous ?? '')).toMatchObject({ results: [], previous: null })
  })
})

describe('lists of posts in both directions', () => {
  test('filtered by tag return the same pages forwards and backwards, even for posts with equal dates', async () => {
    const tag = await createPostTag()
    const posts: { id: number }[] = []
    for (let at = 0; at < 7; at++)
      posts.push(await createPost({ tags: [tag], es: {}, published_at: `2026-02-0${(at >> 2) + 1}T00:00:00.123Z` }))
    await createPost({ tags: [tag], status: 'draft' })
    const ids = posts.map(({ id }) => id).toReversed()
    for (const limit of [2, 3, 4])
      expect(await bothWays(blogPaths.api.posts({ tag: tag.slug, limit }))).toEqual(inPages(ids, limit))
    const all = (await follow(blogPaths.api.posts({ limit: 50 }), 'next')).flatMap(idsOf)
    expect(await bothWays(blogPaths.api.posts({ limit: 4 }))).toEqual(inPages(all, 4))
    const path = (await read(blogPaths.api.posts({ tag: tag.slug, limit: 3 }))).next ?? ''
    const inSpanish = () => get(path, { locale: 'es' })
    expect(await statementsDuring(inSpanish)).toHaveLength(1)
    expect((await inSpanish()).body.results).toHaveLength(3)
  })

  test('filtered by search return the same pages forwards and backwards', async () => {
    const posts: { id: number }[] = []
    for (let at = 0; at < 5; at++)
      posts.push(await createPost({ en: at % 2 ? { title: 'On a theodolite' } : { body: 'We saw a theodolite.' } }))
    const found = idsOf(await read(blogPaths.api.posts({ q: 'theodolite' })))
    expect(found).toEqual([3, 1, 4, 2, 0].map((at) => posts[at]?.id))
    expect(await bothWays(blogPaths.api.posts({ q: 'theodolite', limit: 1 }))).toEqual(inPages(found, 1))
    expect(await bothWays(blogPaths.api.posts({ q: 'theodolite', limit: 2 }))).toEqual(inPages(found, 2))
  })

  test('page backwards without repeats or gaps while posts are published and withdrawn', async () => {
    const tag = await createPostTag()
    const posts: { id: number }[] = []
    for (let at = 0; at < 6; at++) posts.push(await createPost({ tags: [tag] }))
    const ids = posts.map(({ id }) => id).toReversed()
    const [, , last] = await follow(blogPaths.api.posts({ tag: tag.slug, limit: 2 }), 'next')
    const ahead = await createPost({ tags: [tag] })
    await sql.query(`UPDATE post SET status = 'draft' WHERE id = $1`, [ids[2]])
    const back = await follow(last?.previous ?? '', 'previous')
    expect(back.toReversed().flatMap(idsOf)).toEqual([ahead.id, ids[0], ids[1], ids[3]])
  })
})

test('a list that can only be paged forwards refuses a backward cursor with 400', async () => {
  const cursor = Buffer.from(JSON.stringify(['replies', 'after', 1, 'before'])).toString('base64url')
  expect((await get(`/api/forum/comments/1/replies/?cursor=${cursor}`)).status).toBe(400)
  for (const made of [
    ['latest', '2026-01-01T00:00:00.000Z', 1, 'after'],
    ['latest', '2026-01-01T00:00:00.000Z', 1, 'before', 'x'],
  ]) {
    const path = api.threads({ cursor: Buffer.from(JSON.stringify(made)).toString('base64url') })
    expect(await get(path)).toMatchObject({ status: 400, body: { cursor: [expect.any(String)] } })
  }
})

describe('GET /api/library/use-cases/{slug}/prompts/', () => {
  test.each(['latest', 'rating_desc', 'rating_asc'] as const)(
    'returns the same pages forwards and backwards, ordered by %s',
    async (order) => {
      const use_case = await createUseCase()
      for (let at = 0; at < 17; at++) {
        const { id } = await createPrompt({ use_case, created_at: new Date(Date.UTC(2026, 0, 1, 0, at >> 1)) })
        const value = 1 + (((at >> 1) * 2) % 5)
        // The other prompts have no rating: they come last, ordered by id.
        if (at % 3 > 0)
          await sql.query(
            'UPDATE prompt SET rating_sum = $2::int, rating_count = 1, rating_avg = $2::int WHERE id = $1',
            [id, value],
          )
      }
      const { results } = await read(paths.api.useCasePrompts(use_case.slug, { order, limit: 50 }))
      expect(results).toHaveLength(17)
      for (const limit of [1, 4, 6])
        expect(await bothWays(paths.api.useCasePrompts(use_case.slug, { order, limit }))).toEqual(
          inPages(idsOf({ results, next: null, previous: null }), limit),
        )
      const rated = await bothWays(paths.api.useCasePrompts(use_case.slug, { order, limit: 3, min_rating: '3.0' }))
      expect(rated.flat().length).toBeLessThan(12)
    },
  )
})
