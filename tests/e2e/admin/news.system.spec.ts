import { describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { messages as adminEn } from '../../../client/admin/messages.en.ts'
import { messages as adminEs } from '../../../client/admin/messages.es.ts'
import { messages as forumEn } from '../../../client/admin/forum/messages.en.ts'
import { messages as forumEs } from '../../../client/admin/forum/messages.es.ts'
import { messages as newsEn } from '../../../client/admin/news/messages.en.ts'
import { messages as newsEs } from '../../../client/admin/news/messages.es.ts'
import { violationsInBothThemes } from '../../support/browser/axe.ts'
import { signIn, startMembers } from '../../support/members.ts'
import { photo } from '../../support/browser/pictures.ts'
import { useSite } from '../../support/browser/visit.ts'

const { settings, sql, createMember } = await startMembers()
const { visit, siteUrl } = useSite(settings)

const messages = {
  en: { admin: adminEn, news: newsEn, forum: forumEn, other: newsEn.locale.es },
  es: { admin: adminEs, news: newsEs, forum: forumEs, other: newsEs.locale.en },
} satisfies Record<Locale, object>

async function newAdmin(): Promise<string> {
  const token = await createMember(siteUrl())
  const id = Number(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub)
  await sql(`UPDATE "user" SET role = 'admin', username = $2 WHERE id = $1`, [id, `admin-${id}`])
  return token
}

describe.each(['en', 'es'] as const)('an admin in %s', (locale) => {
  const { admin, news, forum, other } = messages[locale]
  const browser = { locale: locale === 'en' ? 'en-US' : 'es-ES', viewport: { width: 1280, height: 900 } }

  test("writes, illustrates, publishes and unpublishes a post, and edits the forum's sections", async () => {
    const token = await newAdmin()
    await visit(browser, async ({ page, open }) => {
      await signIn(page, token)
      const field = (name: string) => page.getByRole('textbox', { name, exact: true })
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await open(adminNewsPaths.news())
      await page.getByRole('link', { name: news.list.add }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])

      await page.getByRole('link', { name: news.tabs.tags, exact: true }).click()
      await page.getByRole('link', { name: news.tags.new, exact: true }).click()
      await field(admin.field.in_en.replace('{field}', news.tags.name)).fill(`Tag ${locale}`)
      await field(admin.field.in_es.replace('{field}', news.tags.name)).fill(`Etiqueta ${locale}`)
      await button(admin.editor.save).click()
      await page.getByText(admin.entity.saved, { exact: true }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await button(admin.removal.open).click()
      await button(admin.removal.submit).click()
      await page.getByText(admin.entity.removed, { exact: true }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('navigation', { name: news.tabs.label }).getByRole('link', { name: news.tabs.posts }).click()

      await page.getByRole('link', { name: news.list.add }).click()
      const title = `Über prompts ${locale}`
      await field(news.field.title).fill(title)
      await field(news.field.excerpt).fill('In short.')
      await field(news.field.body).fill('## A part\n\nSome **strong** words.')
      const preview = page.getByRole('region', { name: `${news.field.body}: ${admin.markdown.preview}` })
      await preview.locator('strong', { hasText: 'strong' }).waitFor()
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({
          name: 'cover.png',
          mimeType: 'image/png',
          buffer: await photo({ width: 300, height: 600 }),
        })
      await field(news.field.cover_alt).fill('A color')
      expect(await violationsInBothThemes(page)).toEqual([])
      await button(admin.editor.save).click()
      await page.getByText(admin.entity.saved).waitFor()

      const slug = `uber-prompts-${locale}`
      const statusOf = async () => (await fetch(siteUrl() + blogPaths.post(slug))).status
      expect(await statusOf()).toBe(404)
      await button(news.publish.now).click()
      await page.getByText(news.post.published).waitFor()
      await expect.poll(statusOf).toBe(200)

      // Another admin changes the author.
      await sql("UPDATE post SET author_name = 'Bea' WHERE slug = $1", [slug])
      await field(news.field.excerpt).fill('Shorter.')
      await button(admin.editor.save).click()
      const dialog = page.getByRole('dialog', { name: admin.conflict.title })
      await dialog.getByRole('group', { name: news.field.author_name }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: admin.conflict.save }).click()
      await page.getByText(admin.entity.saved).waitFor()
      const texts = 'SELECT author_name, excerpt FROM post JOIN post_text ON post_id = id WHERE slug = $1'
      // The status of the former save may still be shown.
      await expect
        .poll(async () => (await sql(texts, [slug])).rows)
        .toEqual([{ author_name: 'Bea', excerpt: 'Shorter.' }])

      const history = page.getByRole('region', { name: admin.history.title })
      await history.getByRole('button', { name: admin.history.show }).first().click()
      await history.getByRole('button', { name: admin.history.restore_before }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await history.getByRole('button', { name: admin.history.restore_before }).click()
      await expect.poll(() => field(news.field.excerpt).inputValue()).toBe('In short.')

      // Unsaved changes are restored.
      await page.getByRole('link', { name: admin.entity.back }).click()
      await page.getByRole('link', { name: title }).click()
      await page.getByText(admin.editor.restored).waitFor()
      await button(admin.editor.discard).click()
      await page.getByRole('button', { name: new RegExp(`^${other}`) }).click()
      await expect.poll(() => field(news.field.title).inputValue()).toBe('')

      await button(news.publish.back).click()
      await page.getByRole('alertdialog').getByRole('button', { name: news.publish.back }).click()
      await page.getByText(news.post.unpublished).waitFor()
      await expect.poll(statusOf).toBe(404)

      await page.getByRole('link', { name: admin.admin.areas.sections }).click()
      await page.getByRole('link', { name: forum.sections.add }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('listitem').getByRole('link', { name: 'General' }).click()
      await button(admin.removal.open).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await button(admin.removal.open).click()
      await page.getByRole('alertdialog').getByText(forum.removal.moves.other.replace('{count}', '4')).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
    })
  })
})
