import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, renderer, startApp } from '../../support/app.ts'
import { createPost } from '../../support/blog.ts'
import { createCategory, createPrompt, createUseCase, newSlug } from '../../support/library.ts'
import { createPipeline } from '../../support/pipelines.ts'
import { askRaw } from '../../support/raw-http.ts'

await openApp()

const of = await startApp()
beforeAll(async () => {
  await of.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(() => of.responseCache.connect())

const { slug: post } = await createPost()
const slugs: Record<string, string> = {
  '/library/category/:slug': (await createCategory()).slug,
  '/library/use-case/:slug': (await createUseCase()).slug,
  '/library/prompt/:slug': (await createPrompt()).slug,
  '/library/pipeline/:slug': (await createPipeline()).slug,
  '/blog/:slug': post,
}
/** A collection key or an admin id: its case matters. */
const key = 'aBc-1'
const isSlug = (name: string) => name.endsWith('slug')
const pages = (renderer?.pagePaths ?? []).map((pattern) => ({
  pattern,
  address: pattern.replaceAll(/:(\w+)|\*/g, (_, name = '*') => (isSlug(name) ? (slugs[pattern] ?? 'a-slug') : key)),
}))
const capitals = (address: string) => address.toUpperCase().replace(key.toUpperCase(), key)
const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
const backslash = '/\\'
const spellingsOf = (address: string) =>
  address === '/'
    ? ['//', '/.', '/x/..', backslash, '/%2e/']
    : [
        capitals(address),
        `${capitals(address)}/`,
        `/${capitals(address)}`,
        `/.${capitals(address)}`,
        `/X/..${capitals(address)}`,
        capitals(address).replace('/', backslash),
        address.replace(/[a-z]/, (letter) => letter.toUpperCase()),
        address.replace(/[a-z]/, encoded),
        address.replace(/[a-z]/, (letter) => encoded(letter.toUpperCase())),
        `${address}/`,
        `${address}//`,
        `${address}/.`,
        `/${address}`,
        address.replace(/\/(?=[^/]*$)/, backslash),
      ]

const asking = (target: string, method = 'GET') => askRaw(of, `${method} ${target} HTTP/1.1`)
const answerOf = async (target: string) => {
  const { status, headers } = await asking(target)
  return { target, status, location: headers.location?.[0] }
}

describe.runIf(renderer).each(pages)('the page $pattern', ({ address }) => {
  test('redirects other spellings of its path once, keeps the query, and is cached once', async () => {
    const { status } = await asking(address)
    expect([200, 404]).toContain(status)
    const { entries } = of.responseCache
    for (const spelling of spellingsOf(address))
      for (const search of ['', '?q=Rocket&utm=X']) {
        const target = spelling + search
        expect(await answerOf(target)).toEqual({ target, status: 301, location: address + search })
      }
    expect((await asking(capitals(spellingsOf(address)[0] ?? ''), 'HEAD')).status).toBe(301)
    // Earlier changes may be announced late, which drops entries.
    expect(of.responseCache.entries).toBeLessThanOrEqual(entries)
    expect((await asking(address)).status).toBe(status)
  })
})

describe.runIf(renderer)('a stored slug with letters beyond ASCII', () => {
  test.each(['ñu-x', '中文-x', 'हिन्दी-में'])('is found at its address: %s', async (slug) => {
    const data = { slug }
    const [category, useCase, prompt, pipeline] = [
      await createCategory(),
      await createUseCase(),
      await createPrompt(),
      await createPipeline(),
    ]
    await db.category.update({ where: { id: category.id }, data })
    await db.useCase.update({ where: { id: useCase.id }, data })
    await db.prompt.update({ where: { id: prompt.id }, data })
    await db.pipeline.update({ where: { id: pipeline.id }, data })
    for (const [target, former] of [
      [paths.category(slug), paths.category(category.slug)],
      [paths.libraryUseCase(slug), paths.libraryUseCase(useCase.slug)],
      [paths.prompt(slug), paths.prompt(prompt.slug)],
      [paths.pipeline(slug), paths.pipeline(pipeline.slug)],
    ] as const) {
      expect(await answerOf(target)).toEqual({ target, status: 200, location: undefined })
      expect(await answerOf(former)).toEqual({ target: former, status: 301, location: target })
      const shouted = target.toUpperCase()
      expect(await answerOf(shouted)).toEqual({ target: shouted, status: 301, location: target })
    }
  })
})

describe.runIf(renderer)('a path that matches no page', () => {
  test('returns 404 if its case differs, and is not cached', async () => {
    const { slug } = await createPrompt()
    const files = ['/Robots.txt', '/SITEMAP.xml', '/Forum/rss.xml', '/FAVICON.ico', '/Manifest.webmanifest', '/Healthz']
    for (const target of [...files, '/METRICS', '/Library/Nothing', '/LIBRARY/PROMPT', `/Prompt/${slug}`])
      expect(await answerOf(target)).toEqual({ target, status: 404, location: undefined })
    expect(of.responseCache.entries).toBe(0)
  })

  test('redirects once if it matches a page in another case', async () => {
    const twin = blogPaths.postMarkdown(post)
    for (const [target, location] of [
      ['/blog/RSS.xml', '/blog/rss.xml'],
      ['/BLOG/Rss.XML/', '/blog/rss.xml'],
      [twin.toUpperCase(), twin],
    ] as const) {
      expect(await answerOf(target)).toEqual({ target, status: 301, location })
      expect((await asking(location)).status).toBe(200)
    }
  })

  test('returns 404 under /admin unless it begins with an admin section', async () => {
    for (const target of ['/admin/nothing', '/admin/LIBRARY', '/admin/Members/1', '/admin/overview'])
      expect((await asking(target)).status).toBe(404)
    for (const target of [adminPaths.overview, adminPaths.members, '/admin/payments/in_1Ab', '/admin/library/prompts'])
      expect((await asking(target)).status).toBe(200)
  })
})

describe('the API', () => {
  test('returns 404 as JSON if the case of the path differs, and does not cache it', async () => {
    for (const path of [
      paths.api.functional.toUpperCase(),
      paths.api.functional.replace('api', 'Api'),
      paths.api.functional.replace('api', '%41pi'),
      paths.api.functional.replace('library', 'Library'),
      `${paths.api.prompt(slugs['/library/prompt/:slug'] ?? '').slice(0, -2)}%41/`,
      paths.api.prompt(newSlug('prompt')).toUpperCase(),
    ])
      for (const method of ['GET', 'POST']) {
        const answer = await asking(path, method)
        expect({ path, status: answer.status, body: JSON.parse(answer.body) }).toEqual({
          path,
          status: 404,
          body: { detail: expect.any(String) },
        })
      }
    expect(of.responseCache.entries).toBe(0)
  })
})

async function allowOf(path: string) {
  const { statusCode, headers, body } = await app.inject({ method: 'OPTIONS', url: path })
  return [statusCode, headers.allow, body]
}

describe('OPTIONS', () => {
  test.each([
    [paths.api.functional, 'GET, HEAD, OPTIONS'],
    [paths.api.token, 'POST, OPTIONS'],
    [paths.api.me, 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    [paths.api.collection(1), 'PATCH, DELETE, OPTIONS'],
    ['/robots.txt', 'GET, HEAD, OPTIONS'],
    [paths.health, 'GET, HEAD, OPTIONS'],
  ])('returns 204 with the methods of %s', async (path, allow) => {
    expect(await allowOf(path)).toEqual([204, allow, ''])
  })

  test.runIf(renderer).each(pages)('returns 204 with GET and HEAD for the page $pattern', async ({ address }) => {
    expect(await allowOf(address)).toEqual([204, 'GET, HEAD, OPTIONS', ''])
  })

  test.each(['/api/nothing/', '/no-such-page', '/Library', '/API/library/categories/', '/library/prompt'])(
    'returns 404 for %s',
    async (path) => {
      const [status, allow] = await allowOf(path)
      expect([status, allow]).toEqual([404, undefined])
    },
  )

  test('needs no sign-in, and leaves unsupported methods at 404', async () => {
    expect((await get(paths.api.me)).status).toBe(401)
    expect((await app.inject({ method: 'PUT', url: paths.api.me })).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: forumPaths.forum() })).statusCode).toBe(404)
  })
})
