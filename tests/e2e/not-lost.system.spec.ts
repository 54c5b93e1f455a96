import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { messages } from '../../client/app/messages.en.ts'
import { messages as dialogs } from '../../client/dialogs/messages.en.ts'
import { messages as users } from '../../client/users/messages.en.ts'
import { storePairInBrowser, signInAt } from '../support/accounts.ts'
import { startMembers } from '../support/members.ts'
import { openPage, reloadPage } from '../support/browser/when-loaded.ts'
import { shiftOf } from '../support/browser/shift.ts'
import { holdResponses, loseResponse, whenHydrated } from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, sql, createAccount } = await startMembers()
const { visit, visitInTrouble, siteUrl } = useSite(settings)
const sizes = [
  [1440, 900],
  [390, 844],
] as const

async function newMember(role = 'user') {
  const account = await createAccount()
  const { rows } = await sql('UPDATE "user" SET role = $2::role WHERE email = $1 RETURNING id', [account.email, role])
  return { ...account, id: Number(rows[0].id), pair: await signInAt(siteUrl(), account) }
}

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.waitForURL('**/login')
  await whenHydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: users.login.submit }).click()
}

const again = (page: Page) => page.getByRole('alertdialog', { name: dialogs.again.title })

async function logInAgain(page: Page, { email, password }: { email: string; password: string }) {
  const dialog = again(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: dialogs.again.submit, exact: true }).click()
}

/** Ends the session when the form is sent. */
async function writeAndSave(page: Page, path: string, id: number) {
  await openPage(page, path)
  const content = page.getByRole('main').locator('textarea').first()
  const former = await content.inputValue()
  await content.fill('Long work of an hour, unsaved.')
  await sql('DELETE FROM session WHERE user_id = $1', [id])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await again(page).waitFor()
  return { content, former }
}

describe('an admin whose session ends while editing', () => {
  test('logs in without leaving the form, and the change is saved', async () => {
    const ada = await newMember('admin')
    const { rows } = await sql(`SELECT id FROM prompt WHERE slug = 'outline-a-long-read'`)
    await visitInTrouble({}, async ({ page, loads }) => {
      await storePairInBrowser(page, ada.pair)
      const { content } = await writeAndSave(page, `/admin/library/prompts/${rows[0].id}`, ada.id)
      expect(await again(page).getByLabel('Email').inputValue()).toBe(ada.email)
      await logInAgain(page, { ...ada, password: 'another password' })
      await again(page).getByRole('alert').filter({ hasText: dialogs.again.wrong }).waitFor()
      await logInAgain(page, ada)
      const saved = `prompt_text WHERE short_description = 'Long work of an hour, unsaved.'`
      await expect.poll(async () => (await sql(`SELECT prompt_id FROM ${saved}`)).rowCount).toBe(1)
      expect(await content.inputValue()).toBe('Long work of an hour, unsaved.')
      expect(loads()).toBe(1)
    })
  })

  test('finds the text in the form after a later log-in, unlike other admins', async () => {
    const [ada, boris] = [await newMember('admin'), await newMember('admin')]
    const { rows } = await sql(`SELECT id FROM prompt WHERE slug <> 'outline-a-long-read' LIMIT 1`)
    await visitInTrouble({}, async ({ page }) => {
      const sent: string[] = []
      await storePairInBrowser(page, ada.pair)
      const { content, former } = await writeAndSave(page, `/admin/library/prompts/${rows[0].id}`, ada.id)
      page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
      await logInAgain(page, boris)
      await again(page).waitFor({ state: 'detached' })
      await content.waitFor()
      await expect.poll(() => content.inputValue()).toBe(former)
      expect(sent).toEqual([])
      await sql('DELETE FROM session WHERE user_id = $1', [boris.id])
      await reloadPage(page)
      await logIn(page, ada)
      await content.waitFor()
      await page.getByText('These are your unsaved changes').waitFor()
      await expect.poll(() => content.inputValue()).toBe('Long work of an hour, unsaved.')
    })
  })
})

describe('a member whose session ends', () => {
  test('while writing a comment logs in without leaving the form, and the comment is posted', async () => {
    const member = await newMember('moderator')
    await sql('UPDATE "user" SET email_confirmed_at = now() WHERE id = $1', [member.id])
    const { rows } = await sql(`SELECT meta_slug FROM thread WHERE status = 'published' AND closed_at IS NULL LIMIT 1`)
    await visitInTrouble({}, async ({ page }) => {
      const main = page.getByRole('main')
      await storePairInBrowser(page, member.pair)
      await openPage(page, `/forum/thread/${rows[0].meta_slug}`)
      await main.getByRole('button', { name: 'Write a comment' }).first().click()
      await main.getByRole('textbox', { name: 'Write a comment' }).pressSequentially('Said once, and kept.')
      await sql('DELETE FROM session WHERE user_id = $1', [member.id])
      await main.getByRole('button', { name: 'Post comment' }).click()
      await logInAgain(page, member)
      await page.getByText('Comment posted successfully!').waitFor()
      expect((await sql('SELECT body FROM comment WHERE author_id = $1', [member.id])).rows).toEqual([
        { body: 'Said once, and kept.' },
      ])
    })
  })

  test('while editing the profile keeps the form even if the log-in is cancelled', async () => {
    const member = await newMember()
    await visitInTrouble({}, async ({ page }) => {
      await storePairInBrowser(page, member.pair)
      await openPage(page, '/profile')
      await page.getByLabel('First name').fill('Zoe')
      await sql('DELETE FROM session WHERE user_id = $1', [member.id])
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await logInAgain(page, member)
      await page.getByText('Saved.').waitFor()
      const { rows } = await sql('SELECT first_name FROM "user" WHERE id = $1', [member.id])
      expect(rows).toEqual([{ first_name: 'Zoe' }])
      await sql('DELETE FROM session WHERE user_id = $1', [member.id])
      await page.getByLabel('First name').fill('Zoé')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await again(page).getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('alert').filter({ hasText: messages.failed.signed_out }).waitFor()
      expect(await page.getByLabel('First name').inputValue()).toBe('Zoé')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await logInAgain(page, member)
      await page.getByText('Saved.').waitFor()
      expect(new URL(page.url()).pathname).toBe('/profile')
    })
  })
})

type Seen = { seenFrames: string[] }

/** Records the large texts of every painted frame after the stylesheet has loaded. */
const watchFrames = (page: Page) =>
  page.addInitScript(() => {
    const seen = ((globalThis as unknown as Seen).seenFrames = [] as string[])
    const look = () => {
      const main = document.querySelector('main')
      const text = [...(main?.querySelectorAll('h1, .text-6xl') ?? [])].find((part) =>
        part.checkVisibility({ visibilityProperty: true }),
      )
      if (main) seen.push(text?.textContent ?? (main.matches('.page-outline') ? 'outline' : ''))
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
const seenFrames = (page: Page) => page.evaluate(() => (globalThis as unknown as Seen).seenFrames)

describe('the author of a pending thread', () => {
  test.each(sizes)(
    'sees the thread without a 404 page before and without a layout shift: %i × %i',
    async (width, height) => {
      const { id, pair } = await newMember()
      const meta_slug = `waits-${id}`
      await sql(
        `INSERT INTO thread (meta_slug, section_id, author_id, title, description, description_html, render_version, excerpt)
       SELECT $1, min(id), $2, 'It waits', 'Some text', '<p>Some text</p>', 1, 'Some text' FROM section`,
        [meta_slug, id],
      )
      // React logs errors of the last page, which does not exist.
      await visitInTrouble({ viewport: { width, height } }, async ({ page }) => {
        await storePairInBrowser(page, pair)
        const release = await holdResponses(page, '**/assets/*.js')
        await watchFrames(page)
        const opened = openPage(page, `/forum/thread/${meta_slug}`)
        await expect.poll(() => seenFrames(page)).toContain('outline')
        release()
        await opened
        await page.getByRole('heading', { name: 'It waits' }).waitFor()
        await expect.poll(() => seenFrames(page)).toContain('It waits')
        expect(await seenFrames(page)).not.toContain('404')
        expect(await shiftOf(page)).toBeLessThan(0.05)
        await openPage(page, '/forum/thread/there-is-none')
        await page.locator('main').getByText('404', { exact: true }).waitFor()
        await expect.poll(() => seenFrames(page)).toContain('404')
      })
    },
  )
})

describe('a comment whose response is lost', () => {
  test('keeps its text after a reload, and is stored once after it is sent again', async () => {
    // Comments of moderators are never held, however fast they are typed.
    const { id, pair } = await newMember('moderator')
    await sql('UPDATE "user" SET email_confirmed_at = now() WHERE id = $1', [id])
    const { rows } = await sql(`SELECT meta_slug FROM thread WHERE status = 'published' AND closed_at IS NULL LIMIT 1`)
    await visitInTrouble({}, async ({ page }) => {
      const main = page.getByRole('main')
      await storePairInBrowser(page, pair)
      await openPage(page, `/forum/thread/${rows[0].meta_slug}`)
      await loseResponse(page, '**/comments/')
      await main.getByRole('button', { name: 'Write a comment' }).first().click()
      const text = main.getByRole('textbox', { name: 'Write a comment' })
      await text.pressSequentially('I say this once, from a tunnel.')
      await main.getByRole('button', { name: 'Post comment' }).click()
      await main.getByRole('alert').filter({ hasText: 'Please try again' }).waitFor()
      expect(await text.inputValue()).toBe('I say this once, from a tunnel.')
      await sql(`UPDATE comment SET created_at = created_at - interval '10 minutes' WHERE author_id = $1`, [id])
      await reloadPage(page)
      await main.getByRole('button', { name: 'Continue your comment' }).first().click()
      await main.getByRole('button', { name: 'Post comment' }).click()
      await page.getByText('Comment posted successfully!').waitFor()
      const { rows: comments } = await sql('SELECT body FROM comment WHERE author_id = $1', [id])
      expect(comments).toEqual([{ body: 'I say this once, from a tunnel.' }])
    })
  })
})

describe('the profile', () => {
  test('marks the section in its address before scripts run', async () => {
    await visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/profile?tab=threads')
      expect(await page.locator('main nav [aria-current]').textContent()).toBe('Forum Threads')
    })
  })

  test.each(sizes)('shows saved prompts without a layout shift: %i × %i', async (width, height) => {
    const { id, pair } = await newMember()
    await sql('INSERT INTO saved_prompt (user_id, prompt_id) SELECT $1, id FROM prompt ORDER BY id LIMIT 6', [id])
    await visit({ viewport: { width, height } }, async ({ page, open }) => {
      await storePairInBrowser(page, pair)
      for (const [list, delayMs] of [
        ['**/api/library/saved/**', 700],
        ['**/api/**/collections/**', 100],
      ] as const)
        await page.route(list, async (route) => {
          await new Promise((resolve) => void setTimeout(resolve, delayMs))
          await route.continue()
        })
      await open('/profile?tab=user_prompts')
      await page.getByRole('heading', { name: 'Collections' }).waitFor()
      expect(await shiftOf(page)).toBeLessThan(0.05)
    })
  })

  test('scrolls to the mail settings if a link refers to them, with any number of sessions', async () => {
    const account = await newMember()
    for (let signIns = 0; signIns < 12; signIns++) await signInAt(siteUrl(), account)
    await visit({ viewport: { width: 1440, height: 900 } }, async ({ page, open }) => {
      await storePairInBrowser(page, account.pair)
      await page.route('**/api/users/me/sessions/**', async (route) => {
        await new Promise((resolve) => void setTimeout(resolve, 800))
        await route.continue()
      })
      const signIns = page.waitForResponse('**/api/users/me/sessions/**')
      await open('/profile#notifications')
      const settingsCard = page.locator('#notifications')
      await settingsCard.getByRole('combobox').first().waitFor()
      await (await signIns).finished()
      await page.getByText('this browser').first().waitFor()
      const top = await settingsCard.evaluate((card) => card.getBoundingClientRect().top)
      const header = await page
        .locator('header')
        .first()
        .evaluate((bar) => bar.getBoundingClientRect().bottom)
      expect(top).toBeGreaterThanOrEqual(header)
      expect(top).toBeLessThan(450)
    })
  })
})

describe('the list of categories beside a category', () => {
  test.each(['writing-and-storytelling', 'content-marketing'])(
    'is scrolled to the current category: %s',
    async (slug) => {
      await visit({ viewport: { width: 1440, height: 900 } }, async ({ page, open }) => {
        await open(`/library/category/${slug}`)
        const marked = page.locator('nav [aria-current]').filter({ visible: true }).last()
        await expect.poll(() => marked.evaluate((link) => link.getBoundingClientRect().bottom)).toBeLessThan(900)
        expect(await marked.evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThan(0)
        expect(await page.evaluate(() => scrollY)).toBe(0)
      })
    },
  )
})
