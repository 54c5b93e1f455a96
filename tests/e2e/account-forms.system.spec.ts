import { describe, expect, test } from 'vitest'
import { mockWrites, field, submit, words } from '../support/browser/forms.ts'
import { goBack } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit, siteUrl } = useSite()
const pagesOfTokens = ['/reset-password', '/confirm-email', '/unsubscribe', '/invitation', '/cancel', '/oauth/google']

describe.each(['en', 'es'] as const)('the account forms in %s', (locale) => {
  const say = words[locale]

  test('a password reset redirects to the log-in, which shows a confirmation', async () => {
    await visit({ locale }, async ({ page, open }) => {
      const sent = await mockWrites(page, { '/confirm/': { status: 204 } })
      await open('/reset-password?token=abc')
      await page.waitForURL(`${siteUrl()}/reset-password`)
      // A token left by a session that has ended.
      await page.evaluate(() => localStorage.setItem('access', 'of an ended sign-in'))
      await field(page, say.fresh).fill('a new long secret')
      await submit(page, say.reset)
      await page.waitForURL(`${siteUrl()}/login?reset=1`)
      await page.getByText(say.wasReset).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('access'))).toBe(null)
      expect(sent).toEqual([{ token: 'abc', password: 'a new long secret' }])
    })
  })

  test('the token of a mailed link is in no history entry, no Referer and no request address', async () => {
    await visit({ locale }, async ({ page, open }) => {
      const referrers: string[] = []
      page.on('request', (request) => referrers.push(request.headers().referer ?? ''))
      for (const path of pagesOfTokens) {
        await mockWrites(page, { '/confirm_email/': { json: { email: 'ana@mail.test', was_confirmed: false } } })
        await open(`${path}?token=abc-all`)
        await page.waitForURL(`${siteUrl()}${path}`)
        await open('/terms-of-service')
        await goBack(page)
        await page.waitForURL(`${siteUrl()}${path}`)
      }
      expect(referrers.filter((referrer) => referrer.includes('abc'))).toEqual([])
    })
  })

  test('every form shows a notice if scripts are off', async () => {
    await visit({ locale, javaScriptEnabled: false }, async ({ page, open }) => {
      for (const path of ['/login', '/register', '/forgot-password', '/reset-password?token=abc']) {
        await open(path)
        expect(await page.getByText(say.needsScript).isVisible()).toBe(true)
        expect(await page.locator('main button:visible').count()).toBe(0)
        expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
      }
    })
  })
})
