import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { functionalGroups, hueOf } from '#shared/library/groups.ts'
import { paths } from '#shared/paths.ts'
import type { SiteState } from '#shared/site/settings.ts'
import { removeUnusedMedia } from '../../../server/blog/unused-media.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, post, put, renderer, sql } from '../../support/app.ts'
import { createPost } from '../../support/blog.ts'
import { until } from '../../support/postgres/database.ts'
import { createThread } from '../../support/forum.ts'
import { createCategory, createGroup, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import { createPipeline } from '../../support/pipelines.ts'
import { pictures } from '../../support/browser/pictures.ts'
import { emptySettings } from '../../support/site-settings.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const { api } = adminSitePaths
const as = await createPerson({ role: 'admin' })

async function change(changes: Partial<SiteState>) {
  const { headers } = await get(api.site, { as })
  await put(api.site, { ...emptySettings, ...changes }, { as, headers: { 'if-match': String(headers.etag) } })
}
const fetchCard = async (path: string) => {
  const { statusCode, headers, rawPayload } = await app.inject(path)
  return { status: statusCode, headers, png: rawPayload }
}
const imageOf = async (path: string) =>
  /og:image" content="http:\/\/library\.test([^"]*)"/.exec((await get(path)).text)?.[1]
/** Color of a pixel. The first pixel is of the strip at the top. */
async function colorAt(png: Buffer, x = 0, y = 0) {
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const start = 3 * (y * 1200 + x)
  return `#${data.subarray(start, start + 3).toString('hex')}`
}
/** Number of pixels in the yellow of blanks between title and footer. */
async function blankPixels(png: Buffer) {
  const area = { left: 0, top: 150, width: 1200, height: 370 }
  const { data } = await sharp(png).removeAlpha().extract(area).raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += 3) if (data.subarray(at, at + 3).toString('hex') === 'ffe352') count++
  return count
}
const brand = '#4c2fa2'
const colorOf = (group: string) => functionalGroups[hueOf(group)].light

beforeEach(async () => {
  await sql.query('DELETE FROM site_setting')
  await until(() => app.currentSite.site.brand_color === null && app.currentSite.site.logo === null)
})

describe.runIf(renderer)('the og:image of a page with its own title', () => {
  test("is a card in the page's language", async () => {
    const group = await createGroup()
    const use_case = await createUseCase({ category: await createCategory({ group }) })
    const prompt = await createPrompt({ tier: 2, use_case })
    const pipeline = await createPipeline({ prompts: [prompt, await createPrompt()] })
    const { slug } = await createPost()
    const thread = await createThread({})
    const { preview } = (await get(paths.api.pipeline(pipeline.slug))).body
    for (const [page, card, color] of [
      [paths.prompt(prompt.slug), `/cards/prompt/${prompt.slug}.png`, colorOf(group.slug)],
      [paths.pipeline(pipeline.slug), `/cards/pipeline/${pipeline.slug}.png`, colorOf(preview.functional.slug)],
      [`${paths.blog}/${slug}`, `/cards/post/${slug}.png`, brand],
      [forumPaths.thread(thread.meta_slug), `/cards/thread/${thread.meta_slug}.png`, brand],
    ] as const) {
      expect(await imageOf(page)).toBe(card)
      expect(await imageOf(`${page}?lang=es`)).toBe(`${card}?lang=es`)
      const { status, headers, png } = await fetchCard(card)
      expect([status, headers['content-type'], headers['cross-origin-resource-policy']]).toEqual([
        200,
        'image/png',
        'cross-origin',
      ])
      const { width, height } = await sharp(png).metadata()
      expect([width, height, png.length < 60_000]).toEqual([1200, 630, true])
      expect(await colorAt(png)).toBe(color)
      expect(await colorAt(png, 5, 100)).toBe('#fbfbf9')
    }
    expect(await imageOf(`${paths.blog}/none`)).toBe('/cards/news.png')
  })

  test('is a new card soon after the title changes', async () => {
    const prompt = await createPrompt()
    const path = `/cards/prompt/${prompt.slug}.png`
    const { png, headers } = await fetchCard(path)
    expect((await fetchCard(path)).png).toEqual(png)
    await announced(app)
    expect((await fetchCard(path)).headers.etag).toBe(headers.etag)
    // Public caches must not keep the card of an item that gets hidden.
    expect(headers['cache-control']).toBe('no-cache')
    await db.promptText.updateMany({ where: { prompt_id: prompt.id }, data: { title: 'Quite another title' } })
    await expect.poll(async () => (await fetchCard(path)).png.equals(png)).toBe(false)
  })
})

describe('a social card', () => {
  test('shows the blanks of an open prompt and of an open pipeline', async () => {
    const plain = await createPrompt({ en: { content: 'No blanks', labels: {} } })
    const prompt = await createPrompt({ en: { content: 'Of ${length}', labels: { length: 'Length' } } })
    const pipeline = await createPipeline({ prompts: [plain, prompt] })
    expect(await blankPixels((await fetchCard(`/cards/prompt/${plain.slug}.png`)).png)).toBe(0)
    for (const path of [`prompt/${prompt.slug}`, `pipeline/${pipeline.slug}`])
      expect(await blankPixels((await fetchCard(`/cards/${path}.png`)).png)).toBeGreaterThan(5_000)
  })

  test('is the same whatever the texts of a locked item are', async () => {
    const prompt = await createPrompt({ tier: 2, en: { content: 'A secret' } })
    const pipeline = await createPipeline({ prompts: [prompt, await createPrompt()] })
    for (const path of [`/cards/prompt/${prompt.slug}.png`, `/cards/pipeline/${pipeline.slug}.png`]) {
      const { status, png } = await fetchCard(path)
      expect(status).toBe(200)
      const data = { content: 'Quite another secret', how_to_use: 'Other', example: 'Other', known_issues: 'Other' }
      await db.promptText.updateMany({ where: { prompt_id: prompt.id }, data })
      await announced(app)
      expect((await fetchCard(path)).png.equals(png)).toBe(true)
    }
  })

  test.runIf(renderer)('follows the color, name and logo of the site', async () => {
    const versions = new Set([(await fetchCard('/cards/library.png')).png.toString('hex')])
    const logo = (await post(adminNewsPaths.api.media, await pictures.png(), { as })).body
    for (const changes of [{ brand_color: '#0b6e4f' }, { name: 'Atelier' }, { logo_hash: logo.hash }]) {
      await change(changes)
      await expect
        .poll(async () => versions.has((await fetchCard('/cards/library.png')).png.toString('hex')))
        .toBe(false)
      versions.add((await fetchCard('/cards/library.png')).png.toString('hex'))
    }
    await change({ brand_color: '#0b6e4f' })
    await expect.poll(async () => colorAt((await fetchCard('/cards/library.png')).png)).toBe('#0b6e4f')
    expect(await imageOf(paths.library)).toBe('/cards/library.png')
  })

  test.runIf(renderer)('is replaced by a picture that the admin sets, except on items', async () => {
    const card = (await post(adminNewsPaths.api.media, await pictures.png(), { as })).body
    await change({ card_hash: card.hash })
    for (const path of [paths.home, paths.library, paths.terms]) await expect.poll(() => imageOf(path)).toBe(card.url)
    const prompt = await createPrompt()
    expect(await imageOf(paths.prompt(prompt.slug))).toBe(`/cards/prompt/${prompt.slug}.png`)
    await sql.query("UPDATE media SET created_at = '2020-01-01' WHERE hash = $1", [card.hash])
    await removeUnusedMedia()
    expect((await app.inject(card.url)).statusCode).toBe(200)
  })

  test('is in the language of its URL, not of the browser', async () => {
    const en = await fetchCard('/cards/forum.png')
    const es = await fetchCard('/cards/forum.png?lang=es')
    expect(en.png.equals(es.png)).toBe(false)
    const preferring = await app.inject({ url: '/cards/forum.png', headers: { 'accept-language': 'es' } })
    expect(preferring.rawPayload.equals(en.png)).toBe(true)
  })

  test.each([
    ['markup', '<span size="900000">&amp; <b>'],
    ['one long word', 'W'.repeat(140)],
    ['marks and controls', `a${'\u0301'.repeat(100)}\u202e\u0007 b`],
    ['pictographs', '🙂🙂🙂'],
    ['letters that the font lacks', '漢字のタイトル'],
    ['signs', '∀∃∅ → ★'],
  ])('is drawn for any title: %s', async (_what, title) => {
    const { slug } = await createPost({ en: { title } })
    const { status, png } = await fetchCard(`/cards/post/${slug}.png`)
    expect(status).toBe(200)
    expect(await colorAt(png)).toBe(brand)
  })

  test('returns 404 or 400 for an item that is not public or does not exist', async () => {
    const draft = await createPost({ status: 'draft' })
    const hidden = await createThread({ hidden_at: new Date() })
    const archived = await createPrompt()
    await db.prompt.update({ where: { id: archived.id }, data: { archived_at: new Date() } })
    const pending = await createThread({ status: 'pending' })
    for (const path of [
      `/cards/post/${draft.slug}.png`,
      `/cards/thread/${pending.meta_slug}.png`,
      `/cards/thread/${hidden.meta_slug}.png`,
      `/cards/prompt/${archived.slug}.png`,
      '/cards/prompt/no-such-prompt.png',
      '/cards/pipeline/no-such-pipeline.png',
      `/cards/prompt/${'x'.repeat(300)}.png`,
      '/cards/prompt/a%00b.png',
      '/cards/user/ana.png',
      '/cards/profile.png',
    ])
      expect([path, [400, 404].includes((await fetchCard(path)).status)]).toEqual([path, true])
  })
})
