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
    ['the landing page', paths.home, 'home', 'A prompt with blanks to fill in'],
    ['the library', paths.library, 'library', 'The cards of a library of prompts'],

    ['the plans', paths.subscription, 'subscription', 'Two plans side by side'],
    ['the news', paths.blog, 'news', 'A page of news'],
    ['a post', `${paths.blog}/any-post`, 'news', 'A page of news'],
    ['the forum', paths.forum, 'forum', 'Speech bubbles of a conversation'],
    ['the terms', paths.terms, 'site', 'A speech bubble with the sign of a prompt'],
    ['the sign-in', paths.login, 'site', 'A speech bubble with the sign of a prompt'],
    ['an unknown page', '/subscriptions', 'site', 'A speech bubble with the sign of a prompt'],
  ])('%s is the picture of its kind', async (_what, path, name, alt) => {
    const { text } = await get(path)
    const [head = ''] = text.split('</head>')
    const facts = Object.fromEntries(
      [...head.matchAll(/<meta (?:property|name)="(og:image[^"]*|twitter:card)" content="([^"]*)"\/>/g)].map(
        ([, key, value]) => [key, value],
      ),
    )
    expect(facts).toEqual({
      'og:image': expect.stringMatching(new RegExp(`^http://library.test/assets/${name}-[\\w-]{8}\\.png$`)),
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': alt,
      'twitter:card': 'summary_large_image',
    })
    const image = await app.inject(String(facts['og:image']).replace('http://library.test', ''))
    expect(image.statusCode).toBe(200)
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(sizeOf(image.rawPayload)).toEqual([1200, 630])
    expect(image.rawPayload.length).toBeLessThan(60_000)
  })

  test("og:image:alt is in the page's language", async () => {
    const { text } = await get(paths.home, { headers: { 'accept-language': 'es' } })
    expect(text).toContain('<meta property="og:image:alt" content="Un prompt con huecos para rellenar"/>')
  })
})
