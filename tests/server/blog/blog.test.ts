import { describe, expect, test } from 'vitest'
import type { Post, PostCard } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../../../server/cache/cache-tags.ts'
import { app, get, openApp, sql } from '../../support/app.ts'
import { createCover, createPost, createPostTag } from '../../support/blog.ts'
import { until } from '../../support/postgres/database.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

type Query = Parameters<typeof blogPaths.api.posts>[0]
const page = async (query: Query = {}, locale: Locale = 'en') =>
  (await get(blogPaths.api.posts(query), { locale })).body
const slugsOf = (cards: PostCard[]) => cards.map(({ slug }) => slug)
const list = async (query: Query = {}, locale: Locale = 'en') => slugsOf((await page(query, locale)).results)
const tagsIn = async (locale: Locale) => (await get(blogPaths.api.tags, { locale })).body as { slug: string }[]
const post = async (slug: string, locale: Locale = 'en') =>
  (await get(blogPaths.api.post(slug), { locale })).body as Post

describe('GET /api/blog/posts/', () => {
  test('lists the published posts of the language, latest first', async () => {
    const tag = await createPostTag({ en: 'Guides', es: 'Guías' })
    const tags = [tag]
    const english = await createPost({ tags })
    const both = await createPost({ tags, es: {} })
    const spanish = await createPost({ tags, en: null, es: {} })
    expect(await list({ tag: tag.slug })).toEqual([both.slug, english.slug])
    expect(await list({ tag: tag.slug }, 'es')).toEqual([spanish.slug, both.slug])
    expect((await list()).slice(0, 2)).toEqual([both.slug, english.slug])
  })

  test('returns a post as a card', async () => {
    const cover_hash = await createCover()
    const tag = await createPostTag({ en: 'Guides' })
    const texts = { title: 'Uno', excerpt: 'De qué va', cover_alt: 'Un dibujo' }
    const { id, slug } = await createPost({ tags: [tag], cover_hash, is_featured: true, es: texts })
    const [card] = (await page({ tag: tag.slug }, 'es')).results
    expect(card).toEqual({
      id,
      slug,
      ...texts,
      cover_url: `/media/${cover_hash}.svg`,
      cover_width: 40,
      cover_height: 21,
      // A tag without a translation has its English name.
      tags: [{ slug: tag.slug, name: 'Guides' }],
      author: { name: 'Ana Gil' },
      published_at: expect.stringMatching(/^2026-01-01T\d\d:\d\d:00\.000Z$/),
      reading_minutes: 1,
      is_featured: true,
      content_locale: 'es',
    })
  })

  test('lists each post once on all pages, even with equal dates', async () => {
    const tag = await createPostTag()
    const published_at = '2026-02-02T00:00:00.123Z'
    const posts = []
    for (let number = 0; number < 5; number++) posts.push(await createPost({ tags: [tag], published_at }))
    const read: string[] = []
    let next: string | null = blogPaths.api.posts({ tag: tag.slug, limit: 2 })
    while (next) {
      const { body } = await get(next)
      expect(body.results.length).toBeLessThanOrEqual(2)
      read.push(...slugsOf(body.results))
      next = body.next
      expect(next ?? `tag=${tag.slug}&`).toContain(`tag=${tag.slug}&`)
    }
    expect(read).toEqual(posts.map(({ slug }) => slug).toReversed())
  })

  test('lists matches in titles first, then other matches, each group by date', async () => {
    const inTitle = await createPost({ en: { title: 'Kites fly high' }, es: { title: 'Cometas' } })
    const inBody = await createPost({ en: { body: 'We saw a kite.' } })
    const inExcerpt = await createPost({ en: { excerpt: 'All about kites' } })
    const latest = await createPost({ en: { title: 'A kite festival' } })
    const found = [latest, inTitle, inExcerpt, inBody].map(({ slug }) => slug)
    expect(await list({ q: 'kite' })).toEqual(found)
    expect(await list({ q: 'cometa' }, 'es')).toEqual([inTitle.slug])
    expect(await list({ q: 'kite' }, 'es')).toEqual([])
    expect(await list({ q: 'kite -festival' })).toEqual(found.slice(1))
    const read: string[] = []
    let next: string | null = blogPaths.api.posts({ q: 'kite', limit: 1 })
    while (next) {
      const { body } = await get(next)
      read.push(...slugsOf(body.results))
      next = body.next
    }
    expect(read).toEqual(found)
  })

  test('searches within a tag, and returns everything for a blank query', async () => {
    const tag = await createPostTag()
    const tagged = await createPost({ tags: [tag], en: { title: 'A rare zither' } })
    await createPost({ en: { title: 'Another zither' } })
    expect(await list({ tag: tag.slug, q: 'zither' })).toEqual([tagged.slug])
    expect(await list({ tag: tag.slug, q: '  ' })).toEqual([tagged.slug])
    expect(await list({ tag: 'no-such-tag' })).toEqual([])
  })

  test('returns 400 naming an invalid parameter', async () => {
    for (const [query, field] of [
      ['limit=51', 'limit'],
      ['q=%00', 'q'],
      ['cursor=made-up', 'cursor'],
      [`q=${'a'.repeat(201)}`, 'q'],
    ]) {
      const { status, body } = await get(`/api/blog/posts/?${query}`)
      expect([status, Object.keys(body)]).toEqual([400, [field]])
    }
    const { body } = await get(blogPaths.api.posts({ limit: 1 }))
    const cursor = new URLSearchParams(body.next.split('?')[1]).get('cursor')
    expect((await get(blogPaths.api.posts({ q: 'title', cursor: cursor ?? '' }))).status).toBe(400)
  })

  test('is cached until a post changes', async () => {
    const { slug } = await createPost()
    await announced(app)
    const path = blogPaths.api.posts()
    await get(path, { locale: 'en' })
    expect(app.responseCache.get(`en ${path}`)?.tags).toEqual([cacheTags.posts])
    await sql.query(`UPDATE post SET status = 'draft' WHERE slug = $1`, [slug])
    await until(async () => !(await list()).includes(slug))
  })
})

describe('GET /api/blog/posts/{slug}/', () => {
  test('returns the text with its neighbors and related posts', async () => {
    const tag = await createPostTag()
    const [older, one, newer] = [
      await createPost({ tags: [tag] }),
      await createPost({ tags: [tag], en: { body: 'Text', title: 'One' }, es: {} }),
      await createPost({ en: { title: 'Newer' } }),
    ]
    const found = await post(one.slug)
    expect(found).toMatchObject({
      title: 'One',
      body_html: '<p>Text</p>',
      locales: ['en', 'es'],
      is_saved: false,
      previous: { slug: older.slug, title: `Title of ${older.slug}` },
      next: { slug: newer.slug, title: 'Newer' },
      cover_url: null,
      cover_width: null,
    })
    expect(slugsOf(found.related)).toEqual([older.slug])
    expect((await post(newer.slug)).previous).toMatchObject({ slug: one.slug })
  })

  test('returns the post in the other language if the requested language has no text', async () => {
    await createPost({ es: {} })
    const spanish = await createPost({ en: null, es: { title: 'Solo en español' } })
    await createPost()
    const found = await post(spanish.slug, 'en')
    expect(found).toMatchObject({ title: 'Solo en español', content_locale: 'es', locales: ['es'], next: null })
    // Neighbors are posts of its own language.
    expect(found.previous).toEqual((await post(spanish.slug, 'es')).previous)
  })

  test('returns up to three related posts that share the most tags', async () => {
    const [a, b, c] = [await createPostTag(), await createPostTag(), await createPostTag()]
    const most = await createPost({ tags: [a, b, c] })
    const two = await createPost({ tags: [a, b] })
    await createPost({ tags: [a] })
    const latest = await createPost({ tags: [c] })
    await createPost({ tags: [a, b, c], en: null, es: {} })
    const one = await createPost({ tags: [c, b, a] })
    expect(slugsOf((await post(one.slug)).related)).toEqual([most.slug, two.slug, latest.slug])
    expect((await post((await createPost()).slug)).related).toEqual([])
  })

  test('returns 404 for an unknown slug', async () => {
    expect((await get(blogPaths.api.post('no-such-post'))).status).toBe(404)
    expect((await get(blogPaths.api.post('a\0b'))).status).toBe(400)
  })
})

describe('GET /api/blog/tags/', () => {
  test('counts the posts of the language, most used tag first', async () => {
    const [rare, common] = [await createPostTag({ en: 'Rare', es: 'Raro' }), await createPostTag({ en: 'Common' })]
    const [unused] = [await createPostTag()]
    await createPost({ tags: [common, rare] })
    for (let number = 0; number < 9; number++) await createPost({ tags: [common] })
    await createPost({ tags: [rare], en: null, es: {} })
    const english = await tagsIn('en')
    expect(english[0]).toEqual({ slug: common.slug, name: 'Common', count: 10 })
    expect(english).toContainEqual({ slug: rare.slug, name: 'Rare', count: 1 })
    expect(await tagsIn('es')).toContainEqual({ slug: rare.slug, name: 'Raro', count: 1 })
    const slugs = english.map(({ slug }) => slug)
    expect(slugs).not.toContain(unused?.slug)
    expect((await tagsIn('es')).map(({ slug }) => slug)).not.toContain(common.slug)
  })
})
