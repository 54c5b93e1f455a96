import { describe, expect, test } from 'vitest'
import { limits } from '../../server/limits/limits.ts'
import { waitForReadWindow } from '../support/browser/read-window.ts'
import { navigate } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit, siteUrl } = useSite()

describe('the waiting page of a rate limit', () => {
  test('counts down to zero, and returns to the former page', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      // The clock moves only in runFor, so the speed of the machine does not matter.
      await page.clock.install({ time: 0 })
      await page.clock.pauseAt(1_000)
      await open('/too-many-requests?wait=3')
      await page.getByRole('heading', { name: 'Too many requests(' }).waitFor()
      await page.clock.runFor(1_000)
      await page.getByText("You've hit the rate limit. Please wait 2 second(s)…").waitFor()
      await page.clock.runFor(3_000)
      await page.getByText('You can continue now.').waitFor()
      await page.getByRole('button', { name: 'Go back' }).click()
      await page.waitForURL('**/library')
      expect(await page.title()).toContain('Prompt library')
    })
  })

  test.each([
    ['en', '?wait=30', "You've hit the rate limit. Please wait 30 second(s)…", 'Go back'],
    ['en', '?wait=1', "You've hit the rate limit. Please wait 1 second(s)…", 'Go back'],
    ['es', '?wait=30', 'Has alcanzado el límite de solicitudes. Espera 30 segundos…', 'Volver'],
    ['es', '?wait=1', 'Has alcanzado el límite de solicitudes. Espera 1 segundo…', 'Volver'],
    ['es', '?until=', /^Has alcanzado el límite de solicitudes. Espera (19|20) segundos…$/, 'Volver'],
    ['en', '', 'You can continue now.', 'Go back'],
  ] as const)('shows the seconds and a link without scripts: %s %s', async (locale, query, text, back) => {
    await visit({ locale, javaScriptEnabled: false }, async ({ page, open }) => {
      const until = query.endsWith('until=') ? new Date(Date.now() + 20_000).toISOString() : ''
      await open(`/too-many-requests${query}${until}`)
      await page.getByRole('timer').getByText(text).waitFor()
      expect(await page.locator('main button:visible').count()).toBe(0)
      await page.getByRole('link', { name: back }).click()
      await page.waitForURL(`${siteUrl()}/`)
    })
  })

  test('is opened once if several responses are 429', async () => {
    await visit({ locale: 'es' }, async ({ page, open }) => {
      let requests = 0
      await open('/library')
      await page.route('**/api/**', (route) => {
        requests++
        return route.fulfill({
          status: 429,
          headers: { 'retry-after': '7' },
          contentType: 'application/json',
          body: JSON.stringify({ detail: 'Slow down.', wait_seconds: 7, until: '2999-01-01T00:00:00.000Z' }),
        })
      })
      const visited: string[] = []
      page.on('request', (request) => request.isNavigationRequest() && visited.push(request.url()))
      await page.getByRole('main').getByRole('link', { name: 'Marketing de contenidos' }).click()
      await page.waitForURL('**/too-many-requests?**')
      await page.getByRole('heading', { name: 'Demasiadas solicitudes(' }).waitFor()
      expect(new URL(page.url()).searchParams.get('wait')).toBe('7')
      expect(new URL(page.url()).searchParams.get('until')).toBe('2999-01-01T00:00:00.000Z')
      expect(requests).toBeGreaterThan(0)
      expect(visited.filter((url) => url.startsWith(`${siteUrl()}/too-many`))).toHaveLength(1)
    })
  })
})

describe('a page beyond the rate limit', () => {
  const limited = useSite({ LIMITS: 'on' })

  test('redirects to the waiting page, without a history entry of its own', async () => {
    await limited.visit({ locale: 'es' }, async ({ page, open }) => {
      await open('/library')
      const length = await page.evaluate(() => history.length)
      const { origin } = new URL(page.url())
      await waitForReadWindow(30_000)
      for (let round = 0; round < limits.read.points / 100; round++)
        await Promise.all(
          Array.from({ length: 100 }, async () => (await fetch(`${origin}/api/library/taxonomy/functional/`)).text()),
        )
      expect((await navigate(page, '/subscription'))?.status()).toBe(429)
      await page.waitForURL(/\/too-many-requests\?wait=\d+&until=/)
      await page.getByRole('heading', { name: 'Demasiadas solicitudes(' }).waitFor()
      await page.getByText(/Espera \d+ segundo/).waitFor()
      expect(await page.evaluate(() => history.length)).toBe(length + 1)
    })
  })
})
