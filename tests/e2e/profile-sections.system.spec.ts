import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsInBothThemes } from '../support/browser/axe.ts'
import { startMembers } from '../support/members.ts'
import { button, card, field, isFocused, storedAccessToken, useProfiles } from '../support/profiles.ts'
import { signInAt } from '../support/accounts.ts'
import { goBack, reloadPage } from '../support/browser/when-loaded.ts'

const { siteUrl, visitProfile } = useProfiles(await startMembers())
const tabs = ['', '?tab=saved_news', '?tab=threads', '?tab=user_prompts', '?tab=subscription', '?tab=payments']
const sections = (page: Page) => page.getByRole('main').getByRole('navigation', { name: /^(Your profile|Tu perfil)$/ })
const current = (page: Page) => sections(page).locator('[aria-current]').allTextContents()
const still = { reducedMotion: 'reduce' } as const

describe('the sections of the profile', () => {
  test('can be opened with the keyboard and with the back button', async () => {
    await visitProfile(async ({ page }) => {
      expect(await current(page)).toEqual(['My Profile'])
      await sections(page).getByRole('link', { name: 'Forum Threads' }).press('Enter')
      await page.getByText('Threads you start will show up here.').waitFor()
      await page.getByRole('link', { name: 'Saved Threads' }).press('Enter')
      await page.getByText('Threads you save will show up here.').waitFor()
      await reloadPage(page)
      await page.getByText('Threads you save will show up here.').waitFor()
      expect(await current(page)).toEqual(['Forum Threads'])
      await sections(page).getByRole('link', { name: 'Saved Prompts' }).press('Enter')
      await page.getByRole('heading', { name: 'Saved Prompts' }).waitFor()
      await goBack(page)
      await page.getByText('Threads you save will show up here.').waitFor()
      await sections(page).getByRole('link', { name: 'My Profile' }).press('Enter')
      await field(page, 'Username').waitFor()
      expect(new URL(page.url()).search).toBe('')
    })
  })

  test('fit on a narrow screen, with the current section in view', async () => {
    await visitProfile(
      async ({ page, open }) => {
        for (const query of tabs) {
          await open(`/profile${query}`)
          await expect.poll(() => current(page)).toHaveLength(1)
          await expect
            .poll(() =>
              sections(page)
                .locator('[aria-current]')
                .evaluate((tab) => tab.getBoundingClientRect().right <= innerWidth),
            )
            .toBe(true)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
        }
      },
      { viewport: { width: 320, height: 700 }, locale: 'es' },
    )
  })

  test('show labels beside values on a phone, and a refund on one line', async () => {
    const subscription = {
      plan_id: 2,
      plan_name: 'Premium',
      billing_period: 'month',
      user_tier: 1,
      plan_tier: 1,
      status: 'active',
      current_period_end: '2026-12-24T00:00:00.000Z',
      auto_renew: false,
    }
    const payment = {
      id: 'in_1',
      date: '2026-11-22T00:00:00.000Z',
      plan: 'Premium',
      amount: 9.99,
      amount_refunded: 9.99,
      amount_refund_due: 0,
      currency: 'USD',
      status: 'refunded',
      dispute: null,
      links: ['receipt', 'invoice'],
      refundable_until: null,
      refundable_amount: null,
    }
    await visitProfile(
      async ({ page, open }) => {
        await page.route('**/api/subscription/status/', (route) =>
          route.fulfill({ json: { is_subscribed: true, subscription } }),
        )
        await page.route('**/api/subscription/payments/**', (route) =>
          route.fulfill({ json: { results: [payment], next: null } }),
        )
        await open('/profile?tab=subscription')
        await page.getByText('Premium · mensual').waitFor()
        const facts = page.locator('main dl')
        await facts.waitFor()
        const tops = await facts.evaluate((list) => [...list.children].map((one) => one.getBoundingClientRect().top))
        const [label = 0, value = 1, next = 0] = tops
        expect(value).toBe(label)
        expect(next).toBeGreaterThan(value)
        await open('/profile?tab=payments')
        const refund = page.getByText(/^Reembolsado: /)
        await refund.waitFor()
        const lines = await refund.evaluate(
          (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
        )
        expect(Math.round(lines)).toBe(1)
      },
      { viewport: { width: 390, height: 844 }, locale: 'es' },
    )
  })

  test('have no violation that axe detects, in both themes', async () => {
    await visitProfile(async ({ page, open, account }) => {
      await signInAt(siteUrl(), account)
      for (const query of tabs) {
        await open(`/profile${query}`)
        await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()
        expect([query, await violationsInBothThemes(page)]).toEqual([query, []])
      }
      await open('/profile')
      await button(page, 'Delete my account…').click()
      await page.getByRole('alertdialog').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await button(page, 'Delete for good').click()
      await field(page.getByRole('alertdialog'), 'Your password').fill('not this one')
      await button(page, 'Delete for good').click()
      await page.getByText('This is not your current password.').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
    }, still)
  })
})

describe('the sessions in the profile', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

  test('are listed, and can be ended one by one', async () => {
    await visitProfile(async ({ page, account, open }) => {
      const other = await signInAt(siteUrl(), account, windows)
      await open('/profile')
      const list = card(page, 'Where you’re logged in')
      await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
      expect(await list.getByRole('listitem').filter({ hasText: 'this browser' }).getByRole('button').count()).toBe(0)
      await button(list, 'Log out: Firefox · Windows').press('Enter')
      await list.getByText('Logged out: Firefox · Windows').waitFor()
      await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
      await expect.poll(() => isFocused(list.getByRole('heading'))).toBe(true)
      const answer = await fetch(`${siteUrl()}/api/users/me/`, { headers: { authorization: `Bearer ${other.access}` } })
      expect(answer.status).toBe(401)
      expect(await storedAccessToken(page)).not.toBeNull()
    })
  })

  test('can all be ended after a confirmation', async () => {
    await visitProfile(async ({ page, account }) => {
      const other = await signInAt(siteUrl(), account, windows)
      const everywhere = button(page, 'Log out everywhere')
      await everywhere.click()
      const dialog = page.getByRole('alertdialog', { name: 'Log out everywhere?' })
      await button(dialog, 'Cancel').click()
      await expect.poll(() => isFocused(everywhere)).toBe(true)
      await everywhere.click()
      const danger = await page.evaluate(() => {
        const sample = document.body.appendChild(
          Object.assign(document.createElement('i'), { className: 'text-danger' }),
        )
        return getComputedStyle(sample).color
      })
      await expect.poll(() => everywhere.first().evaluate((opener) => getComputedStyle(opener).color)).toBe(danger)
      const sure = button(dialog, 'Log out everywhere')
      await expect.poll(() => sure.evaluate((red) => getComputedStyle(red).backgroundColor)).toBe(danger)
      await sure.click()
      await page.waitForURL(`${siteUrl()}/`)
      expect(await storedAccessToken(page)).toBeNull()
      const answer = await fetch(`${siteUrl()}/api/users/me/`, { headers: { authorization: `Bearer ${other.access}` } })
      expect(answer.status).toBe(401)
    })
  })
})

describe('deleting an account', () => {
  test('shows the consequences, can be cancelled, and requires the password', async () => {
    await visitProfile(async ({ page, account }) => {
      const open = button(page, 'Delete my account…')
      const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
      await open.click()
      await expect.poll(() => dialog.getByRole('listitem').count()).toBe(5)
      await page.keyboard.press('Escape')
      await expect.poll(() => isFocused(open)).toBe(true)
      await open.click()
      await field(dialog, 'Your password').fill('not this one')
      await button(dialog, 'Delete for good').click()
      await dialog.getByText('This is not your current password.').waitFor()
      await field(dialog, 'Your password').fill(account.password)
      await button(dialog, 'Delete for good').click()
      await page.waitForURL(`${siteUrl()}/`)
      expect(await storedAccessToken(page)).toBeNull()
      await expect(signInAt(siteUrl(), account)).rejects.toThrow('Wrong email or password')
    })
  })
})
