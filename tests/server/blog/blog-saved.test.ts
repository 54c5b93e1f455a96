import { describe, expect, test } from 'vitest'
import type { PostCard } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { paths } from '#shared/paths.ts'
import { get, openApp, post, remove, sql, startApp } from '../../support/app.ts'
import { createPost } from '../../support/blog.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

type Who = { token: string }
const save = (slug: string, as?: Who) => post(blogPaths.api.save(slug), undefined, { as })
const unsave = (slug: string, as?: Who) => remove(blogPaths.api.unsave(slug), undefined, { as })
const saved = async (as: Who, locale: 'en' | 'es' = 'en') =>
  (await get(blogPaths.api.saved(), { as, locale })).body.results as PostCard[]
const slugs = async (as: Who) => (await saved(as)).map(({ slug }) => slug)

describe('saving a post', () => {
  test('saves the post for this person only, once for simultaneous requests', async () => {
    const { slug } = await createPost()
    const [as, other] = [await createPerson(), await createPerson()]
    const answers = await Promise.all([save(slug, as), save(slug, as), save(slug, as)])
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { is_saved: true }])
    expect((await get(blogPaths.api.post(slug), { as })).body.is_saved).toBe(true)
    expect((await get(blogPaths.api.post(slug), { as: other })).body.is_saved).toBe(false)
    expect((await get(blogPaths.api.post(slug))).body.is_saved).toBe(false)
    expect(await slugs(as)).toEqual([slug])
    const { saved_news } = (await get(paths.api.meExport, { as })).body
    expect(saved_news).toEqual([{ post: slug, saved_at: expect.any(String) }])
    await sql.query(`UPDATE post SET status = 'draft' WHERE slug = $1`, [slug])
    const unnamed = (await get(paths.api.meExport, { as })).body.saved_news
    expect(unnamed).toEqual([{ post: null, saved_at: expect.any(String) }])
    await sql.query(`UPDATE post SET status = 'published' WHERE slug = $1`, [slug])
    expect(await slugs(other)).toEqual([])
    for (let time = 0; time < 2; time++) expect((await unsave(slug, as)).body).toEqual({ is_saved: false })
    expect((await get(blogPaths.api.post(slug), { as })).body.is_saved).toBe(false)
    expect(await slugs(as)).toEqual([])
  })

  test('returns 401 to a visitor and 404 for an unknown post', async () => {
    const { slug } = await createPost()
    const as = await createPerson()
    for (const change of [save, unsave]) {
      expect((await change(slug)).status).toBe(401)
      expect((await change('no-such-post', as)).status).toBe(404)
      expect((await change('a\0b', as)).status).toBe(400)
    }
  })

  test('returns 401 to a deleted account', async () => {
    const { slug } = await createPost()
    const as = await createPerson()
    await sql.query('DELETE FROM "user" WHERE id = $1', [as.id])
    expect((await save(slug, as)).status).toBe(401)
  })

  test('is rate limited per person with 429', async () => {
    const of = await startApp({ LIMITS: 'on' })
    const { slug } = await createPost()
    const as = await createPerson()
    const statuses = new Set<number>()
    for (let time = 0; time <= 120; time++)
      statuses.add((await post(blogPaths.api.save(slug), undefined, { as, of })).status)
    expect([...statuses]).toEqual([200, 429])
  })
})

describe('GET /api/blog/saved/', () => {
  test('lists saved posts in pages, latest saved first, in any language', async () => {
    const as = await createPerson()
    const [first, second, third] = [
      await createPost({ es: { title: 'Primera' } }),
      await createPost(),
      await createPost({ en: null, es: { title: 'Tercera' } }),
    ]
    for (const { slug } of [third, first, second]) {
      await sql.query(`UPDATE saved_post SET created_at = created_at - interval '1 minute' WHERE user_id = $1`, [as.id])
      await save(slug, as)
    }
    expect(await slugs(as)).toEqual([second.slug, first.slug, third.slug])
    expect((await saved(as, 'es')).map(({ title, content_locale }) => [title, content_locale])).toEqual([
      [`Title of ${second.slug}`, 'en'],
      ['Primera', 'es'],
      ['Tercera', 'es'],
    ])
    const { body } = await get(blogPaths.api.saved({ limit: 2 }), { as })
    expect(body.next).toContain('limit=2')
    expect((await get(body.next, { as })).body).toMatchObject({ results: [{ slug: third.slug }], next: null })
  })

  test('returns 401 to a visitor, and 400 naming an invalid parameter', async () => {
    expect((await get(blogPaths.api.saved())).status).toBe(401)
    const as = await createPerson()
    expect(Object.keys((await get(`${blogPaths.api.saved()}?limit=0`, { as })).body)).toEqual(['limit'])
  })
})
