import { describe, expect, test } from 'vitest'
import type { PostCard } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { publishScheduled } from '../../../server/blog/scheduled.ts'
import { app, get, openApp, post, remove, renderer, sql } from '../../support/app.ts'
import { createPost, createPostTag } from '../../support/blog.ts'
import { until } from '../../support/postgres/database.ts'
import { createPerson } from '../../support/people.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const [admin, moderator, person] = [
  await createPerson({ role: 'admin' }),
  await createPerson({ role: 'moderator' }),
  await createPerson(),
]
const tag = await createPostTag({ en: 'Shared' })
const shown = await createPost({ tags: [tag], en: { title: 'Shown xylophone' } })
const soon = '2999-01-01T00:00:00.000Z'
const hidden = {
  draft: await createPost({ tags: [tag], status: 'draft', published_at: null, en: { title: 'Drafted xylophone' } }),
  'dated draft': await createPost({ tags: [tag], status: 'draft', en: { title: 'Dated xylophone' } }),
  scheduled: await createPost({
    tags: [tag],
    status: 'scheduled',
    published_at: soon,
    en: { title: 'Later xylophone' },
  }),
  // Due, but not yet published by the job.
  due: await createPost({ tags: [tag], status: 'scheduled', en: { title: 'Due xylophone' } }),
}
const later = await createPost({ tags: [tag], en: { title: 'Latest xylophone' } })
const everyone = { visitor: undefined, person, moderator, admin }
const slugsOf = (posts: PostCard[]) => posts.map(({ slug }) => slug)

describe.each(Object.entries(everyone))('unpublished posts are hidden from every %s', (_who, as) => {
  test.each([
    ['the list', blogPaths.api.posts()],
    ['a tag', blogPaths.api.posts({ tag: tag.slug })],
    ['the search', blogPaths.api.posts({ q: 'xylophone' })],
  ])('in %s', async (_where, path) => {
    expect(slugsOf((await get(path, { as })).body.results)).toEqual([later.slug, shown.slug])
  })

  test('in the neighbors of a post and in the counts of tags', async () => {
    const { body } = await get(blogPaths.api.post(shown.slug), { as })
    expect([body.previous, body.next?.slug, slugsOf(body.related)]).toEqual([null, later.slug, [later.slug]])
    expect((await get(blogPaths.api.tags, { as })).body).toEqual([{ slug: tag.slug, name: 'Shared', count: 2 }])
  })

  test.each(Object.values(hidden))('at their URL: $slug', async ({ slug }) => {
    expect((await get(blogPaths.api.post(slug), { as })).status).toBe(404)
    expect((await get(blogPaths.postMarkdown(slug))).status).toBe(404)
    if (!as) return
    expect((await post(blogPaths.api.save(slug), undefined, { as })).status).toBe(404)
    expect((await remove(blogPaths.api.unsave(slug), undefined, { as })).status).toBe(404)
  })
})

test.runIf(renderer).each(Object.values(hidden))(
  'the page of the unpublished post $slug returns 404',
  async ({ slug }) => {
    expect((await get(blogPaths.post(slug))).status).toBe(404)
  },
)

test('a saved post that is unpublished is not listed, and can be unsaved', async () => {
  const { slug } = await createPost()
  const as = await createPerson()
  await post(blogPaths.api.save(slug), undefined, { as })
  await sql.query(`UPDATE post SET status = 'draft' WHERE slug = $1`, [slug])
  expect((await get(blogPaths.api.saved(), { as })).body.results).toEqual([])
  expect((await remove(blogPaths.api.unsave(slug), undefined, { as })).status).toBe(200)
  expect((await remove(blogPaths.api.unsave(slug), undefined, { as })).status).toBe(404)
  await sql.query('DELETE FROM post WHERE slug = $1', [slug])
})

describe('GET /api/blog/posts/{slug}/preview/', () => {
  const preview = blogPaths.api.preview
  test('returns the post with its status to an admin', async () => {
    for (const [status, name, published_at] of [
      ['draft', 'draft', null],
      ['scheduled', 'scheduled', soon],
    ] as const) {
      const { slug } = hidden[name]
      const { body } = await get(preview(slug), { as: admin })
      expect(body).toMatchObject({ slug, status, published_at, body_html: `<p>Body of ${slug}</p>` })
    }
    expect((await get(preview(shown.slug), { as: admin })).body.status).toBe('published')
  })

  test('returns 401 to visitors and 403 to everybody but admins', async () => {
    expect((await get(preview(hidden.draft.slug))).status).toBe(401)
    for (const as of [person, moderator])
      for (const { slug } of [hidden.draft, { slug: 'none' }]) {
        const { status, body } = await get(preview(slug), { as })
        expect([status, body.code]).toEqual([403, 'forbidden'])
      }
    expect((await get(preview('none'), { as: admin })).status).toBe(404)
  })
})

describe('a scheduled post', () => {
  test('is published at its time, and invalidates the cache only then', async () => {
    const { slug } = await createPost({ status: 'scheduled', published_at: '2998-01-01T00:00:00.000Z' })
    await announced(app)
    const path = blogPaths.api.posts()
    const isListed = async () => slugsOf((await get(path, { locale: 'en' })).body.results).includes(slug)
    expect(await isListed()).toBe(false)
    const cached = app.responseCache.get(`en ${path}`)
    expect(cached).toBeDefined()
    await publishScheduled(new Date('2026-01-01T00:00:00Z'))
    await announced(app)
    expect(app.responseCache.get(`en ${path}`)).toBe(cached)
    await publishScheduled(new Date('2998-01-01T00:00:00Z'))
    await until(isListed)
    const { rows } = await sql.query('SELECT status FROM post WHERE slug = $1', [hidden.scheduled.slug])
    expect(rows).toEqual([{ status: 'scheduled' }])
  })
})
