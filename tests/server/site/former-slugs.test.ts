import { describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AddressedKind } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { app, get, openApp, post, put, remove, renderer, sql, startApp, url } from '../../support/app.ts'
import { createPost } from '../../support/blog.ts'
import { importText, ndjson } from '../../support/importing.ts'
import { createCategory, createPrompt, createUseCase, newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { createPipeline } from '../../support/pipelines.ts'

await openApp()

const as = await createPerson({ role: 'admin' })
const other = await startApp()
type Item = { id: number; slug: string }

async function createSitePage(): Promise<Item> {
  const texts = { en: { title: 'About', body: 'Us.' }, es: null }
  const state = { slug: newSlug('page'), is_published: true, in_footer: false, in_navigation: false, texts }
  return (await post(adminSitePaths.api.content('pages'), state, { as })).body
}

type Kind = {
  create: () => Promise<Item>
  api: (id: number) => string
  page: (slug: string) => string
  read: (slug: string) => string
}
const kinds: Record<AddressedKind, Kind> = {
  prompt: {
    create: createPrompt,
    api: (id) => adminPaths.api.libraryItem('prompts', id),
    page: paths.prompt,
    read: paths.api.prompt,
  },
  category: {
    create: createCategory,
    api: (id) => adminPaths.api.libraryItem('categories', id),
    page: paths.category,
    read: paths.api.category,
  },
  use_case: {
    create: createUseCase,
    api: (id) => adminPaths.api.libraryItem('use-cases', id),
    page: paths.libraryUseCase,
    read: paths.api.useCase,
  },
  pipeline: {
    create: createPipeline,
    api: (id) => adminPaths.api.libraryItem('pipelines', id),
    page: paths.pipeline,
    read: paths.api.pipeline,
  },
  post: { create: createPost, api: adminNewsPaths.api.post, page: blogPaths.post, read: blogPaths.api.post },
  site_page: {
    create: createSitePage,
    api: (id) => adminSitePaths.api.contentItem('pages', id),
    page: sitePaths.page,
    read: sitePaths.api.page,
  },
}
const names = Object.keys(kinds) as AddressedKind[]

async function rename(kind: AddressedKind, id: number, slug: string) {
  const path = kinds[kind].api(id)
  const { id: _id, slug: _slug, cover, ...state } = (await get(path, { as })).body
  const body = { ...state, slug, ...(kind === 'post' && { cover_hash: cover?.hash ?? null }) }
  return put(path, body, { as, headers: { 'if-match': '*' } })
}
const formerOf = async (kind: AddressedKind, id: number) =>
  (await get(adminPaths.api.formerSlugs(kind, id), { as })).body as string[]
const locationOf = async (path: string, of = other) => {
  const { status, headers } = await get(path, { of })
  return [status, headers.location]
}

describe.each(names)('the slug of a %s', (kind) => {
  const { create, page, read } = kinds[kind]

  test('can be changed: a former slug redirects (301) to the present slug with the query', async () => {
    const { id, slug } = await create()
    expect((await get(read(slug), { of: other })).status).toBe(200)
    const [second, third] = [newSlug('second'), newSlug('third')]
    expect((await rename(kind, id, second)).body).toMatchObject({ id, slug: second })
    expect((await rename(kind, id, third)).status).toBe(200)
    await expect.poll(() => locationOf(`${read(slug)}?x=1`)).toEqual([301, `${read(third)}?x=1`])
    expect(await locationOf(read(second))).toEqual([301, read(third)])
    expect((await get(read(third), { of: other })).body.slug).toBe(third)
    expect((await get(read(slug), { of: other })).headers['cache-control']).toBe('no-cache')
    expect(await formerOf(kind, id)).toEqual([second, slug])
  })

  test.runIf(renderer)(
    'redirects the page of a former slug to the present page with the query, in any spelling',
    async () => {
      const { id, slug } = await create()
      const second = newSlug('second')
      await rename(kind, id, second)
      await expect.poll(() => locationOf(`${page(slug)}?lang=es&x=1`)).toEqual([301, `${page(second)}?lang=es&x=1`])
      for (const spelling of [page(slug).toUpperCase(), `${page(slug)}/`, `${page(slug)}/.`])
        expect(await locationOf(`${spelling}?x=1`)).toEqual([301, `${page(second)}?x=1`])
      expect((await get(page(second), { of: other })).status).toBe(200)
    },
  )

  test('can be changed back to a former slug without a redirect loop', async () => {
    const { id, slug } = await create()
    const second = newSlug('second')
    await rename(kind, id, second)
    await rename(kind, id, slug)
    await expect.poll(() => locationOf(read(second))).toEqual([301, read(slug)])
    await expect.poll(() => locationOf(read(slug))).toEqual([200, undefined])
    expect(await formerOf(kind, id)).toEqual([second])
  })

  test("cannot be another item's former slug (400) until an admin releases it", async () => {
    const [first, second] = [await create(), await create()]
    const now = newSlug('now')
    await rename(kind, first.id, now)
    const refused = await rename(kind, second.id, first.slug)
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['slug']])
    expect(refused.body.slug[0]).toContain(now)
    expect((await rename(kind, second.id, now)).body).toHaveProperty('slug')
    const former = adminPaths.api.formerSlug(kind, first.id, first.slug)
    expect((await remove(former, undefined, { as })).status).toBe(204)
    expect((await remove(former, undefined, { as })).status).toBe(404)
    expect((await get(read(first.slug), { of: other })).status).toBe(404)
    expect((await rename(kind, second.id, first.slug)).status).toBe(200)
    await expect.poll(async () => (await get(read(first.slug), { of: other })).body.slug).toBe(first.slug)
    const { body } = await get(adminPaths.api.audit({ kind, target: String(first.id) }), { as })
    expect(body.results[0]).toMatchObject({ action: 'address_released', note: first.slug })
  })

  test('returns 404 once the item is deleted, and can be used again', async () => {
    const { id, slug } = await create()
    await rename(kind, id, newSlug('second'))
    await sql.query(`DELETE FROM ${kind} WHERE id = $1`, [id])
    await expect.poll(async () => (await get(read(slug), { of: other })).status).toBe(404)
    const { id: next } = await create()
    expect((await rename(kind, next, slug)).status).toBe(200)
  })

  test('returns 400 naming the field if it is in use', async () => {
    const [first, second] = [await create(), await create()]
    const { status, body } = await rename(kind, second.id, first.slug)
    expect([status, Object.keys(body)]).toEqual([400, ['slug']])
  })

  test('is given to one of two items that request it at the same time, and the other returns 400', async () => {
    const [first, second] = [await create(), await create()]
    const target = newSlug('wanted')
    const answers = await Promise.all([rename(kind, first.id, target), rename(kind, second.id, target)])
    expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 400])
  })
})

describe('a former slug', () => {
  test('redirects the write of a member with 308, and returns 401 to a visitor', async () => {
    const { id, slug } = await createPrompt()
    const now = newSlug('now')
    await rename('prompt', id, now)
    const { status, headers } = await post(paths.api.promptSave(slug), {}, { as })
    expect([status, headers.location]).toEqual([308, paths.api.promptSave(now)])
    expect((await post(paths.api.promptSave(slug), {})).status).toBe(401)
  })

  test('returns 404 for an archived prompt or a draft', async () => {
    const { id, slug } = await createPrompt()
    await rename('prompt', id, newSlug('now'))
    await sql.query('UPDATE prompt SET archived_at = now() WHERE id = $1', [id])
    await expect.poll(async () => (await get(paths.api.prompt(slug), { of: other })).status).toBe(404)
    const draft = await createPost()
    await rename('post', draft.id, newSlug('now'))
    await sql.query(`UPDATE post SET status = 'draft' WHERE id = $1`, [draft.id])
    await expect.poll(async () => (await get(blogPaths.api.post(draft.slug), { of: other })).status).toBe(404)
  })

  test.each(['/library/prompt/%00', '/library/prompt/%', '/library/prompt//', `/library/prompt/${'x'.repeat(3_000)}`])(
    'is looked up without an error for the path %s',
    async (path) => {
      expect((await app.inject(path)).statusCode).toBeLessThan(500)
    },
  )

  test('is replaced by the present slug in the sitemap', async () => {
    const { id, slug } = await createPost()
    const now = newSlug('now')
    await rename('post', id, now)
    await expect
      .poll(async () => (await get('/sitemap-posts-1.xml', { of: other })).text)
      .toContain(blogPaths.post(now))
    expect((await get('/sitemap-posts-1.xml', { of: other })).text).not.toContain(`${blogPaths.post(slug)}<`)
  })

  test('matches its item in the rows of an import and in their references', async () => {
    const use_case = await createUseCase()
    const prompt = await createPrompt({ use_case })
    const [now, former] = [newSlug('now'), newSlug('place')]
    await rename('prompt', prompt.id, now)
    await rename('use_case', use_case.id, former)
    const row = { type: 'prompt', slug: prompt.slug, use_case: use_case.slug, required_tier: 0, length_tag: 'short' }
    const texts = { en: { title: 'Imported', content: 'Anew.' } }
    const outcome = await importText(url, ndjson({ ...row, models: [], tags: [], texts }))
    expect([outcome.added, outcome.changed, outcome.rows]).toEqual([0, 1, []])
    await expect.poll(async () => (await get(paths.api.prompt(now))).body.title).toBe('Imported')
    expect((await get(paths.api.prompt(now))).body.use_case.slug).toBe(former)
  })

  test('is listed and released by admins only (401, 403)', async () => {
    const { id, slug } = await createPrompt()
    await rename('prompt', id, newSlug('now'))
    const moderator = await createPerson({ role: 'moderator' })
    const [list, former] = [adminPaths.api.formerSlugs('prompt', id), adminPaths.api.formerSlug('prompt', id, slug)]
    for (const [who, status] of [
      [undefined, 401],
      [moderator, 403],
    ] as const) {
      expect((await get(list, { as: who })).status).toBe(status)
      expect((await remove(former, undefined, { as: who })).status).toBe(status)
    }
    expect((await get('/api/admin/former-slugs/thread/1/', { as })).status).toBe(400)
  })
})
