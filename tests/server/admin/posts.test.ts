import { describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminPost, PostState } from '#shared/admin/posts.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { publishScheduled } from '../../../server/blog/scheduled.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, patch, post, put, remove } from '../../support/app.ts'
import { createCover } from '../../support/blog.ts'
import { newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const { api } = adminNewsPaths
const admin = await createPerson({ role: 'admin' })
const blank = { title: '', excerpt: '', cover_alt: '', body: '' }
const english = { title: 'A title', excerpt: 'An excerpt', cover_alt: '', body: 'Some **text**.' }
const stateOf = (changes: Partial<PostState> = {}): PostState => ({
  slug: newSlug('news'),
  status: 'draft',
  published_at: null,
  is_featured: false,
  author_name: 'Ana Gil',
  tag_ids: [],
  cover_hash: null,
  texts: { en: english, es: blank },
  ...changes,
})
const sent = ({ id: _id, cover, ...state }: AdminPost): PostState => ({ ...state, cover_hash: cover?.hash ?? null })
const add = (state: PostState) => post(api.posts(), state, { as: admin })
async function added(changes: Partial<PostState> = {}) {
  const { status, body, headers } = await add(stateOf(changes))
  expect([status, body]).toEqual([201, body])
  return { item: body as AdminPost, etag: String(headers.etag) }
}
type Added = Awaited<ReturnType<typeof added>>
const change = ({ item, etag }: Added, changes: Partial<PostState>, as = admin) =>
  put(api.post(item.id), { ...sent(item), ...changes }, { as, headers: { 'if-match': etag } })
const ahead = () => new Date(Date.now() + 3_600_000).toISOString()
const actionsOf = async (id: number) => {
  const { body } = await get(adminPaths.api.audit({ kind: 'post', target: String(id) }), { as: admin })
  return (body.results as { action: string; actor: unknown }[]).map(({ action }) => action).toReversed()
}

describe('/api/admin/posts/', () => {
  test('adds a draft that only admins see, in one language or two', async () => {
    const { item, etag } = await added()
    expect(item).toMatchObject({ status: 'draft', published_at: null, cover: null, texts: { en: english, es: blank } })
    const read = await get(api.post(item.id), { as: admin })
    expect([read.body, read.headers.etag]).toEqual([item, etag])
    expect((await get(blogPaths.api.post(item.slug))).status).toBe(404)
    const preview = await get(blogPaths.api.preview(item.slug), { as: admin })
    expect(preview.body).toMatchObject({
      status: 'draft',
      body_html: '<p>Some <strong>text</strong>.</p>\n',
      locales: ['en'],
    })
    expect(await actionsOf(item.id)).toEqual(['created'])
  })

  test('publishes, changes and unpublishes a post, visible at once', async () => {
    const draft = await added()
    const path = blogPaths.api.post(draft.item.slug)
    const published = await change(draft, { status: 'published' })
    expect(published.body).toMatchObject({ status: 'published', published_at: expect.any(String) })
    expect((await get(path)).body).toMatchObject({ title: 'A title', reading_minutes: 1 })
    const texts = {
      en: { ...english, title: 'New title', body: 'word '.repeat(500) },
      es: { ...english, title: 'Título' },
    }
    const first = { item: published.body as AdminPost, etag: String(published.headers.etag) }
    const changed = await change(first, { texts })
    await expect.poll(async () => (await get(path)).body).toMatchObject({ title: 'New title', reading_minutes: 3 })
    expect((await get(path, { locale: 'es' })).body).toMatchObject({ title: 'Título', locales: ['en', 'es'] })
    expect(changed.body.published_at).toBe(published.body.published_at)
    await expect.poll(async () => (await get('/blog/rss.xml')).text).toContain('New title')
    await expect.poll(async () => (await get(`/blog/${draft.item.slug}.md`)).status).toBe(200)
    await change({ item: changed.body, etag: String(changed.headers.etag) }, { status: 'draft' })
    await expect.poll(async () => (await get(path)).status).toBe(404)
    expect(await actionsOf(draft.item.id)).toEqual(['created', 'published', 'changed', 'unpublished'])
  })

  test('returns 428 without If-Match, and 412 with the present version for an old ETag', async () => {
    const { item, etag } = await added()
    const state = { ...sent(item), author_name: 'Bea' }
    expect((await put(api.post(item.id), state, { as: admin })).status).toBe(428)
    expect((await change({ item, etag }, { author_name: 'Bea' })).status).toBe(200)
    const late = await change({ item, etag }, { author_name: 'Carla' })
    expect([late.status, late.body]).toMatchObject([
      412,
      { code: 'changed_meanwhile', current: { author_name: 'Bea' } },
    ])
    const { status } = await put(api.post(item.id), state, { as: admin, headers: { 'if-match': late.body.etag } })
    expect(status).toBe(200)
    expect(await actionsOf(item.id)).toEqual(['created', 'changed'])
  })

  test('publishes a post once when four admins publish it at the same time', async () => {
    const draft = await added()
    const others = await Promise.all(Array.from({ length: 4 }, () => createPerson({ role: 'admin' })))
    const answers = await Promise.all(others.map((as) => change(draft, { status: 'published' }, as)))
    expect(answers.map(({ status }) => String(status)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      '200',
      '412',
      '412',
      '412',
    ])
    expect(await actionsOf(draft.item.id)).toEqual(['created', 'published'])
  })

  test('publishes a scheduled post at its time once, with several servers', async () => {
    const { item } = await added({ status: 'scheduled', published_at: ahead() })
    await publishScheduled()
    expect((await get(blogPaths.api.post(item.slug))).status).toBe(404)
    const later = new Date(Date.now() + 7_200_000)
    await Promise.all([publishScheduled(later), publishScheduled(later), publishScheduled(later)])
    await expect.poll(async () => (await get(blogPaths.api.post(item.slug))).status).toBe(200)
    expect(await actionsOf(item.id)).toEqual(['created', 'published'])
  })

  test.each([
    ['slug', { slug: 'Not a slug' }],
    ['slug', { slug: '' }],
    ['author_name', { author_name: ' ' }],
    ['tag_ids', { tag_ids: [2_000_000_000] }],
    ['tag_ids.0', { tag_ids: [2 ** 31] }],
    ['cover_hash', { cover_hash: '0'.repeat(64) }],
    ['cover_hash', { cover_hash: '\0' }],
    ['texts.en.body', { texts: { en: { ...english, body: `![](/media/${'0'.repeat(64)}.webp)` }, es: blank } }],
    ['texts.en.title', { texts: { en: { ...english, title: 'x'.repeat(151) }, es: blank } }],
    ['texts.en.body', { texts: { en: { ...english, body: 'x'.repeat(50_001) }, es: blank } }],
    ['texts.en.body', { texts: { en: { ...english, body: 'a\0b' }, es: blank } }],
    ['texts.es.excerpt', { status: 'published', texts: { en: english, es: { ...english, excerpt: '' } } }],
    ['texts.en.body', { status: 'published', texts: { en: { ...english, body: '\u200b' }, es: blank } }],
    ['texts', { status: 'published', texts: { en: blank, es: blank } }],
    ['published_at', { status: 'scheduled' }],
    ['published_at', { status: 'scheduled', published_at: '2026-01-01T00:00:00.000Z' }],
    ['published_at', { status: 'published', published_at: '2099-01-01T00:00:00.000Z' }],
    ['published_at', { published_at: '0000-01-01T00:00:00.000Z' }],
    ['status', { status: 'gone' }],
  ])('returns 400 naming %s if it is invalid', async (field, changes) => {
    const { status, body } = await add(stateOf(changes as Partial<PostState>))
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  test('returns 400 for a used slug, and for a cover without alternative text', async () => {
    const { item } = await added()
    expect((await add(stateOf({ slug: item.slug }))).body).toEqual({ slug: [expect.any(String)] })
    const other = await added()
    expect((await change(other, { slug: item.slug })).body).toEqual({ slug: [expect.any(String)] })
    const cover_hash = await createCover()
    const without = await add(stateOf({ status: 'published', cover_hash }))
    expect(without.body).toEqual({ 'texts.en.cover_alt': [expect.any(String)] })
    const withAlt = { en: { ...english, cover_alt: 'A drawing' }, es: blank }
    expect((await added({ status: 'published', cover_hash, texts: withAlt })).item.cover?.hash).toBe(cover_hash)
  })

  test('ignores fields that are not editable', async () => {
    const { body } = await add({ ...stateOf(), id: 1, body_html: '<script>', created_at: ahead() } as PostState)
    const row = await db.post.findUniqueOrThrow({ where: { id: body.id }, include: { texts: true } })
    expect(row.created_at.getTime()).toBeLessThanOrEqual(Date.now())
    expect(row.texts[0]?.body_html).toBe('<p>Some <strong>text</strong>.</p>\n')
    expect(body.id).not.toBe(1)
  })

  test('leaves date and audit log unchanged if no field changes', async () => {
    const { item, etag } = await added()
    const { updated_at } = await db.post.findUniqueOrThrow({ where: { id: item.id } })
    expect((await change({ item, etag }, {})).headers.etag).toBe(etag)
    expect((await db.post.findUniqueOrThrow({ where: { id: item.id } })).updated_at).toEqual(updated_at)
    expect(await actionsOf(item.id)).toEqual(['created'])
  })

  test('removes a draft for good, and returns 409 for a published post', async () => {
    const { item, etag } = await added({ status: 'published' })
    const headers = { 'if-match': etag }
    expect((await remove(api.post(item.id), undefined, { as: admin, headers })).status).toBe(409)
    const back = await change({ item, etag }, { status: 'draft' })
    expect((await remove(api.post(item.id), undefined, { as: admin })).status).toBe(428)
    expect((await remove(api.post(item.id), undefined, { as: admin, headers })).status).toBe(412)
    const now = { 'if-match': String(back.headers.etag) }
    expect((await remove(api.post(item.id), undefined, { as: admin, headers: now })).status).toBe(204)
    expect((await get(api.post(item.id), { as: admin })).status).toBe(404)
    expect((await remove(api.post(item.id), undefined, { as: admin, headers: now })).status).toBe(404)
    expect(await actionsOf(item.id)).toEqual(
      ['created', 'published', 'unpublished', 'removed'].filter((_, at) => at !== 1),
    )
  })

  test('is for admins only (401, 403)', async () => {
    const moderator = await createPerson({ role: 'moderator' })
    expect((await add(stateOf())).status).toBe(201)
    expect((await post(api.posts(), stateOf(), { as: moderator })).status).toBe(403)
    expect((await get(api.posts())).status).toBe(401)
    expect((await patch(api.post(1), {}, { as: admin })).status).toBe(404)
  })
})

const titles = (body: { results: { titles: { en: string | null } }[] }) => body.results.map((row) => row.titles.en)

describe('GET /api/admin/posts/', () => {
  test('finds posts by title words, status and language, in pages, latest change first', async () => {
    const word = newSlug('wordy')
    const texts = (number: number) => ({ en: { ...english, title: `${word} ÉCLAIR ${number}` }, es: blank })
    for (let number = 1; number <= 3; number++) await added({ texts: texts(number) })
    await added({ status: 'published', texts: { en: blank, es: { ...english, title: `${word} cuatro` } } })
    const find = async (query: Parameters<typeof api.posts>[0]) => {
      const { body } = await get(api.posts({ q: word, ...query }), { as: admin })
      return { titles: titles(body), next: body.next as string | null }
    }
    expect((await find({ q: `${word} eclair` })).titles).toEqual([3, 2, 1].map((number) => `${word} ÉCLAIR ${number}`))
    expect((await find({ status: 'published' })).titles).toEqual([null])
    expect((await find({ language: 'without_es' })).titles).toHaveLength(3)
    expect((await find({ language: 'es' })).titles).toEqual([null])
    expect((await find({ q: '%' })).titles).toEqual([])
    expect((await find({ q: word.replace('-', '') })).titles).toHaveLength(4)
    const first = await find({ limit: 3 })
    expect(first.titles).toHaveLength(3)
    const rest = await get(first.next ?? '', { as: admin })
    expect([titles(rest.body), rest.body.next]).toEqual([[`${word} ÉCLAIR 1`], null])
  })
})

describe('POST the preview of a post', () => {
  test('returns the HTML that readers will see, without scripts', async () => {
    const text = '# Title\n\n<script>alert(1)</script> [x](javascript:alert(1))'
    const { body } = await post(api.preview, { text }, { as: admin })
    expect(body.html).toMatch(/<h2 id="[^"]*title/)
    expect(body.html).not.toMatch(/<script|href="javascript/)
    expect((await post(api.preview, { text: 'x'.repeat(50_001) }, { as: admin })).status).toBe(400)
  })
})
