import { afterEach, describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { paths } from '#shared/paths.ts'
import type { AdminSitePage, SitePageFields } from '#shared/site/pages.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { removeUnusedMedia } from '../../../server/blog/unused-media.ts'
import { renderVersion } from '../../../server/markdown/markdown.ts'
import { rerenderSitePages } from '../../../server/site/rerender.ts'
import { get, openApp, post, put, remove, renderer, sql, startApp } from '../../support/app.ts'
import { createCover } from '../../support/blog.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const as = await createPerson({ role: 'admin' })
const other = await startApp()
const list = adminSitePaths.api.content('pages')
const itemOf = (id: number) => adminSitePaths.api.contentItem('pages', id)
const state = (slug: string, changes: Partial<SitePageFields> = {}): SitePageFields => ({
  slug,
  is_published: true,
  in_footer: true,
  in_navigation: false,
  texts: { en: { title: `About ${slug}`, body: '## Who we are\n\nHarbor *Prompts* S.L.' }, es: null },
  ...changes,
})
const translated = (slug: string) => ({
  ...state(slug).texts,
  es: { title: `Sobre ${slug}`, body: 'Calle Mayor 1, Madrid' },
})
const add = async (page: SitePageFields) => {
  const { status, body, headers } = await post(list, page, { as })
  expect(status).toBe(201)
  return { ...(body as AdminSitePage), etag: String(headers.etag) }
}
const change = (id: number, page: SitePageFields, etag = '*') =>
  put(itemOf(id), page, { as, headers: { 'if-match': etag } })
const drop = (id: number, etag = '*') => remove(itemOf(id), undefined, { as, headers: { 'if-match': etag } })
const pageAt = async (path: string, locale: 'en' | 'es' = 'en') =>
  (await get(`${path}?lang=${locale}`, { of: other })).text
const read = (slug: string, locale: 'en' | 'es' = 'en') => get(sitePaths.api.page(slug), { locale, of: other })
const legal = async (locale: 'en' | 'es') =>
  (await get(sitePaths.api.legalPage('terms-of-service'), { locale, of: other })).body.page
const addresses = async () =>
  Array.from((await get('/sitemap-site-pages-1.xml')).text.matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address)
const linksIn = (html: string, part: string) =>
  Array.from(
    (new RegExp(`<${part}.*?</${part}>`, 's').exec(html)?.[0] ?? '').matchAll(/href="\/page\/[^"]*"[^>]*>([^<]*)/g),
    ([, title]) => title,
  )
const actionsOf = async (id: number) => {
  const { body } = await get(adminPaths.api.audit({ kind: 'site_page', target: String(id) }), { as })
  return body.results.map(({ action }: { action: string }) => action)
}

afterEach(async () => {
  for (const { id } of (await get(list, { as })).body as AdminSitePage[]) await drop(id)
})

describe('GET /api/site/pages/{slug}/', () => {
  test("returns the reader's language, or English if there is no translation", async () => {
    await add(state('imprint'))
    await add(state('contact', { texts: translated('contact') }))
    expect((await read('imprint', 'es')).body).toEqual({
      slug: 'imprint',
      title: 'About imprint',
      description: 'Who we are Harbor Prompts S.L.',
      body_html: expect.stringContaining('<p>Harbor <em>Prompts</em> S.L.</p>'),
      content_locale: 'en',
      locales: ['en'],
    })
    expect((await read('contact', 'es')).body).toMatchObject({
      title: 'Sobre contact',
      body_html: '<p>Calle Mayor 1, Madrid</p>\n',
      content_locale: 'es',
      locales: ['en', 'es'],
    })
  })

  test('returns 404 for a page that is unpublished, unknown or legal', async () => {
    await add(state('draft', { is_published: false }))
    await add(state('privacy'))
    for (const slug of ['draft', 'none', 'privacy']) expect((await read(slug)).status).toBe(404)
  })

  test('returns sanitized HTML', async () => {
    const body = 'Hi <script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>'
    await add(state('hostile', { texts: { en: { title: '</title><script>', body }, es: null } }))
    const { body_html } = (await read('hostile')).body
    expect(body_html).not.toMatch(/<script|<img|href="javascript/)
    expect(await pageAt('/page/hostile')).not.toContain('</title><script>')
  })
})

describe('a custom page', () => {
  test('shows every edit on every server, with audit entries', async () => {
    const { id, etag } = await add(state('about'))
    expect((await read('about')).body.title).toBe('About about')
    const texts = { en: { title: 'Who we are', body: 'New.' }, es: null }
    const changed = await change(id, state('about', { texts }), etag)
    expect(changed.status).toBe(200)
    await expect.poll(async () => (await read('about')).body).toMatchObject({ title: 'Who we are', locales: ['en'] })
    expect((await change(id, state('about'), etag)).status).toBe(412)
    await change(id, state('about', { texts, is_published: false }))
    await expect.poll(async () => (await read('about')).status).toBe(404)
    const again = await change(id, state('about', { texts }))
    await expect.poll(async () => (await read('about')).status).toBe(200)
    expect((await drop(id, etag)).status).toBe(412)
    expect((await drop(id, String(again.headers.etag))).status).toBe(204)
    await expect.poll(async () => (await read('about')).status).toBe(404)
    expect(await actionsOf(id)).toEqual(['removed', 'published', 'unpublished', 'changed', 'created'])
  })

  test.runIf(renderer)('is linked in header and footer as configured, in order and in both languages', async () => {
    await pageAt('/login')
    const first = await add(state('contact', { texts: translated('contact') }))
    const second = await add(state('imprint', { in_navigation: true }))
    await add(state('hidden', { is_published: false }))
    const footer = async (locale: 'en' | 'es' = 'en') => linksIn(await pageAt('/login', locale), 'footer')
    await expect.poll(() => footer()).toEqual(['About contact', 'About imprint'])
    expect(await footer('es')).toEqual(['Sobre contact', 'About imprint'])
    expect(linksIn(await pageAt('/login'), 'header')).toEqual(['About imprint'])
    const move = adminSitePaths.api.contentMove('pages', second.id)
    expect((await post(move, { before: first.id }, { as })).body).toEqual({ place: 0 })
    await expect.poll(() => footer()).toEqual(['About imprint', 'About contact'])
    await change(first.id, state('contact', { in_footer: false }))
    await expect.poll(() => footer()).toEqual(['About imprint'])
  })

  test.runIf(renderer)('is rendered on the server with its meta tags', async () => {
    await add(state('about', { texts: translated('about') }))
    const html = await pageAt('/page/about', 'es')
    for (const part of [
      '<title>Sobre about · Promptory</title>',
      '<meta name="description" content="Calle Mayor 1, Madrid"/>',
      '<link rel="canonical" href="http://library.test/page/about?lang=es"/>',
      '<link rel="alternate" hrefLang="en" href="http://library.test/page/about"/>',
      '<p>Calle Mayor 1, Madrid</p>',
    ])
      expect(html).toContain(part)
    expect((await get('/page/none', { of: other })).status).toBe(404)
  })

  test('is in the sitemap in its languages while it is published', async () => {
    const { id } = await add(state('about'))
    await add(state('contact', { texts: translated('contact') }))
    await add(state('privacy'))
    const about = 'http://library.test/page/about'
    const contact = ['http://library.test/page/contact', 'http://library.test/page/contact?lang=es']
    expect(await addresses()).toEqual([about, ...contact])
    expect((await get('/sitemap.xml', { of: other })).text).toContain('/sitemap-site-pages-1.xml')
    await change(id, state('about', { is_published: false }))
    expect(await addresses()).toEqual(contact)
  })

  test('returns 400 for a slug in use, even when several admins add it at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post(list, state('about'), { as })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.find(({ status }) => status === 400)?.body).toHaveProperty('slug')
    const { id } = await add(state('contact'))
    expect((await change(id, state('about'))).body).toHaveProperty('slug')
  })

  test.each<[string, object]>([
    ['slug', { slug: 'About us' }],
    ['texts.en.title', { texts: { en: { title: ' ', body: 'x' }, es: null } }],
    ['texts.en.body', { texts: { en: { title: 'x', body: '' }, es: null } }],
    ['texts.en.body', { texts: { en: { title: 'x', body: '[a]: /b' }, es: null } }],
    ['texts.en.body', { texts: { en: { title: 'x', body: 'x'.repeat(50_001) }, es: null } }],
    ['texts.es.title', { texts: { en: { title: 'x', body: 'x' }, es: { title: '', body: 'x' } } }],
    ['texts.en.body', { texts: { en: { title: 'x', body: `![](/media/${'a'.repeat(64)}.png)` }, es: null } }],
    ['position', { position: 1 }],
  ])('returns 400 naming %s if it is invalid', async (field, changes) => {
    const { status, body } = await post(list, { ...state('wrong'), ...changes }, { as })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  test('accepts two texts of 50,000 characters', async () => {
    const text = { title: 'Long', body: '"A text". '.repeat(5_000) }
    expect((await post(list, state('long', { texts: { en: text, es: text } }), { as })).status).toBe(201)
  })

  test('keeps its pictures from being removed as unused', async () => {
    const hash = await createCover()
    const texts = { en: { title: 'x', body: `Text ![a](/media/${hash}.svg)` }, es: null }
    const { id } = await add(state('pictures', { texts }))
    const later = new Date(Date.now() + 40 * 86_400_000)
    const isThere = async () => (await sql.query('SELECT FROM media WHERE hash = $1', [hash])).rowCount === 1
    await removeUnusedMedia(later)
    expect(await isThere()).toBe(true)
    await drop(id)
    await removeUnusedMedia(later)
    expect(await isThere()).toBe(false)
  })

  test('is rendered again by a job when the render version changes', async () => {
    const { id } = await add(state('about'))
    await sql.query(`UPDATE site_page_text SET body_html = 'old', render_version = 0 WHERE site_page_id = $1`, [id])
    await rerenderSitePages(60_000)
    const { rows } = await sql.query('SELECT body_html, render_version FROM site_page_text WHERE site_page_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ body_html: expect.stringContaining('<em>Prompts</em>'), render_version: renderVersion }])
  })
})

describe('a custom legal page', () => {
  test("is null until it is published, then returned in the reader's language", async () => {
    const { id } = await add(state('terms-of-service', { is_published: false, texts: translated('terms') }))
    expect(await legal('en')).toBeNull()
    await change(id, state('terms-of-service', { texts: translated('terms') }))
    await expect.poll(async () => (await legal('es'))?.title).toBe('Sobre terms')
    await change(id, state('terms-of-service'))
    await expect.poll(() => legal('es')).toMatchObject({ title: 'About terms-of-service', content_locale: 'en' })
  })

  test.runIf(renderer).each([
    [paths.terms, 'governed by the laws of the State of Delaware'],
    [paths.privacy, 'Information we collect'],
  ])('replaces the default text at %s until it is unpublished or removed', async (path, shipped) => {
    const slug = path.slice(1)
    expect(await pageAt(path)).toContain(shipped)
    const { id } = await add(state(slug, { is_published: false }))
    expect(await pageAt(path)).toContain(shipped)
    await change(id, state(slug))
    await expect.poll(() => pageAt(path)).toContain('Harbor <em>Prompts</em> S.L.')
    const html = await pageAt(path, 'es')
    expect(html).toContain(`<title>About ${slug} · Promptory</title>`)
    expect(html).not.toContain('En vigor desde')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain(`href="/page/${slug}"`)
    await change(id, state(slug, { is_published: false }))
    await expect.poll(() => pageAt(path)).toContain(shipped)
    await change(id, state(slug))
    await expect.poll(() => pageAt(path)).toContain('Harbor <em>Prompts</em> S.L.')
    await drop(id)
    await expect.poll(() => pageAt(path)).toContain(shipped)
  })

  test('keeps its slug, which no other page can have', async () => {
    const terms = await add(state('terms-of-service'))
    const about = await add(state('about'))
    for (const [id, slug] of [
      [terms.id, 'terms'],
      [about.id, 'privacy'],
    ] as const)
      expect((await change(id, state(slug))).body).toHaveProperty('slug')
    expect((await post(adminSitePaths.api.contentMove('pages', terms.id), { before: null }, { as })).status).toBe(404)
  })
})
