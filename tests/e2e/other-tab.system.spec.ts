import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { messages } from '../../client/app/messages.en.ts'
import { messages as dialogs } from '../../client/dialogs/messages.en.ts'
import { messages as users } from '../../client/users/messages.en.ts'
import type { Account } from '../support/accounts.ts'
import { storePairInBrowser, signInAt } from '../support/accounts.ts'
import { startMembers } from '../support/members.ts'
import { navigate, openPage } from '../support/browser/when-loaded.ts'
import { openTab } from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, sql, createAccount } = await startMembers()
const { visitInTrouble, siteUrl } = useSite(settings)

async function newMember() {
  const account = await createAccount()
  const { rows } = await sql('UPDATE "user" SET email_confirmed_at = now() WHERE email = $1 RETURNING id', [
    account.email,
  ])
  return { ...account, id: Number(rows[0].id), pair: await signInAt(siteUrl(), account) }
}

async function logIn(page: Page, { email, password }: Account) {
  await openPage(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: users.login.submit }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

const title = (page: Page) => page.getByRole('main').getByLabel('Title', { exact: true })
const endSignIn = (id: number) => sql('DELETE FROM session WHERE user_id = $1', [id])

describe('an unsent thread, after another member logs in in a second tab,', () => {
  test.each(['they have logged out', 'their sign-in has ended'])(
    'is neither sent nor shown to the other member: %s',
    async (how) => {
      const [ana, boris] = [await newMember(), await newMember()]
      await visitInTrouble({}, async ({ page, loads }) => {
        const { page: other } = await openTab(page.context())
        await storePairInBrowser(page, ana.pair)
        await openPage(page, '/forum/new')
        await openPage(other, '/profile')
        await title(page).fill('Private words of Ana')
        await endSignIn(ana.id)
        if (how === 'they have logged out') {
          await other.getByRole('button', { name: 'Log out', exact: true }).click()
          await other.waitForURL(`${siteUrl()}/`)
        } else {
          await navigate(other, '/profile')
          await other.waitForURL('**/login')
        }
        await logIn(other, boris)
        await expect.poll(loads).toBeGreaterThan(1)
        await title(page).waitFor()
        expect(await title(page).inputValue()).toBe('')
        await title(page).fill('Words of Boris')
        const drafts = () =>
          sql('SELECT user_id, title FROM thread_draft WHERE user_id IN ($1, $2)', [ana.id, boris.id])
        await expect.poll(async () => (await drafts()).rows).toEqual([{ user_id: boris.id, title: 'Words of Boris' }])
      })
    },
  )
})

const again = (page: Page) => page.getByRole('alertdialog', { name: dialogs.again.title })

async function logInAgain(page: Page, { password }: Account) {
  await again(page).getByLabel('Password', { exact: true }).fill(password)
  await again(page).getByRole('button', { name: dialogs.again.submit, exact: true }).click()
}

/** Ends the session, which the other tab detects first. */
async function endNextDoor(page: Page, id: number) {
  const { page: other } = await openTab(page.context())
  await endSignIn(id)
  await openPage(other, '/library')
  await other.getByRole('link', { name: 'Log in' }).waitFor()
}

describe('an unsent text, after another tab detects the end of the session,', () => {
  test('stays in the profile form, and is saved after a log-in', async () => {
    const ana = await newMember()
    await visitInTrouble({}, async ({ page, loads }) => {
      await storePairInBrowser(page, ana.pair)
      await openPage(page, '/profile')
      await page.getByLabel('First name').fill('Zoe')
      await endNextDoor(page, ana.id)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await logInAgain(page, ana)
      await page.getByText('Saved.').waitFor()
      expect((await sql('SELECT first_name FROM "user" WHERE id = $1', [ana.id])).rows).toEqual([{ first_name: 'Zoe' }])
      expect(loads()).toBe(1)
    })
  })

  test('stays in the comment form, with one log-in dialog', async () => {
    const ana = await newMember()
    const { rows } = await sql(`SELECT meta_slug FROM thread WHERE status = 'published' AND closed_at IS NULL LIMIT 1`)
    await visitInTrouble({}, async ({ page }) => {
      const main = page.getByRole('main')
      await storePairInBrowser(page, ana.pair)
      await openPage(page, `/forum/thread/${rows[0].meta_slug}`)
      await main.getByRole('button', { name: 'Write a comment' }).first().click()
      const text = main.getByRole('textbox', { name: 'Write a comment' })
      await text.pressSequentially('Said in the first tab.')
      await endNextDoor(page, ana.id)
      await main.getByRole('button', { name: 'Post comment' }).click()
      await again(page).getByRole('button', { name: 'Cancel' }).click()
      await main.getByRole('alert').filter({ hasText: messages.failed.signed_out }).waitFor()
      expect([await page.getByRole('dialog').count(), await text.inputValue()]).toEqual([0, 'Said in the first tab.'])
      await main.getByRole('button', { name: 'Post comment' }).click()
      await logInAgain(page, ana)
      const posted = async () => (await sql('SELECT body FROM comment WHERE author_id = $1', [ana.id])).rows
      await expect.poll(posted).toEqual([{ body: 'Said in the first tab.' }])
    })
  })
})

test('the form of a new thread asks for a log-in if the session has ended before', async () => {
  const ana = await newMember()
  await endSignIn(ana.id)
  await visitInTrouble({}, async ({ page }) => {
    await storePairInBrowser(page, ana.pair)
    await openPage(page, '/forum/new')
    const heading = page.getByRole('main').getByRole('heading', { name: 'Log in to start a thread' })
    await expect.poll(() => heading.isVisible()).toBe(true)
  })
})

test('the log-in dialog over a page shows that there were too many attempts', async () => {
  const ana = await newMember()
  await visitInTrouble({}, async ({ page }) => {
    await storePairInBrowser(page, ana.pair)
    await openPage(page, '/profile')
    await page.getByLabel('First name').fill('Zoe')
    await endSignIn(ana.id)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const refused = { detail: 'slowly', wait_seconds: 30, until: '2999-01-01T00:00:00.000Z' }
    await page.route('**/api/users/token/', (route) => route.fulfill({ status: 429, json: refused }))
    await logInAgain(page, ana)
    await again(page).getByRole('alert').filter({ hasText: 'Try again in 30 seconds.' }).waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Zoe')
  })
})
