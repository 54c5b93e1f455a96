import { describe, expect, test } from 'vitest'
import { blogPaths } from '#shared/blog/paths.ts'
import { addStarterPosts } from '../../../server/blog/starter-posts.ts'
import { app, get, head, openApp, sql } from '../../support/app.ts'
import { createCover, createPost, drawing } from '../../support/blog.ts'
import { until } from '../../support/postgres/database.ts'

await openApp()

describe('the starter posts', () => {
  test('are added once, in both languages, each with its own cover', async () => {
    await Promise.all([addStarterPosts('The site'), addStarterPosts('The site')])
    await addStarterPosts('Another site')
    for (const locale of ['en', 'es'] as const) {
      const { body } = await get(blogPaths.api.posts(), { locale })
      expect(body.results).toHaveLength(12)
      expect(new Set(body.results.map(({ cover_url }: { cover_url: string }) => cover_url)).size).toBe(12)
      for (const { slug, cover_url, cover_alt, tags, author } of body.results) {
        expect([cover_alt !== '', tags.length > 0, author.name]).toEqual([true, true, 'The site'])
        const cover = await app.inject(cover_url)
        expect(cover.statusCode).toBe(200)
        expect(cover.body).toMatch(/^<svg [^>]*width="1200" height="630"/)
        expect(cover.body).not.toMatch(/<(text|script|image|style)|href/)
        const { body: post } = await get(blogPaths.api.post(slug), { locale })
        expect(post).toMatchObject({ content_locale: locale, locales: ['en', 'es'] })
        expect(post.body_html).toContain('<h2')
        const words = (await get(`${blogPaths.postMarkdown(slug)}?lang=${locale}`)).text.split(/\s+/).length
        expect([words >= 600, words <= 1_100]).toEqual([true, true])
      }
    }
  })
})

describe('GET /media/{hash}.{extension}', () => {
  test('returns the picture with a sandboxing policy and an immutable cache header', async () => {
    const hash = await createCover()
    expect(await createCover()).toBe(hash)
    const path = blogPaths.media(hash, 'svg')
    const { statusCode, headers, rawPayload } = await app.inject({ url: path, headers: { 'x-no-compression': '1' } })
    expect(statusCode).toBe(200)
    expect(rawPayload.equals(drawing)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${hash}"`,
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect(app.responseCache.get(`en ${path}`)).toBeUndefined()
    const again = await get(path, { headers: { 'if-none-match': `"${hash}"` } })
    expect([again.status, again.text]).toEqual([304, ''])
    const headResponse = await head(path)
    expect([headResponse.status, headResponse.text, headResponse.headers['content-type']]).toEqual([
      200,
      '',
      'image/svg+xml',
    ])
    expect((await get(`${path}?lang=es`)).headers['set-cookie']).toBeUndefined()
  })

  test('returns 404 for another hash, extension or name', async () => {
    const hash = await createCover(Buffer.from('a png'), 'png')
    expect((await get(blogPaths.media(hash, 'png'))).headers['content-type']).toBe('image/png')
    for (const file of [
      `${hash}.svg`,
      `${hash}.jpg`,
      `${hash}.html`,
      hash,
      `${hash.toUpperCase()}.png`,
      `${'0'.repeat(64)}.png`,
      'x.png',
    ]) {
      const { status, headers } = await get(`/media/${file}`)
      expect([file, status, headers['cache-control']]).toEqual([file, 404, 'no-store'])
    }
  })
})

describe('GET /blog/{slug}.md', () => {
  test('returns Markdown in the language of the URL, or in the other language without a translation', async () => {
    const both = await createPost({ en: { title: 'One', body: '**Text**\n' }, es: { title: 'Uno', body: '**Texto**' } })
    const path = blogPaths.postMarkdown(both.slug)
    const english = await get(path)
    expect([english.status, english.text]).toEqual([200, '# One\n\n**Text**\n'])
    expect(english.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-language': 'en',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect((await get(`${path}?lang=es`)).text).toBe('# Uno\n\n**Texto**\n')
    expect((await get(path, { headers: { 'accept-language': 'es' } })).headers['content-language']).toBe('es')
    await sql.query(`DELETE FROM post_text WHERE locale = 'es' AND post_id = $1`, [both.id])
    await until(async () => (await get(`${path}?lang=es`)).headers['content-language'] === 'en')
    expect((await get(blogPaths.postMarkdown('no-such-post'))).status).toBe(404)
  })
})
