import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { messages as adminEn } from '../../client/admin/messages.en.ts'
import { messages as adminEs } from '../../client/admin/messages.es.ts'
import { messages as moderationEn } from '../../client/moderation/messages.en.ts'
import { messages as moderationEs } from '../../client/moderation/messages.es.ts'
import { violationsInBothThemes } from '../support/browser/axe.ts'
import { lastMailIn } from '../support/mail-reading.ts'
import { signIn, startMembers } from '../support/members.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, sql, createMember } = await startMembers()
const { visit, siteUrl, siteFolder } = useSite(settings)

const adminOf = { en: adminEn, es: adminEs }
const moderationOf = { en: moderationEn, es: moderationEs }
const subjects = { en: 'is published', es: 'se ha publicado' }
const files = import.meta.glob<object>('../../client/{forum,moderation}/**/*messages.{en,es}.ts', {
  eager: true,
  import: 'messages',
})
/** Text of a message key, from whichever forum module has it. */
function textOf(locale: Locale, key: string): string {
  const found = Object.entries(files)
    .filter(([file]) => file.endsWith(`.${locale}.ts`))
    .map(([, messages]) =>
      key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], messages),
    )
    .find((text) => typeof text === 'string')
  if (typeof found !== 'string') throw new Error(`Nobody says ${key}.`)
  return found
}

const fill = (text: string, params: Record<string, string>) =>
  text.replace(/\{(\w+)\}/, (_, name) => params[name] ?? '')

type Member = { id: number; token: string; email: string }
/** A member with a confirmed e-mail and an account older than a day. */
async function newMember(language: Locale, role = 'user'): Promise<Member> {
  const token = await createMember(siteUrl())
  const id = Number(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub)
  const email = `${randomUUID()}@example.test`
  await sql(
    `UPDATE "user" SET username = $2, email = $3, role = $4::role, language = $5::locale, email_confirmed_at = now(),
            created_at = now() - interval '2 days' WHERE id = $1`,
    [id, `member-${id}`, email, role, language],
  )
  return { id, token, email }
}

/** Makes the typing time that of a person. */
const typeLikeAPerson = (page: Page) =>
  page.route('**/api/forum/**', (route) => {
    const body = (route.request().postDataJSON() ?? {}) as { typing_ms?: number }
    if (body.typing_ms !== undefined) body.typing_ms = 60_000
    return route.request().method() === 'POST' ? route.continue({ postData: JSON.stringify(body) }) : route.continue()
  })

describe.each([inject('locale')])('a thread in %s', (locale) => {
  test('is written, published, discussed, reported and moderated', async () => {
    const t = (key: string) => textOf(locale, key)
    const moderation = moderationOf[locale]
    const browser = { locale: locale === 'en' ? 'en-US' : 'es-ES' }
    const [author, reader, moderator, admin] = [
      await newMember(locale),
      await newMember(locale),
      await newMember(locale, 'moderator'),
      await newMember(locale, 'admin'),
    ]
    const as = (member: Member, tour: (page: Page, open: (path: string) => Promise<void>) => Promise<void>) =>
      visit(browser, async ({ page, open }) => {
        await signIn(page, member.token)
        await typeLikeAPerson(page)
        await tour(page, open)
      })
    const title = `A thread of ${randomUUID()}`

    await as(author, async (page, open) => {
      await open(forumPaths.newThread)
      await page.getByRole('textbox', { name: t('new_thread.name') }).fill(title)
      await page.getByRole('combobox', { name: t('new_thread.section') }).selectOption({ index: 1 })
      await page.getByRole('textbox', { name: t('new_thread.text') }).fill('All of **what** I want to know.')
      await page.getByRole('button', { name: t('new_thread.submit'), exact: true }).click()
      await page.getByText(t('new_thread.submitted')).first().waitFor()
    })
    const { rows } = await sql('SELECT id, meta_slug, status FROM thread WHERE title = $1', [title])
    expect(rows[0].status).toBe('pending')
    const { id: thread_id, meta_slug } = rows[0]
    const address = forumPaths.thread(meta_slug)
    const statusFor = async () => (await fetch(siteUrl() + address)).status
    expect(await statusFor()).toBe(404)

    await as(moderator, async (page, open) => {
      await open('/profile')
      await page.getByRole('link', { name: moderation.title }).click()
      const card = page.getByRole('article', { name: title })
      await card.getByText('what', { exact: true }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.keyboard.press('j')
      await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.keyboard.press('p')
      await page.getByText(moderation.done.publish).waitFor()
      await page.getByText(moderation.list.empty).waitFor()
    })
    await expect.poll(statusFor).toBe(200)
    expect((await lastMailIn(siteFolder(), author.email)).subject).toContain(subjects[locale])

    await as(author, async (page, open) => {
      await open(address)
      await page
        .locator('[data-thread]')
        .getByRole('button', { name: t('action.edit') })
        .click()
      await page.getByRole('textbox', { name: t('write.description') }).fill('It is all at https://known.test by now.')
      await page.getByRole('button', { name: t('write.save') }).click()
      await page.getByText(t('told.edit_waits')).waitFor()
      await page.getByText(t('note.edit')).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
    })
    const hasEdit = async () => (await (await fetch(siteUrl() + address)).text()).includes('known.test')
    expect(await hasEdit()).toBe(false)
    await as(moderator, async (page, open) => {
      await open(forumPaths.moderation)
      const card = page.getByRole('article', { name: title })
      await card.getByText(moderation.list.edited).waitFor()
      await card.getByText('what', { exact: true }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await card.getByRole('button', { name: moderation.actions.publish }).click()
      await page.getByText(moderation.done.publish).waitFor()
    })
    await expect.poll(hasEdit).toBe(true)

    await as(reader, async (page, open) => {
      await open(address)
      await page
        .locator('[data-thread]')
        .getByRole('button', { name: fill(t('action.like_count'), { number: '0' }), exact: true })
        .click()
      await page
        .locator('[data-thread]')
        .getByRole('button', { name: fill(t('action.like_count'), { number: '1' }), exact: true })
        .waitFor()
      await page.getByRole('button', { name: t('write.comment') }).click()
      await page.getByRole('textbox', { name: t('write.comment') }).fill('An answer that some will not like.')
      await page.getByRole('button', { name: t('write.post') }).click()
      await page.getByText(t('told.posted')).waitFor()
    })
    const comment_id = (await sql('SELECT id FROM comment WHERE thread_id = $1', [thread_id])).rows[0].id
    const comment = `#comment-${comment_id}`
    await as(author, async (page, open) => {
      await open(address)
      await page
        .locator(comment)
        .getByRole('button', { name: t('action.reply'), exact: true })
        .click()
      await page
        .getByRole('textbox', { name: fill(t('write.reply'), { name: `member-${reader.id}` }) })
        .fill('Thank you for it.')
      await page.getByRole('button', { name: t('write.post_reply') }).click()
      await page.getByText(t('told.posted')).waitFor()
      await page
        .locator(comment)
        .getByRole('button', { name: fill(t('action.like_count'), { number: '0' }), exact: true })
        .click()
      await page
        .locator(comment)
        .getByRole('button', { name: fill(t('action.like_count'), { number: '1' }), exact: true })
        .waitFor()
    })

    await as(await newMember(locale), async (page, open) => {
      await open(address)
      const report = async (confirmation: string) => {
        await page
          .locator(comment)
          .getByRole('button', { name: t('action.report') })
          .click()
        const dialog = page.getByRole('dialog', { name: t('report.comment') })
        await dialog.getByLabel(t('report.reason')).fill('It is rude.')
        await dialog.getByRole('button', { name: t('report.send') }).click()
        await page.getByText(confirmation).waitFor()
      }
      await report(t('told.reported'))
      await report(t('told.already_reported'))
    })
    for (const { token } of [await newMember(locale), await newMember(locale)]) {
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await fetch(siteUrl() + forumPaths.api.commentReport(comment_id), { method: 'POST', headers })
      expect(status).toBe(201)
    }
    const isRead = async () => (await (await fetch(siteUrl() + address)).text()).includes('some will not like')
    await expect.poll(isRead).toBe(false)

    const action = locale === 'en' ? 'dismiss' : 'remove'
    await as(moderator, async (page, open) => {
      await open(forumPaths.moderation)
      const card = page.getByRole('article').first()
      await card.getByText('some will not like').waitFor()
      await card.getByText(moderation.list.hidden).waitFor()
      expect(await card.getByText('It is rude.').count()).toBe(1)
      expect(await violationsInBothThemes(page)).toEqual([])
      await card.getByRole('button', { name: moderation.actions[action] }).click()
      await page.getByText(moderation.done[action]).waitFor()
    })
    await expect.poll(isRead).toBe(action === 'dismiss')

    await as(admin, async (page, open) => {
      await open(adminSitePaths.audit())
      const entries = page.locator('main ol > li')
      await entries.first().waitFor()
      expect(await entries.first().textContent()).toContain(
        adminOf[locale].history.actions[action === 'dismiss' ? 'reports_dismissed' : 'comment_removed'],
      )
      expect(await entries.nth(1).textContent()).toContain(title)
      expect(await violationsInBothThemes(page)).toEqual([])
    })
  })
})
