import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { messages as en } from '../../client/saved/messages.en.ts'
import { messages as es } from '../../client/saved/messages.es.ts'
import { signIn, startMembers } from '../support/members.ts'
import { openPage, whenLoaded } from '../support/browser/when-loaded.ts'
import { whenHydrated } from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, createMember } = await startMembers()
const { visitInTrouble, siteUrl } = useSite(settings)
const category = '/library/category/content-marketing'
const notices = { en: 'You’re offline.', es: 'Estás sin conexión.' }
const notice = (page: Page, text = notices.en) => page.getByRole('status').filter({ hasText: text })

describe('without a connection', () => {
  test.each([
    ['en', 'Content marketing'],
    ['es', 'Marketing de contenidos'],
  ] as const)('a page shows a notice, and opens by itself when the connection is back: %s', async (locale, title) => {
    await visitInTrouble({ locale }, async ({ page, loads }) => {
      // Loads the scripts of a category page, so that only its data is missing.
      await openPage(page, '/library/category/seo-and-search')
      await whenHydrated(page)
      await whenLoaded(page, () => page.locator('header a[href="/library"]').first().click())
      await page.getByRole('main').locator(`a[href="${category}"]`).first().waitFor()
      await page.context().setOffline(true)
      await notice(page, notices[locale]).waitFor()
      await page.getByRole('main').locator(`a[href="${category}"]`).first().click()
      await page.locator('.progress').waitFor()
      await page.context().setOffline(false)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await notice(page, notices[locale]).waitFor({ state: 'detached' })
      expect(loads()).toBe(1)
    })
  })

  test('a page whose scripts are not loaded yet opens when the connection is back', async () => {
    await visitInTrouble({}, async ({ page }) => {
      await openPage(page, '/library')
      await whenHydrated(page)
      await page.context().setOffline(true)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click()
      await notice(page).waitFor()
      expect(await page.locator('h1').textContent()).toBe('Prompt library')
      await page.context().setOffline(false)
      await page.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/privacy')
    })
  })

  test('a failed request shows that the server is unreachable, and is sent again later', async () => {
    await visitInTrouble({}, async ({ page }) => {
      await openPage(page, '/library')
      await whenHydrated(page)
      await page.route('**/{api,healthz}/**', (route) => route.abort('connectionrefused'))
      await page.route('**/healthz', (route) => route.abort('connectionrefused'))
      await page.getByRole('main').locator(`a[href="${category}"]`).first().click()
      await notice(page).waitFor()
      await page.unrouteAll()
      await page.getByRole('heading', { name: 'Content marketing', level: 1 }).waitFor()
      await notice(page).waitFor({ state: 'detached' })
      expect(await page.getByRole('alert').count()).toBe(0)
    })
  })

  test('a form shows that nothing was sent, and keeps its input', async () => {
    await visitInTrouble({}, async ({ page }) => {
      await openPage(page, '/login')
      await whenHydrated(page)
      await page.getByLabel('Email').fill('ana@mail.test')
      await page.getByLabel('Password', { exact: true }).fill('a good password')
      await page.context().setOffline(true)
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('alert').filter({ hasText: 'What you typed is still here' }).waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe('ana@mail.test')
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('a good password')
    })
  })

  test('a prompt can be read, filled in and copied', async () => {
    await visitInTrouble({}, async ({ page }) => {
      await openPage(page, '/library/prompt/outline-a-long-read')
      await whenHydrated(page)
      await page.context().setOffline(true)
      await notice(page).waitFor()
      await page.locator('.prompt-text').getByRole('textbox', { name: 'Topic' }).fill('Bees')
      await page.getByRole('button', { name: 'Copy', exact: true }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.locator('.prompt-text').textContent()).toContain('Bees')
    })
  })

  test.each(['en', 'es'] as const)(
    'a failed save or rating shows an error at once, which OK closes: %s',
    async (locale) => {
      const token = await createMember(siteUrl())
      const words = { en: { saving: en, save: 'Save' }, es: { saving: es, save: 'Guardar' } }[locale]
      await visitInTrouble({ locale }, async ({ page }) => {
        await signIn(page, token)
        await openPage(page, '/library/prompt/outline-a-long-read')
        await whenHydrated(page)
        await page.getByRole('link', { name: locale === 'en' ? 'Your profile' : 'Tu perfil' }).waitFor()
        await page.context().setOffline(true)
        for (const [button, text] of [
          [
            page.getByRole('main').getByRole('button', { name: words.save, exact: true }),
            words.saving.marks.network_failed,
          ],
          [page.locator('main .star-rating label').nth(3), words.saving.marks.rate_failed],
        ] as const) {
          await button.click()
          const alert = page.getByRole('alert').filter({ hasText: text })
          // Still offline: the message must not need a request.
          await alert.waitFor()
          await expect.poll(() => notice(page, notices[locale]).isVisible()).toBe(false)
          await alert.getByRole('button', { name: locale === 'en' ? 'OK' : 'Aceptar' }).click()
          await alert.waitFor({ state: 'detached' })
        }
      })
    },
  )
})
