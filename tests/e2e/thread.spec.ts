import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum-paths.ts'
import { violationsInBothThemes } from '../support/axe.ts'
import { signIn, startMembers } from '../support/members.ts'
import { useSite } from '../support/visit.ts'

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

/** Of somebody else, published, with 21 comments, of which the first has five replies. */
async function startThread(title: string) {
  const author = await createMember(siteUrl())
  const { rows } = await sql('SELECT slug FROM section ORDER BY id LIMIT 1')
  const description = 'What we do, **and why**.'
  const { meta_slug } = await ask(author, 'POST', forumPaths.api.threads(), {
    title,
    section: rows[0].slug,
    description,
  })
  await sql("UPDATE thread SET status = 'published', published_at = now() WHERE meta_slug = $1", [meta_slug])
  const write = (body: string, parent?: number) =>
    ask(author, 'POST', forumPaths.api.comments(meta_slug), { body, ...(parent && { parent }) })
  const first = await write('The first one')
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) await write(`Reply ${text}`, first.id)
  for (let number = 2; number <= 21; number++) await write(`Comment ${number}`)
  return { meta_slug, first, write }
}

const item = (page: Page, text: string) => page.locator('[data-comment]', { hasText: text }).last()
const inView = async (page: Page, text: string) =>
  await expect
    .poll(() => item(page, text).evaluate((element) => element.getBoundingClientRect().top))
    .toSatisfy((top: number) => top >= 60 && top < innerHeightOf(page))
const innerHeightOf = (page: Page) => page.viewportSize()?.height ?? 0

describe('a thread', () => {
  test('is read without scripts, page by page, down to each reply', async () => {
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
    })
  })

  test('is voted on and answered; one’s own is edited, deleted and back; new comments are offered', async () => {
    const { meta_slug, first, write } = await startThread('A thread for members')
    const token = await createMember(siteUrl())
    await visit({}, async ({ page, open }) => {
      await signIn(page, token)
      const draft = `forum.comment:${meta_slug}:${first.id}`
      // Half written before: nobody types as fast as a test does.
      await page.addInitScript((key) => localStorage.setItem(key, 'I <b>agree</b>'), draft)
      await open(forumPaths.thread(meta_slug))
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('l')
      await item(page, 'The first one').getByRole('button', { name: 'Like: 1', pressed: true }).waitFor()
      await page.keyboard.press('r')
      const reply = page.getByRole('textbox', { name: /^Your reply to/ })
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

  test('speaks Spanish on a small phone, and leads a visitor to log in', async () => {
    const heap = `a${'\u0489'.repeat(100)}`
    const { meta_slug, write } = await startThread(`Un hilo para todos ${heap}`)
    await write(`Marcas y marcas: ${heap}${heap}`)
    await write(`${'> '.repeat(38)}Muy hondo`)
    await visit({ locale: 'es-ES', viewport: { width: 320, height: 640 } }, async ({ page, open }) => {
      await open(forumPaths.thread(meta_slug))
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      const deep = await page.getByText('Muy hondo').boundingBox()
      expect((deep?.x ?? 0) + (deep?.width ?? 0)).toBeLessThanOrEqual(320)
      await page.getByRole('link', { name: '2 respuestas más' }).click()
      await page.getByText('Reply Five').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: 'Escribe un comentario' }).click()
      await page.getByRole('dialog', { name: 'Inicia sesión para comentar' }).waitFor()
    })
  })
})
