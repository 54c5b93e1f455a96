import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { messages as users } from '../../client/users/messages.en.ts'
import type { Account } from '../support/accounts.ts'
import { keepPair, signInAt } from '../support/accounts.ts'
import { startMembers } from '../support/members.ts'
import { navigate, openPage } from '../support/settled.ts'
import { openTab } from '../support/trouble.ts'
import { useSite } from '../support/visit.ts'

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

describe('a thread that one member writes while another logs in in the next tab', () => {
  test.each(['they have logged out', 'their sign-in has ended'])('is sent and shown to nobody: %s', async (how) => {
    const [ana, boris] = [await newMember(), await newMember()]
    await visitInTrouble({}, async ({ page, loads }) => {
      const { page: other } = await openTab(page.context())
      await keepPair(page, ana.pair)
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
      const drafts = () => sql('SELECT user_id, title FROM thread_draft WHERE user_id IN ($1, $2)', [ana.id, boris.id])
      await expect.poll(async () => (await drafts()).rows).toEqual([{ user_id: boris.id, title: 'Words of Boris' }])
    })
  })
})
