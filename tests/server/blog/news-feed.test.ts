import { describe, expect, test } from 'vitest'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, sql } from '../../support/app.ts'
import { createCover, createPost, createPostTag, drawing } from '../../support/blog.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const site = 'http://library.test'
const itemOf = (slug: string) => `//item[link="${site}/blog/${slug}"]`
const published_at = new Date().toISOString()

const prefixes = ['content', 'http://purl.org/rss/1.0/modules/content/', 'media', 'http://search.yahoo.com/mrss/']
/** Evaluates an XPath with libxml; entities are resolved once. */
async function find(xml: string, path: string): Promise<string[]> {
  const text = `SELECT xpath($2, xmlparse(document $1), ARRAY[ARRAY[$3, $4], ARRAY[$5, $6]])::text[] AS found`
  const { rows } = await sql.query(text, [xml, path, ...prefixes])
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
  return rows[0].found.map((one: string) =>
    one.replaceAll(/&(lt|gt|quot|amp);/g, (sign, name) => entities[name] ?? sign),
  )
}

describe('an item of the news feed', () => {
  test('contains the whole text with absolute links and pictures', async () => {
    const code = '<code>&lt;a href="/x"&gt;</code>'
    const body_html = `<h2 id="h-a"><a href="#h-a">A</a></h2><p><a href="/library" title="a &gt; b">L</a><a href="https://example.org/" rel="noopener">E</a><img src="/media/x.webp" alt=""/>${code}</p>`
    const tags = [await createPostTag({ en: 'Tips & more' }), await createPostTag({ en: 'Guides' })]
    const { slug } = await createPost({ published_at, tags, en: { body_html } })
    await announced(app)
    const { text } = await get('/blog/rss.xml')
    expect(await find(text, `${itemOf(slug)}/content:encoded/text()`)).toEqual([
      `<h2 id="h-a"><a href="${site}/blog/${slug}#h-a">A</a></h2><p><a href="${site}/library" title="a &gt; b">L</a><a href="https://example.org/" rel="noopener">E</a><img src="${site}/media/x.webp" alt=""/>${code}</p>`,
    ])
    expect(await find(text, `${itemOf(slug)}/description/text()`)).toEqual([`Excerpt of ${slug}`])
    expect(await find(text, `${itemOf(slug)}/category/text()`)).toEqual(['Tips & more', 'Guides'])
    expect(await find(text, `${itemOf(slug)}/enclosure`)).toEqual([])
  })

  test('contains its cover with type, length and alternative text', async () => {
    const cover_hash = await createCover()
    const { slug } = await createPost({ published_at, cover_hash, en: { cover_alt: 'A "cat" & more' } })
    await announced(app)
    const { text } = await get('/blog/rss.xml')
    const [url, length] = [`${site}/media/${cover_hash}.svg`, String(drawing.length)]
    const attributesOf = (name: string) => find(text, `${itemOf(slug)}/${name}/@*`)
    expect(await attributesOf('enclosure')).toEqual([url, length, 'image/svg+xml'])
    expect(await attributesOf('media:content')).toEqual([url, length, 'image/svg+xml', 'image', '40', '21'])
    expect(await find(text, `${itemOf(slug)}//media:description/text()`)).toEqual(['A "cat" & more'])
    const file = await app.inject(url.slice(site.length))
    expect([file.headers['content-type'], file.rawPayload.length]).toEqual(['image/svg+xml', Number(length)])
  })

  test('contains only the excerpt once the texts of newer posts fill the feed', async () => {
    const body_html = `<p>${'long '.repeat(150_000)}</p>`
    const posts: string[] = []
    for (let n = 0; n < 3; n++)
      posts.push((await createPost({ published_at: new Date(Date.now() + n).toISOString(), en: { body_html } })).slug)
    await announced(app)
    const { text } = await get('/blog/rss.xml')
    const counts: number[] = []
    for (const slug of posts) counts.push((await find(text, `${itemOf(slug)}/content:encoded`)).length)
    expect(counts).toEqual([0, 1, 1])
    await db.post.deleteMany({ where: { slug: { in: posts } } })
  })
})
