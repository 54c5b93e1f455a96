import { describe, expect, test } from 'vitest'
import { blogPaths } from '#shared/blog/paths.ts'
import { db } from '../../../server/database/db.ts'
import { idsPerFile } from '../../../server/seo/sitemap-lists.ts'
import { app, get, head, openApp, renderer, sql, startApp } from '../../support/app.ts'
import { createCover } from '../../support/blog.ts'
import { createSection, createThread } from '../../support/forum.ts'
import { createCategory, createPrompt, createUseCase, newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const site = 'http://library.test'
const past = new Date('2026-03-01T10:00:00.000Z')
const hiddenThreads = {
  pending: { status: 'pending' },
  rejected: { status: 'rejected' },
  hidden: { hidden_at: past },
  deleted: { deleted_at: past },
} as const

type PostFacts = { status?: 'draft' | 'scheduled' | 'published'; locales?: ('en' | 'es')[]; title?: string }
async function createPost({ status = 'published', locales = ['en', 'es'], title = 'A post' }: PostFacts = {}) {
  const text = {
    title,
    excerpt: `About <${title}>`,
    body: 'x',
    body_html: '<p>x</p>',
    render_version: 2,
    reading_minutes: 1,
  }
  const facts = { slug: newSlug('post'), status, author_name: 'Ana & Eva', published_at: past, updated_at: past }
  return db.post.create({ data: { ...facts, texts: { create: locales.map((locale) => ({ ...text, locale })) } } })
}

/** Checks with libxml, which accepts well-formed XML only. */
async function expectXml(text: string) {
  const { rows } = await sql.query('SELECT xml_is_well_formed_document($1) AS is_xml', [text])
  expect(rows).toEqual([{ is_xml: true }])
}
async function read(path: string) {
  const answer = await get(path)
  expect(answer.status).toBe(200)
  await expectXml(answer.text)
  return answer
}
const postUrl = ({ slug }: { slug: string }) => `${site}/blog/${slug}`
const addressesIn = (text: string) => Array.from(text.matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address)

const dateAfter = (text: string, address: string) =>
  Date.parse(/^<lastmod>([^<]+)</.exec(text.split(`<loc>${address}</loc>`)[1] ?? '')?.[1] ?? '')
/** Sets every date of the library to the past. */
const ageLibrary = async () => {
  for (const table of ['category', 'use_case', 'prompt'])
    await sql.query(`UPDATE ${table} SET updated_at = '2026-01-01'`)
  await sql.query(`ALTER TABLE prompt_count DISABLE TRIGGER prompt_count_dated;
    UPDATE prompt_count SET changed_at = '2026-01-01';
    ALTER TABLE prompt_count ENABLE TRIGGER prompt_count_dated`)
}

describe('GET /robots.txt', () => {
  test('allows crawlers to read the pages, and names the sitemap', async () => {
    const { status, headers, text } = await get('/robots.txt?lang=es')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${site}/sitemap.xml\n`)
  })
})

test('GET /robots.txt disallows everything with SEARCH_ENGINES=off', async () => {
  const trial = await startApp({ SEARCH_ENGINES: 'off' })
  expect((await get('/robots.txt', { of: trial })).text).toBe('User-agent: *\nDisallow: /\n')
})

describe('GET /manifest.webmanifest', () => {
  test.runIf(renderer)("returns the site's name in both languages, and icons of the stated type and size", async () => {
    const named = await startApp({ SITE_NAME: 'A name of many words' })
    for (const [lang, description] of [
      ['en', 'A library of prompts'],
      ['es', 'Una biblioteca de prompts'],
    ] as const) {
      const { headers, text } = await get(`/manifest.webmanifest?lang=${lang}`, { of: named })
      expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
      const { icons, ...manifest } = JSON.parse(text)
      expect(manifest).toMatchObject({
        name: 'A name of many words',
        short_name: 'A',
        lang,
        description: expect.stringContaining(description),
        theme_color: '#fbfbf9',
        color_scheme_dark: { theme_color: '#11100f' },
      })
      expect(icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
        'any any',
        '192x192 any',
        '192x192 maskable',
        '512x512 any',
        '512x512 maskable',
      ])
      for (const { src, sizes, type } of icons) {
        const file = await named.inject(src)
        expect([src, file.statusCode, file.headers['content-type']]).toEqual([src, 200, type])
        const [width, height] = sizes === 'any' ? [] : [16, 20].map((from) => file.rawPayload.readUInt32BE(from))
        expect(width ? `${width}x${height}` : 'any').toBe(sizes)
      }
    }
    const page = await get('/', { headers: { 'accept-language': 'es' } })
    for (const [link, type] of [
      ['<link rel="manifest" href="/manifest.webmanifest?lang=es"/>', 'application/manifest+json; charset=utf-8'],
      ['<link rel="icon" href="/favicon.ico" sizes="32x32"/>', 'image/vnd.microsoft.icon'],
      ['<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>', 'image/png'],
    ] as const) {
      expect(page.text).toContain(link)
      const file = await app.inject(/href="([^"]+)"/.exec(link)?.[1] ?? '')
      expect([link, file.statusCode, file.headers['content-type']]).toEqual([link, 200, type])
    }
    expect((await get('/manifest.webmanifest?lang=fr')).status).toBe(400)
  })
})

test('GET /.well-known/security.txt returns a contact and an expiry date', async () => {
  const { text } = await get('/.well-known/security.txt')
  expect(text).toMatch(/^Contact: mailto:hello@promptory\.test\nExpires: \d{4}-\d\d-\d\dT00:00:00Z\n/)
  expect(Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now() + 100 * 86_400_000)
})

describe('GET /sitemap.xml', () => {
  test('lists the sitemap files that have content, and a new file when content is added', async () => {
    await createPrompt()
    const thread = await createThread()
    const first = addressesIn((await read('/sitemap.xml')).text)
    for (const name of ['pages', 'categories-1', 'use-cases-1', 'prompts-1', 'threads-1'])
      expect(first).toContain(`${site}/sitemap-${name}.xml`)
    await db.thread.deleteMany({ where: { id: { gte: 2 * idsPerFile } } })
    const far = await createThread({ id: 3 * idsPerFile, meta_slug: newSlug('far') })
    await createThread({ id: 2 * idsPerFile, status: 'pending', section: { id: thread.section_id } })
    await announced(app)
    const names = addressesIn((await read('/sitemap.xml')).text).filter((address) => address?.includes('threads'))
    expect(names).toEqual([`${site}/sitemap-threads-1.xml`, `${site}/sitemap-threads-3.xml`])
    expect(addressesIn((await read('/sitemap-threads-3.xml')).text)[0]).toBe(`${site}/forum/thread/${far.meta_slug}`)
    expect((await get('/sitemap-threads-2.xml')).status).toBe(404)
  })
})

describe('GET /sitemap-*.xml', () => {
  test('lists each page in each language, with links between them', async () => {
    const { text, headers } = await read('/sitemap-pages.xml')
    const [en, es] = [`${site}/library`, `${site}/library?lang=es`]
    const links = `<xhtml:link rel="alternate" hreflang="en" href="${en}"/><xhtml:link rel="alternate" hreflang="es" href="${es}"/><xhtml:link rel="alternate" hreflang="x-default" href="${en}"/>`
    const lastmod = /<lastmod>[^<]+<\/lastmod>/.exec(text.split(`<loc>${en}</loc>`)[1] ?? '')?.[0] ?? ''
    expect(text).toContain(
      `<url><loc>${en}</loc>${lastmod}${links}</url>\n<url><loc>${es}</loc>${lastmod}${links}</url>\n`,
    )
    expect(addressesIn(text)).toHaveLength(14)
    expect(headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-cache' })
    expect((await head('/sitemap-pages.xml')).status).toBe(200)
  })

  test('returns ETag and Last-Modified, and 304 while unchanged', async () => {
    const prompt = await createPrompt()
    const address = '/sitemap-prompts-1.xml'
    const { headers } = await read(address)
    const [etag, changed] = [String(headers.etag), String(headers['last-modified'])]
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=600', vary: 'accept-encoding' })
    expect(Date.parse(changed)).toBeGreaterThan(Date.now() - 60_000)
    expect(await get(address, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' })
    expect(await head(address)).toMatchObject({ status: 200, text: '', headers: { etag } })
    await db.promptText.updateMany({ where: { prompt_id: prompt.id }, data: { title: 'Another' } })
    expect((await get(address, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('lists categories, use cases and prompts', async () => {
    const category = await createCategory()
    const use_case = await createUseCase({ category })
    const prompt = await createPrompt({ use_case, tier: 2 })
    for (const [name, path] of [
      ['categories', `/library/category/${category.slug}`],
      ['use-cases', `/library/use-case/${use_case.slug}`],
      ['prompts', `/library/prompt/${prompt.slug}`],
    ]) {
      const addresses = addressesIn((await read(`/sitemap-${name}-1.xml`)).text)
      expect(addresses).toContain(site + path)
      expect(addresses).toContain(`${site}${path}?lang=es`)
    }
  })

  test('lists public threads only, with the time of their latest change', async () => {
    const section = await createSection()
    const shown = await createThread({ section, created_at: past, last_activity_at: new Date('2026-04-01T00:00:00Z') })
    const others = await Promise.all(Object.values(hiddenThreads).map((facts) => createThread({ section, ...facts })))
    const { text } = await read('/sitemap-threads-1.xml')
    expect(text).toContain(`<loc>${site}/forum/thread/${shown.meta_slug}</loc><lastmod>2026-04-01T00:00:00Z</lastmod>`)
    expect(others.filter(({ meta_slug }) => text.includes(`${meta_slug}<`))).toEqual([])
    for (const facts of Object.values(hiddenThreads)) {
      const { id, meta_slug } = await createThread({ section })
      expect((await read('/sitemap-threads-1.xml')).text).toContain(`${meta_slug}<`)
      await db.thread.update({ where: { id }, data: facts })
      expect((await read('/sitemap-threads-1.xml')).text).not.toContain(`${meta_slug}<`)
    }
  })

  test('lists published posts only, in the languages of their texts', async () => {
    const both = await createPost()
    const spanish = await createPost({ locales: ['es'] })
    const others = [await createPost({ status: 'draft' }), await createPost({ status: 'scheduled' })]
    const { text } = await read('/sitemap-posts-1.xml')
    const addresses = addressesIn(text)
    expect(addresses).toContain(postUrl(both))
    expect(addresses).toContain(`${postUrl(both)}?lang=es`)
    expect(addresses).toContain(`${postUrl(spanish)}?lang=es`)
    expect(addresses).not.toContain(postUrl(spanish))
    expect(text).toContain(`${postUrl(both)}</loc><lastmod>2026-03-01T10:00:00Z</lastmod>`)
    expect(others.filter((post) => text.includes(postUrl(post)))).toEqual([])
    await db.post.update({ where: { id: both.id }, data: { status: 'scheduled' } })
    expect((await read('/sitemap-posts-1.xml')).text).not.toContain(`${postUrl(both)}<`)
  })

  test('dates each item by its latest change, and the index by the latest change of all items', async () => {
    const category = await createCategory()
    const use_case = await createUseCase({ category })
    const prompt = await createPrompt({ use_case })
    const files = [
      ['categories', `/library/category/${category.slug}`],
      ['use-cases', `/library/use-case/${use_case.slug}`],
      ['prompts', `/library/prompt/${prompt.slug}`],
    ] as const
    const agesOf = async () => {
      await announced(app)
      const index = await read('/sitemap.xml')
      const ages = files.map(async ([list, path]) => {
        const age = dateAfter((await read(`/sitemap-${list}-1.xml`)).text, site + path)
        expect(dateAfter(index.text, `${site}/sitemap-${list}-1.xml`)).toBeGreaterThanOrEqual(age)
        return age < past.getTime() ? 'old' : 'new'
      })
      return Promise.all(ages)
    }
    const changes: [() => Promise<unknown>, string[]][] = [
      [async () => {}, ['old', 'old', 'old']],
      [() => sql.query(`UPDATE prompt SET rating_sum = 5, rating_count = 1`), ['old', 'old', 'old']],
      [() => sql.query(`UPDATE prompt SET length_tag = 'long' WHERE id = $1`, [prompt.id]), ['old', 'old', 'new']],
      [
        () => sql.query(`UPDATE prompt_text SET content = 'x' WHERE prompt_id = $1`, [prompt.id]),
        ['old', 'old', 'new'],
      ],
      [() => createPrompt({ use_case }), ['old', 'new', 'old']],
      [
        () => sql.query(`UPDATE use_case_text SET title = 'x' WHERE use_case_id = $1`, [use_case.id]),
        ['new', 'new', 'old'],
      ],
      [() => sql.query(`UPDATE use_case SET required_tier = 1 WHERE id = $1`, [use_case.id]), ['new', 'new', 'old']],
      [
        () => sql.query(`UPDATE category_text SET name = 'x' WHERE category_id = $1`, [category.id]),
        ['new', 'old', 'old'],
      ],
      [() => sql.query(`UPDATE category SET required_tier = 1 WHERE id = $1`, [category.id]), ['new', 'old', 'old']],
    ]
    for (const [change, ages] of changes) {
      await ageLibrary()
      await change()
      expect([String(change), await agesOf()]).toEqual([String(change), ages])
    }
    const other = await createUseCase({ category })
    await ageLibrary()
    await sql.query('DELETE FROM use_case WHERE id = $1', [other.id])
    expect(await agesOf()).toEqual(['new', 'old', 'old'])
  })

  test('lists each of 4,100 threads once', async () => {
    const { id } = await createSection()
    const many = 4_100
    await sql.query(`DELETE FROM thread WHERE meta_slug LIKE 'many-%'`)
    await sql.query(
      `INSERT INTO thread (id, meta_slug, section_id, title, description, description_html, render_version, excerpt, status, published_at)
       SELECT ${5 * idsPerFile} + n, 'many-' || n, $1, 'T', 'd', '', 2, '', 'published', now() FROM generate_series(1, ${many}) AS n`,
      [id],
    )
    const addresses = addressesIn((await read('/sitemap-threads-6.xml')).text)
    const named = addresses.filter((address) => /many-\d+$/.test(address ?? ''))
    expect(named).toHaveLength(many)
    expect(new Set(named).size).toBe(many)
  })

  test.each([
    'x',
    'pages-1',
    'threads',
    'threads-0',
    'threads-9',
    'threads-01',
    'threads-1e9',
    'users-1',
    'threads-99999',
    'threads-9999999',
  ])('returns 404 for the file %s', async (name) => {
    expect((await get(`/sitemap-${name}.xml`)).status).toBe(404)
  })
})

describe('files for crawlers', () => {
  test('set no cookie, cached or uncached', async () => {
    const post = await createPost()
    const media = blogPaths.media(await createCover(), 'svg')
    await announced(app)
    const addresses = ['/robots.txt', '/sitemap.xml', '/sitemap-pages.xml', '/sitemap-x.xml', '/blog/rss.xml']
    const more = ['/forum/rss.xml', `/blog/${post.slug}.md`, '/blog/none.md', media, '/healthz', '/readyz']
    for (const address of [...addresses, ...more])
      for (const time of ['first', 'second', 'third']) {
        const { headers } = await get(`${address}?lang=es`)
        expect([address, time, headers['set-cookie']]).toEqual([address, time, undefined])
      }
    for (const address of ['/blog/rss.xml?lang=es', '/forum/rss.xml?lang=es', `/blog/${post.slug}.md`])
      expect([address, app.responseCache.get(`es ${address}`)?.status]).toEqual([address, 200])
  })
})

const strange = 'A & <b> "c" \'d\' ]]> \u0007\ufffe🙂'
const escaped = 'A &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39; ]]&gt; 🙂'
const aboutEscaped = `About <${escaped}>`
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&amp;lt;')
  .replaceAll('>', '&amp;gt;')

describe('GET /blog/rss.xml', () => {
  test('returns the latest public posts of the language in its URL', async () => {
    const post = await createPost({ title: strange.replace('\u0007', '') })
    const spanish = await createPost({ locales: ['es'] })
    const others = [await createPost({ status: 'draft' }), await createPost({ status: 'scheduled' })]
    await announced(app)
    const { text, headers } = await read('/blog/rss.xml')
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(text).toContain('<title>Promptory: News</title>')
    expect(text).toContain('<lastBuildDate>Sun, 01 Mar 2026 10:00:00 GMT</lastBuildDate>')
    expect(text).toContain(
      `<item><title>${escaped}</title><link>${site}/blog/${post.slug}</link><guid isPermaLink="true">${site}/blog/${post.slug}</guid>` +
        `<pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate><dc:creator>Ana &amp; Eva</dc:creator><description>${aboutEscaped}</description><content:encoded>&lt;p&gt;x&lt;/p&gt;</content:encoded></item>`,
    )
    expect(text).not.toContain(spanish.slug)
    expect(others.filter(({ slug }) => text.includes(slug))).toEqual([])
    const inSpanish = await get('/blog/rss.xml', { headers: { 'accept-language': 'es' } })
    expect(inSpanish.text).toBe(text)
    const es = await read('/blog/rss.xml?lang=es')
    expect(es.text).toContain('<title>Promptory: Noticias</title>')
    expect(es.text).toContain(`<link>${site}/blog/${spanish.slug}?lang=es</link>`)
    expect(es.text).toContain(`href="${site}/blog/rss.xml?lang=es"`)
    expect(es.headers['set-cookie']).toBeUndefined()
    expect(others.filter(({ slug }) => es.text.includes(slug))).toEqual([])
    await db.post.update({ where: { id: post.id }, data: { status: 'draft' } })
    await announced(app)
    expect((await read('/blog/rss.xml')).text).not.toContain(post.slug)
    expect(await get('/blog/rss.xml?lang=fr')).toMatchObject({ status: 400, body: { lang: [expect.any(String)] } })
  })
})

const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour))

describe('GET /forum/rss.xml', () => {
  test('dates each thread by its publication, and the feed by the latest thread', async () => {
    await db.thread.deleteMany()
    for (const hour of [11, 12]) await createThread({ created_at: past, published_at: at(hour) })
    await announced(app)
    const { text } = await read('/forum/rss.xml')
    const dates = Array.from(text.matchAll(/<(pubDate|lastBuildDate)>(.*?)</g), ([, name, date]) => [name, date])
    const [first, second] = [at(12).toUTCString(), at(11).toUTCString()]
    expect(dates).toEqual([
      ['lastBuildDate', first],
      ['pubDate', first],
      ['pubDate', second],
    ])
    await db.thread.deleteMany()
    await announced(app)
    expect((await read('/forum/rss.xml')).text).not.toContain('lastBuildDate')
  })

  test('returns the latest public threads without hidden ones', async () => {
    const author = await createPerson()
    const section = await createSection({ en: { name: 'Help & more' }, es: { name: 'Ayuda' } })
    const now = new Date()
    const excerpt = '<img src=x onerror=run()>'
    const shown = await createThread({ author, section, title: strange, excerpt, created_at: now })
    const others = await Promise.all(
      Object.values(hiddenThreads).map((facts) => createThread({ section, created_at: now, ...facts })),
    )
    await announced(app)
    const { text } = await read('/forum/rss.xml')
    expect(text).toContain(`<item><title>${escaped}</title><link>${site}/forum/thread/${shown.meta_slug}</link>`)
    expect(text).toContain('<description>&amp;lt;img src=x onerror=run()&amp;gt;</description>')
    expect(text).toContain('<category>Help &amp; more</category>')
    expect(text).toContain(`<dc:creator>${author.username}</dc:creator>`)
    expect(others.filter(({ meta_slug }) => text.includes(`${meta_slug}<`))).toEqual([])
    expect((await read('/forum/rss.xml?lang=es&languages=all')).text).toContain('<category>Ayuda</category>')
    await db.thread.update({ where: { id: shown.id }, data: { hidden_at: now } })
    await announced(app)
    expect((await read('/forum/rss.xml')).text).not.toContain(shown.meta_slug)
  })
})
