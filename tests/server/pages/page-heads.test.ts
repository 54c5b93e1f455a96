import { describe, expect, test } from 'vitest'
import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { addStarterFaq } from '../../../server/site/faq.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, renderer } from '../../support/app.ts'
import { createCover, createPost, createPostTag } from '../../support/blog.ts'
import { createComment, createSection, createThread } from '../../support/forum.ts'
import { createCategory, createPrompt, createUseCase, newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { createPipeline } from '../../support/pipelines.ts'
import { schemaOrgProblems } from '../../support/rules/schema-org.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const site = 'http://library.test'
const unescape = (text: string) => text.replaceAll('&amp;', '&')

/** Reads a page like a crawler without scripts. */
async function readHead(path: string) {
  await announced(app)
  const { status, text } = await get(path)
  const [head = ''] = text.split('</head>')
  const links = [...head.matchAll(/<link [^>]*>/g)].map(([tag]) =>
    Object.fromEntries(
      [...tag.matchAll(/([a-zA-Z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name.toLowerCase(),
        unescape(value),
      ]),
    ),
  )
  const hrefsOf = (rel: string) => links.filter((link) => link.rel === rel).map(({ href }) => href)
  const [language] = /(?<=<html lang=")[a-z]+/.exec(text) ?? []
  return {
    status,
    text,
    language,
    canonical: hrefsOf('canonical'),
    previous: hrefsOf('prev'),
    next: hrefsOf('next'),
    alternates: Object.fromEntries(links.flatMap(({ hreflang, href }) => (hreflang ? [[hreflang, href]] : []))),
    isToBeFound: !/<meta name="robots" content="noindex"/.test(head),
    data: [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, data = '']) =>
      JSON.parse(data),
    ),
    /** Targets of the visible links with this `rel`. */
    leadsTo: (rel: string) =>
      [...text.matchAll(/<a [^>]*>/g)]
        .filter(([tag]) => tag.includes(`rel="${rel}"`))
        .map(([tag]) => unescape(/href="([^"]*)"/.exec(tag)?.[1] ?? '')),
  }
}
const pathOf = (address: string | undefined) => (address ?? '').replace(site, '')

/** Reads all pages forwards and backwards, and compares `<link>` tags with visible links. */
async function readPages(first: string, mark: RegExp) {
  const rowsIn = (text: string) => [...new Set([...text.matchAll(mark)].map(([row]) => row))]
  let page = await readHead(first)
  expect(page).toMatchObject({ status: 200, canonical: [site + first], previous: [], isToBeFound: true })
  const on = [rowsIn(page.text)]
  while (page.next[0]) {
    const [next] = page.next
    expect(page.leadsTo('next')).toEqual([next])
    page = await readHead(next)
    expect(page).toMatchObject({ status: 200, canonical: [site + next], isToBeFound: true })
    expect(page.previous).toEqual(page.leadsTo('prev'))
    expect(page.previous).toHaveLength(1)
    expect(page.leadsTo('first')).toEqual(first.includes('/thread/') ? [] : [first])
    on.push(rowsIn(page.text))
  }
  const back = [rowsIn(page.text)]
  while (page.previous[0]) {
    page = await readHead(page.previous[0])
    back.push(rowsIn(page.text))
  }
  expect(page.canonical).toEqual([site + first])
  expect(back.toReversed()).toEqual(on)
  return on.flat().toSorted()
}

describe.runIf(renderer)('page n of a list', () => {
  test('of threads has its own canonical URL, and links in both directions', async () => {
    const [section, author] = [await createSection(), await createPerson()]
    const slugs = []
    for (let at = 0; at < 41; at++)
      slugs.push((await createThread({ section, author, meta_slug: newSlug('paged') })).meta_slug)
    expect(await readPages(forumPaths.forum({ section: section.slug }), /paged-[\w-]*\w/g)).toEqual(slugs.toSorted())
    expect(await readPages(forumPaths.forum({ section: section.slug, order: 'discussed' }), /paged-[\w-]*\w/g)).toEqual(
      slugs.toSorted(),
    )
  })

  test('of prompts has its own canonical URL, and links in both directions', async () => {
    const use_case = await createUseCase()
    const slugs = []
    for (let at = 0; at < 41; at++) slugs.push((await createPrompt({ use_case, slug: newSlug('paged') })).slug)
    expect(await readPages(paths.libraryUseCase(use_case.slug), /paged-[\w-]*\w/g)).toEqual(slugs.toSorted())
  })

  test('of posts has its own canonical URL, and links in both directions', async () => {
    const tag = await createPostTag()
    const slugs = []
    for (let at = 0; at < 21; at++) slugs.push((await createPost({ slug: newSlug('paged'), tags: [tag] })).slug)
    expect(await readPages(blogPaths.blog({ tag: tag.slug }), /paged-[\w-]*\w/g)).toEqual(slugs.toSorted())
  })

  test('of comments has its own canonical URL, and links in both directions', async () => {
    const [thread, author] = [await createThread(), await createPerson()]
    const ids = []
    for (let at = 0; at < 41; at++) ids.push(`id="comment-${(await createComment({ thread, author })).id}"`)
    const first = forumPaths.thread(thread.meta_slug)
    expect(await readPages(first, /id="comment-\d+"/g)).toEqual(ids.toSorted())
    const newest = forumPaths.thread(thread.meta_slug, { sort: 'newest' })
    const sorted = await readHead(newest)
    expect(sorted).toMatchObject({ canonical: [site + first], isToBeFound: true })
    expect(await readHead(sorted.next[0] ?? '')).toMatchObject({
      canonical: [site + sorted.next[0]],
      isToBeFound: false,
    })
    const around = forumPaths.thread(thread.meta_slug, { comment: ids[30]?.replaceAll(/\D/g, '') })
    expect(await readHead(around)).toMatchObject({ canonical: [site + first], isToBeFound: false })
  })

  test('that has become empty links to the first page, and has noindex', async () => {
    const [section, author] = [await createSection(), await createPerson()]
    const threads = []
    for (let at = 0; at < 21; at++) threads.push(await createThread({ section, author }))
    const { next } = await readHead(forumPaths.forum({ section: section.slug }))
    await db.thread.update({ where: { id: threads[0]?.id ?? 0 }, data: { deleted_at: new Date() } })
    const empty = await readHead(next[0] ?? '')
    expect(empty).toMatchObject({ canonical: [site + forumPaths.forum({ section: section.slug })], isToBeFound: false })
    expect(empty.leadsTo('first')).toEqual([forumPaths.forum({ section: section.slug })])
    expect(empty.text).toContain('No more threads')
  })
})

describe.runIf(renderer)('the URL of a post', () => {
  const [en, es] = [{}, {}]
  test.each([
    ['both', { en, es }, ['en', 'es']],
    ['English', { en }, ['en']],
    ['Spanish', { en: null, es }, ['es']],
  ] as const)(
    'with text in %s has the language of the text, and hreflang links in page and sitemap',
    async (_name, texts, written) => {
      const { slug } = await createPost(texts)
      const page = site + blogPaths.post(slug)
      const addresses = { en: page, es: `${page}?lang=es` }
      const alternates = {
        ...Object.fromEntries(written.map((locale) => [locale, addresses[locale]])),
        'x-default': addresses[written[0] ?? 'en'],
      }
      const canonicals = []
      for (const requested of ['en', 'es'] as const) {
        const shown = written.find((locale) => locale === requested) ?? written[0] ?? 'en'
        const head = await readHead(`${blogPaths.post(slug)}?lang=${requested}`)
        expect(head).toMatchObject({ status: 200, language: requested, canonical: [addresses[shown]], alternates })
        expect(head.text).toContain(`<meta property="og:locale" content="${shown === 'es' ? 'es_ES' : 'en_US'}"`)
        expect(head.data[0]).toMatchObject({
          url: addresses[shown],
          mainEntityOfPage: addresses[shown],
          inLanguage: shown,
        })
        canonicals.push(...head.canonical)
        const { headers } = await get(`${blogPaths.postMarkdown(slug)}?lang=${requested}`)
        expect(headers.link).toBe(`<${addresses[shown]}>; rel="canonical"`)
      }
      const sitemap = await get('/sitemap-posts-1.xml')
      const listed = [...sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
      expect(listed.filter((address) => address?.startsWith(page))).toEqual([...new Set(canonicals)])
      for (const [hreflang, address] of Object.entries(alternates))
        expect(sitemap.text).toContain(`hreflang="${hreflang}" href="${address}"`)
    },
  )
})

describe.runIf(renderer)('indexing by search engines', () => {
  test('is allowed for content, and not for searches, personal pages and empty lists', async () => {
    const [thread, tag] = [await createThread(), await createPostTag()]
    const post = await createPost({ tags: [tag] })
    const found = [
      forumPaths.forum(),
      forumPaths.forum({ order: 'active' }),
      forumPaths.thread(thread.meta_slug),
      blogPaths.blog(),
      blogPaths.blog({ tag: tag.slug }),
      blogPaths.post(post.slug),
    ]
    const others = [
      forumPaths.forum({ q: 'words' }),
      forumPaths.forum({ author: 'nobody-of-that-name' }),
      blogPaths.blog({ q: 'words' }),
      blogPaths.blog({ tag: 'no-such-tag' }),
      blogPaths.preview(post.slug),
      forumPaths.newThread,
      forumPaths.moderation,
      '/unsubscribe?token=x',
      paths.profile,
    ]
    for (const [listed, isToBeFound] of [
      [found, true],
      [others, false],
    ] as const)
      for (const path of listed) expect([path, (await readHead(path)).isToBeFound]).toEqual([path, isToBeFound])
  })

  test('of a search has a canonical URL that contains the query', async () => {
    for (const path of [forumPaths.forum({ q: 'words' }), blogPaths.blog({ q: 'words' })])
      expect((await readHead(path)).canonical).toEqual([site + path])
    expect(pathOf((await readHead(forumPaths.forum({ order: 'popular' }))).canonical[0])).toBe('/forum?order=popular')
  })
})

describe.runIf(renderer)('structured data', () => {
  test('of a post is valid for schema.org', async () => {
    const { slug } = await createPost({ tags: [await createPostTag()], cover_hash: await createCover() })
    const { data } = await readHead(blogPaths.post(slug))
    expect(data.map((one) => one['@type'])).toEqual(['Article', 'BreadcrumbList'])
    expect(data.flatMap(schemaOrgProblems)).toEqual([])
  })

  test('of a thread is valid for schema.org, with public comments and their authors only', async () => {
    const author = await createPerson()
    const thread = await createThread({ author, likes: 3, description: 'What it is about' })
    const top = await createComment({ thread, author, body: 'The first', edited_at: new Date() })
    const reply = await createComment({ parent: top, author, body: 'An answer' })
    const now = new Date()
    for (const state of [
      { status: 'pending' },
      { status: 'rejected' },
      { hidden_at: now },
      { deleted_at: now },
    ] as const) {
      await createComment({ thread, author, body: 'secret', ...state })
      await createComment({ parent: top, author, body: 'secret', ...state })
    }
    const gone = await createComment({ thread, author, body: 'secret' })
    const left = await createComment({ parent: gone, author, body: 'What is left' })
    await db.comment.update({ where: { id: gone.id }, data: { deleted_at: now } })
    const { data, text } = await readHead(forumPaths.thread(thread.meta_slug))
    expect(data.flatMap(schemaOrgProblems)).toEqual([])
    const [discussion, steps] = data
    expect([discussion['@type'], steps['@type']]).toEqual(['DiscussionForumPosting', 'BreadcrumbList'])
    const addressOf = ({ id }: { id: number }) =>
      `${site}${forumPaths.thread(thread.meta_slug, { comment: id })}#comment-${id}`
    expect(discussion).toMatchObject({
      url: site + forumPaths.thread(thread.meta_slug),
      author: { name: author.username, url: `${site}/forum?author=${author.username}` },
      datePublished: thread.created_at.toISOString(),
      comment: [
        {
          url: addressOf(top),
          text: 'The first',
          author: { name: author.username },
          dateModified: top.edited_at?.toISOString(),
          comment: [{ url: addressOf(reply), text: 'An answer' }],
        },
        { url: addressOf(left), text: 'What is left' },
      ],
    })
    expect(discussion.comment).toHaveLength(2)
    expect(text).not.toContain('secret')
  })

  test.each([
    [paths.home, ['Organization', 'WebSite', 'FAQPage']],
    [paths.forum, ['BreadcrumbList']],
    [paths.library, ['BreadcrumbList']],
    [paths.subscription, ['FAQPage', 'Product']],
  ])('of %s is valid for schema.org', async (path, types) => {
    await addStarterFaq()
    if (path === paths.subscription)
      await db.plan.create({
        data: {
          slug: 'sold',
          tier: 1,
          position: 1,
          purchasable: true,
          monthly_price: 999,
          yearly_price: 9_588,
          texts: { create: { locale: 'en', name: 'Sold', sub_title: '', description: '' } },
        },
      })
    const { data } = await readHead(path)
    expect(data.map((one) => one['@type'])).toEqual(types)
    expect(data.flatMap(schemaOrgProblems)).toEqual([])
  })

  test('of the library is valid for schema.org, escaped and without locked texts', async () => {
    const strange = '</script><script>alert("x")</script> & <b>'
    const category = await createCategory()
    const use_case = await createUseCase({ category })
    const prompt = await createPrompt({ use_case, tier: 2 })
    await db.promptText.updateMany({ where: { prompt_id: prompt.id }, data: { title: strange, content: 'the secret' } })
    for (const path of [
      paths.category(category.slug),
      paths.libraryUseCase(use_case.slug),
      paths.prompt(prompt.slug),
    ]) {
      const { data, text } = await readHead(path)
      expect(data.map((one) => one['@type'])).toEqual(['BreadcrumbList'])
      expect(data.flatMap(schemaOrgProblems)).toEqual([])
      expect(text).not.toContain('the secret')
      expect(text).not.toContain('<script>alert')
    }
    const [steps] = (await readHead(paths.prompt(prompt.slug))).data
    expect(steps.itemListElement.at(-1).name).toBe(strange)
  })

  test('of pipelines is valid for schema.org, escaped and without locked texts', async () => {
    const strange = '</script><script>alert("x")</script> & <b>'
    const prompts = [await createPrompt(), await createPrompt({ en: { content: 'a step for ${topic}' } })]
    const open = await createPipeline({ prompts, en: { title: strange }, es: { title: 'Sin candado' } })
    const closed = await createPipeline({ prompts, tier: 1, en: { title: strange } })
    for (const { slug } of [open, closed]) {
      const { status, data, text, canonical, alternates, isToBeFound } = await readHead(paths.pipeline(slug))
      const address = site + paths.pipeline(slug)
      expect([status, canonical, isToBeFound]).toEqual([200, [address], true])
      expect(alternates).toEqual({ en: address, es: `${address}?lang=es`, 'x-default': address })
      expect(data.map((one) => one['@type'])).toEqual(['BreadcrumbList', 'HowTo'])
      expect(data.flatMap(schemaOrgProblems)).toEqual([])
      expect(data[1].step.map(({ url }: { url: string }) => pathOf(url))).toEqual(
        prompts.map((prompt) => paths.prompt(prompt.slug)),
      )
      expect(text).not.toContain('<script>alert')
      for (const secret of [`secret advice for ${slug}`, `secret hand on of ${slug}`, 'a step for'])
        expect([secret, text.includes(secret)]).toEqual([secret, slug === open.slug])
    }
    expect((await readHead(`${paths.pipeline(open.slug)}?lang=es`)).text).toContain('Sin candado')
    const list = await readHead(paths.pipelines)
    expect([list.status, list.canonical, list.data.flatMap(schemaOrgProblems)]).toEqual([
      200,
      [site + paths.pipelines],
      [],
    ])
    expect([list.text.includes(paths.pipeline(open.slug)), list.text.includes('secret')]).toEqual([true, false])
    for (const path of [paths.home, paths.library])
      expect((await readHead(path)).text).toContain(`href="${paths.pipelines}"`)
    expect((await readHead(paths.pipeline('none'))).status).toBe(404)
    await db.pipeline.update({ where: { id: open.id }, data: { archived_at: new Date() } })
    expect((await readHead(paths.pipeline(open.slug))).status).toBe(404)
  })
})

describe.runIf(renderer)('Open Graph tags', () => {
  test('describe each page by its own title, description, URL and image', async () => {
    const [prompt, post, thread] = [await createPrompt(), await createPost(), await createThread()]
    for (const [path, type] of [
      [paths.home, 'website'],
      [paths.library, 'website'],
      [paths.prompt(prompt.slug), 'website'],
      [paths.subscription, 'website'],
      [paths.blog, 'website'],
      [blogPaths.post(post.slug), 'article'],
      [paths.forum, 'website'],
      [forumPaths.thread(thread.meta_slug), 'website'],
    ] as const) {
      const { text, canonical } = await readHead(path)
      const [head = ''] = text.split('</head>')
      const tags = Object.fromEntries(
        Array.from(head.matchAll(/<meta (?:property|name)="([\w:]+)" content="([^"]*)"/g), ([, name, content]) => [
          name,
          unescape(content ?? ''),
        ]),
      )
      const [title = ''] = /(?<=<title>)[^<]*/.exec(head) ?? []
      expect([path, tags]).toEqual([
        path,
        expect.objectContaining({
          'og:type': type,
          'og:url': canonical[0],
          'og:site_name': 'Promptory',
          'og:locale': 'en_US',
          'og:description': tags.description,
          'og:image': expect.stringMatching(/^http:\/\/library\.test\/(assets|media|cards)\//),
          'og:image:alt': expect.stringMatching(/./),
          'twitter:card': 'summary_large_image',
        }),
      ])
      expect(unescape(title)).toContain(tags['og:title'])
    }
  })
})
