import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { app, get, openApp, renderer } from '../../support/app.ts'
import { createCover, createPost } from '../../support/blog.ts'

await openApp()

/** Width and height from the PNG header. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

const metaOf = async (slug: string) => {
  const { text } = await get(`${paths.blog}/${slug}`)
  return ['', ':type', ':width', ':height', ':alt'].map(
    (part) => new RegExp(`og:image${part}" content="([^"]*)"`).exec(text)?.[1],
  )
}

describe.runIf(renderer)('the og:image of a post', () => {
  test("is the post's cover if the cover is a bitmap, otherwise the post's card", async () => {
    const text = { cover_alt: 'A "photo"' }
    const cover_hash = await createCover(Buffer.from('a jpeg'), 'jpg')
    const { slug } = await createPost({ cover_hash, en: text })
    expect(await metaOf(slug)).toEqual([
      `http://library.test/media/${cover_hash}.jpg`,
      'image/jpeg',
      '40',
      '21',
      'A &quot;photo&quot;',
    ])
    const post = await createPost({ cover_hash: await createCover(), en: text })
    expect((await metaOf(post.slug)).slice(0, 4)).toEqual([
      `http://library.test/cards/post/${post.slug}.png`,
      'image/png',
      '1200',
      '630',
    ])
  })
})

describe.runIf(renderer)('the og:image of', () => {
  test.each([
    ['the landing page', paths.home, 'home'],
    ['the library', paths.library, 'library'],
    ['the plans', paths.subscription, 'subscription'],
    ['the news', paths.blog, 'news'],
    ['an unknown post', `${paths.blog}/any-post`, 'news'],
    ['the forum', paths.forum, 'forum'],
    ['the terms', paths.terms, 'site'],
    ['the sign-in', paths.login, 'site'],
    ['an unknown page', '/subscriptions', 'site'],
  ])('%s is the card of its section', async (_what, path, name) => {
    const { text } = await get(path)
    const [head = ''] = text.split('</head>')
    const facts = Object.fromEntries(
      [...head.matchAll(/<meta (?:property|name)="(og:image[^"]*|twitter:card)" content="([^"]*)"\/>/g)].map(
        ([, key, value]) => [key, value],
      ),
    )
    expect(facts).toEqual({
      'og:image': `http://library.test/cards/${name}.png`,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringMatching(/^A card of .+ with the title of the page$/),
      'twitter:card': 'summary_large_image',
    })
    const image = await app.inject(`/cards/${name}.png`)
    expect(image.statusCode).toBe(200)
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(sizeOf(image.rawPayload)).toEqual([1200, 630])
    expect(image.rawPayload.length).toBeLessThan(60_000)
  })

  test("is in the page's language", async () => {
    const { text } = await get(paths.home, { headers: { 'accept-language': 'es' } })
    expect(text).toMatch(/<meta property="og:image:alt" content="Una tarjeta de .+ con el título de la página"\/>/)
  })
})
