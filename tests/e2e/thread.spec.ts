import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { violationsInBothThemes } from '../support/browser/axe.ts'
import { signIn, startMembers } from '../support/members.ts'
import { navigate } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, sql, createMember } = await startMembers()
const { visit, siteUrl } = useSite({ ...settings, REQUIRE_CONFIRMED_EMAIL: 'false' })

async function ask(token: string, method: string, path: string, body?: object) {
  const response = await fetch(siteUrl() + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: number; meta_slug: string }
}

/** Inserts a published thread of another member with 21 comments; the first has five replies. */
async function startThread(title: string) {
  const author = await createMember(siteUrl())
  const { rows } = await sql('SELECT slug FROM section ORDER BY id LIMIT 1')
  const description = 'What we do, **and why**.\n\n### How we decide'
  const { meta_slug } = await ask(author, 'POST', forumPaths.api.threads(), {
    title,
    section: rows[0].slug,
    description,
  })
  await sql("UPDATE thread SET status = 'published', published_at = now() WHERE meta_slug = $1", [meta_slug])
  const write = (body: string, parent?: number) =>
    ask(author, 'POST', forumPaths.api.comments(meta_slug), { body, typing_ms: 60_000, ...(parent && { parent }) })
  const first = await write('The first one')
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) await write(`Reply ${text}`, first.id)
  for (let number = 2; number <= 21; number++) await write(`Comment ${number}`)
  return { meta_slug, first, write }
}

/** Inserts more than two pages for each list, in one section and with one date. */
async function fillLists() {
  await sql(
    `INSERT INTO thread (meta_slug, section_id, title, description, description_html, render_version, excerpt, status, published_at)
     SELECT 'listed-' || n, (SELECT max(id) FROM section), 'Listed ' || n, 'd', '<p>d</p>', 1000, 'd', 'published', now() FROM generate_series(1, 41) AS n`,
    [],
  )
  await sql(
    `WITH listed AS (INSERT INTO post (slug, status, author_name, published_at)
       SELECT 'listed-' || n, 'published', 'Ana', now() FROM generate_series(1, 41) AS n RETURNING id, slug)
     INSERT INTO post_text (post_id, locale, title, excerpt, body, body_html, render_version, reading_minutes)
     SELECT id, 'en', slug, 'e', 'b', '<p>b</p>', 1000, 1 FROM listed`,
    [],
  )
  const { rows } = await sql('SELECT slug FROM section ORDER BY id DESC LIMIT 1')
  return rows[0].slug as string
}

/** Addresses of all pages, read by following the links. */
async function addressesOf(page: Page, link: 'Load more' | 'Previous page') {
  const found: string[] = []
  for (;;) {
    found.push(
      ...(await page.locator('main h2 a').evaluateAll((links) => links.map((one) => one.getAttribute('href') ?? ''))),
    )
    const on = page.getByRole('link', { name: link, exact: true })
    if ((await on.count()) === 0) return [...new Set(found)].filter((address) => address.includes('listed-')).toSorted()
    const before = page.url()
    await Promise.all([page.waitForURL(({ href }) => href !== before), on.click()])
  }
}

const item = (page: Page, text: string) => page.locator('[data-comment]', { hasText: text }).last()
const inView = async (page: Page, text: string) =>
  await expect
    .poll(() => item(page, text).evaluate((element) => element.getBoundingClientRect().top))
    .toSatisfy((top: number) => top >= 60 && top < innerHeightOf(page))
/** Holds the scripts of a page until something was clicked. */
async function clickBeforeScripts(page: Page, path: string, click: () => Promise<void>) {
  const { promise: isClicked, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await isClicked
    await route.continue()
  })
  await navigate(page, path, { waitUntil: 'commit' })
  await click()
  letGo()
  await page.unroute('**/assets/*.js')
}
const innerHeightOf = (page: Page) => page.viewportSize()?.height ?? 0

describe('a thread', () => {
  test('can be read without scripts, page by page, down to each reply', async () => {
    const { meta_slug, first } = await startThread('A thread for crawlers')
    await visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open(forumPaths.thread(meta_slug))
      expect(await page.locator('[data-comment]').count()).toBe(23)
      await page.getByRole('link', { name: 'Load more' }).click()
      await page.getByText('Comment 21').waitFor()
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toContain('?cursor=')
      await page.getByRole('link', { name: 'Load previous' }).click()
      await page.getByRole('link', { name: '2 more replies' }).click()
      await page.getByText('Reply Five').waitFor()
      expect(page.url()).toContain(`comment=${first.id}`)
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')

      const section = await fillLists()
      for (const [list, one] of [
        [forumPaths.forum({ section }), forumPaths.thread],
        [blogPaths.blog(), blogPaths.post],
      ] as const) {
        const all = Array.from({ length: 41 }, (_, at) => one(`listed-${at + 1}`)).toSorted()
        // The cached list may be a second old.
        await expect.poll(async () => (await open(list), page.locator('main h2').allTextContents())).toHaveLength(20)
        expect(await addressesOf(page, 'Load more')).toEqual(all)
        expect(await addressesOf(page, 'Previous page')).toEqual(all)
        expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(siteUrl() + list)
      }
    })
  })

  test('gets votes and replies, and a member edits, deletes and restores a comment', async () => {
    const { meta_slug, first, write } = await startThread('A thread for members')
    const token = await createMember(siteUrl())
    await visit({}, async ({ page, open }) => {
      await signIn(page, token)
      const draft = `forum.comment:${meta_slug}:${first.id}`
      // A stored draft, since a typed comment would be held as too fast.
      await page.addInitScript((key) => localStorage.setItem(key, 'I <b>agree</b>'), draft)
      const reply = page.getByRole('textbox', { name: /^Your reply to/ })
      await clickBeforeScripts(page, forumPaths.thread(meta_slug, { comment: first.id }), async () =>
        item(page, 'The first one').getByRole('button', { name: 'Reply' }).click({ clickCount: 2 }),
      )
      await reply.waitFor()
      await open(forumPaths.thread(meta_slug))
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('l')
      await item(page, 'The first one').getByRole('button', { name: 'Like: 1', pressed: true }).waitFor()
      await page.keyboard.press('r')
      await expect.poll(() => reply.inputValue()).toBe('I <b>agree</b>')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Comment posted successfully!').waitFor()
      const mine = item(page, 'I <b>agree</b>')
      await mine.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('textbox', { name: 'Edit your comment' }).fill('I agree with *that*')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await item(page, 'I agree with that').getByText('edited').waitFor()
      await item(page, 'I agree with that').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await item(page, 'I agree with that').waitFor()
      const { id } = await write('A late one')
      await page.getByText('1 new comment').waitFor()
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await item(page, 'A late one').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])

      await open(forumPaths.thread(meta_slug, { comment: id }))
      await inView(page, 'A late one')
    })
  })

  test('has another address after its author changes the title', async () => {
    const token = await createMember(siteUrl())
    const { rows } = await sql('SELECT slug FROM section ORDER BY id LIMIT 1')
    const text = { title: 'A name too many', section: rows[0].slug, description: 'What it is about.' }
    const { meta_slug } = await ask(token, 'POST', forumPaths.api.threads(), text)
    await sql("UPDATE thread SET status = 'published', published_at = now() WHERE meta_slug = $1", [meta_slug])
    await visit({}, async ({ page, open }) => {
      await signIn(page, token)
      await open(forumPaths.thread(meta_slug))
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByRole('textbox', { name: 'Title' }).fill('Nobody is named')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.waitForURL(`**${forumPaths.thread('nobody-is-named')}`)
      await page.getByRole('heading', { level: 1, name: 'Nobody is named' }).waitFor()
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
      await open(forumPaths.thread(meta_slug))
      expect(new URL(page.url()).pathname).toBe(forumPaths.thread('nobody-is-named'))
    })
  })

  test('is readable in Spanish on a small phone, and asks a visitor to log in', async () => {
    const heap = `a${'\u0489'.repeat(100)}`
    const { meta_slug, write } = await startThread(`Un hilo para todos ${heap}`)
    await write(`Marcas y marcas: ${heap}${heap}`)
    await write(`${'> '.repeat(38)}Muy hondo`)
    await visit({ locale: 'es-ES', viewport: { width: 320, height: 640 } }, async ({ page, open }) => {
      await open(forumPaths.forum({ q: 'hilo decide', languages: 'all' }))
      await page.locator('mark').first().waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      const width = () => page.evaluate(() => document.documentElement.scrollWidth)
      await open(forumPaths.thread(meta_slug, { sort: 'newest' }))
      expect(await width()).toBe(320)
      const deep = await page.getByText('Muy hondo').boundingBox()
      expect((deep?.x ?? 320) + (deep?.width ?? 320)).toBeLessThanOrEqual(320)
      await open(forumPaths.thread(meta_slug))
      expect(await width()).toBe(320)
      await page.getByRole('link', { name: '2 respuestas más' }).click()
      await page.getByText('Reply Five').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: 'Escribe un comentario' }).click()
      await page.getByRole('dialog', { name: 'Inicia sesión para comentar' }).waitFor()
    })
  })
})
