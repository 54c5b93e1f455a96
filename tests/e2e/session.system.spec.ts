import type { BrowserContext, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { navigate, openPage } from '../support/browser/when-loaded.ts'
import { storedTokens, noTokens } from '../support/tokens.ts'
import { painted } from '../support/browser/shift.ts'
import { holdResponses } from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit, siteUrl } = useSite()

const me = {
  username: 'ana',
  email: 'ana@mail.test',
  first_name: 'Ana',
  last_name: 'Gil',
  avatar_color: '#0b6e4f',
  language: 'en',
  register_date: '2026-01-01T00:00:00.000Z',
  role: 'user',
  has_password: true,
  is_email_confirmed: true,
}
const pair = (name: string) => ({ access: `access ${name}`, refresh: `refresh ${name}` })
const bearer = (route: Route) => route.request().headers().authorization

/** Serves an API that accepts only the token `valid`; `refresh` answers token refreshes. Storage survives reopening a page. */
async function serveMember(context: BrowserContext, refresh: (route: Route, refreshes: number) => Promise<void>) {
  const received = { refreshes: 0, revoked: [] as unknown[], valid: 'Bearer access new' }
  await context.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === '/api/users/token/refresh/') return refresh(route, ++received.refreshes)
    if (path === '/api/users/token/revoke/') {
      received.revoked.push(route.request().postDataJSON())
      return route.fulfill({ status: 204 })
    }
    const authorization = bearer(route)
    if (authorization !== undefined && authorization !== received.valid)
      return route.fulfill({ status: 401, json: { detail: 'expired', code: 'token_not_valid' } })
    if (path === '/api/users/me/')
      return authorization ? route.fulfill({ json: me }) : route.fulfill({ status: 401, json: { detail: 'no' } })
    if (path === '/api/users/me/sessions/') return route.fulfill({ json: { results: [], next: null } })
    if (path === '/api/subscription/status/') return route.fulfill({ json: { subscription: null } })
    if (path === '/api/notifications/count/') return route.fulfill({ json: { unread: 0 } })
    if (path === '/api/notifications/settings/')
      return route.fulfill({ json: { moderation_mail: 'at_once', activity_mail: 'daily' } })
    if (authorization === undefined) return route.continue()
    const { authorization: _, ...headers } = route.request().headers()
    return route.continue({ headers })
  })
  return received
}

/** Opens a tab with an expired token, without checking its console. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await openPage(page, path)
  return page
}
const signInWith = (context: BrowserContext, name: string) =>
  context.addInitScript((tokens) => {
    if (localStorage.getItem('test') !== null) return
    localStorage.setItem('test', 'signed in once')
    localStorage.setItem('access', tokens.access)
    localStorage.setItem('refresh', tokens.refresh)
  }, pair(name))
const avatar = (page: Page) => page.getByRole('link', { name: 'Your profile' })
const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms))
const answerNew = async (route: Route) => {
  await pause(150)
  await route.fulfill({ json: pair('new') })
}

describe('an expired access token', () => {
  test('is refreshed once for all API calls of a page, and each call is sent again', async () => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      const received = await serveMember(context, answerNew)
      await signInWith(context, 'old')
      const page = await openTab(context, '/library/use-case/blog-outlines')
      await avatar(page).getByText('A', { exact: true }).waitFor()
      expect(received.refreshes).toBe(1)
      expect(await storedTokens(page)).toEqual(pair('new'))
    })
  })

  test('is refreshed once for two tabs', async () => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      const received = await serveMember(context, answerNew)
      await signInWith(context, 'old')
      const pages = await Promise.all([openTab(context, '/library'), openTab(context, '/subscription')])
      for (const page of pages) await avatar(page).getByText('A', { exact: true }).waitFor()
      expect(received.refreshes).toBe(1)
    })
  })

  test('signs out if the refresh token is refused, and public content stays', async () => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      const received = await serveMember(context, (route) => route.fulfill({ status: 401, json: { detail: 'no' } }))
      await signInWith(context, 'old')
      const page = await openTab(context, '/library')
      await page.getByRole('link', { name: 'Log in' }).waitFor()
      expect(await storedTokens(page)).toEqual(noTokens)
      expect(received.refreshes).toBe(1)
      await page.getByRole('main').getByRole('link', { name: 'Content marketing' }).click()
      await page.getByRole('heading', { name: 'Content marketing' }).waitFor()
      expect(received.refreshes).toBe(1)
    })
  })

  test.each([
    ['the network fails', (route: Route) => route.abort()],
    ['the server fails', (route: Route) => route.fulfill({ status: 503, json: { detail: 'busy' } })],
  ])('is not removed if %s', async (_why, refresh) => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      await serveMember(context, refresh)
      await signInWith(context, 'old')
      const page = await openTab(context, '/library')
      expect(await storedTokens(page)).toEqual(pair('old'))
      expect(await avatar(page).count()).toBe(1)
    })
  })

  test('redirects to the waiting page after too many refreshes', async () => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      await serveMember(context, (route) =>
        route.fulfill({ status: 429, json: { detail: 'slowly', wait_seconds: 9, until: '2999-01-01T00:00:00.000Z' } }),
      )
      await signInWith(context, 'old')
      const page = await context.newPage()
      await navigate(page, '/library')
      await page.waitForURL('**/too-many-requests?wait=9**')
      expect(await storedTokens(page)).toEqual(pair('old'))
    })
  })

  test('signs out if the server refuses the current user with a new token', async () => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      const received = await serveMember(context, answerNew)
      received.valid = 'Bearer another'
      await signInWith(context, 'old')
      const page = await openTab(context, '/terms-of-service')
      await page.getByRole('link', { name: 'Log in' }).waitFor()
      expect(await storedTokens(page)).toEqual(noTokens)
    })
  })

  test('is not stored again if another tab signed out during the refresh', async () => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      const held = Promise.withResolvers<void>()
      const requested = Promise.withResolvers<void>()
      await serveMember(context, async (route) => {
        requested.resolve()
        await held.promise
        await route.fulfill({ json: pair('new') })
      })
      await signInWith(context, 'old')
      const page = await context.newPage()
      await navigate(page, '/library')
      await requested.promise
      await navigate(first, '/too-many-requests')
      await first.evaluate(() => localStorage.clear())
      held.resolve()
      await page.getByRole('link', { name: 'Log in' }).waitFor()
      expect(await storedTokens(page)).toEqual(noTokens)
    })
  })
})

const isToken = (path: string) => path.startsWith('/api/users/token/')

describe('a session', () => {
  test('that ends in one tab ends in the other tab', async () => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      await serveMember(context, answerNew)
      await signInWith(context, 'new')
      const [one, other] = [await openTab(context, '/library'), await openTab(context, '/library')]
      await avatar(other).waitFor()
      await one.evaluate(() => {
        localStorage.removeItem('access')
        localStorage.removeItem('refresh')
      })
      await other.getByRole('link', { name: 'Log in' }).waitFor()
      expect(await avatar(other).count()).toBe(0)
    })
  })

  test('is ended by a log-out in the profile, which redirects to the home page', async () => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      const received = await serveMember(context, answerNew)
      await signInWith(context, 'new')
      const page = await openTab(context, '/profile')
      await page.getByRole('button', { name: 'Log out', exact: true }).click()
      await page.waitForURL(`${siteUrl()}/`)
      await page.getByRole('link', { name: 'Log in' }).waitFor()
      expect(await storedTokens(page)).toEqual(noTokens)
      await expect.poll(() => received.revoked).toEqual([{ refresh: 'refresh new' }])
      expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBe(null)
    })
  })

  test('shows the profile as the server rendered it until its messages are loaded', async () => {
    await visit({}, async ({ page }) => {
      await serveMember(page.context(), answerNew)
      await signInWith(page.context(), 'new')
      const release = await holdResponses(page, '**/assets/profile-messages*')
      const requested = page.waitForRequest('**/assets/profile-messages*')
      await navigate(page, '/profile', { waitUntil: 'commit' })
      await requested
      await painted(page)
      release()
      await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
      expect(await page.getByRole('main').getByText('ana@mail.test').first().textContent()).toContain('ana@mail.test')
    })
  })

  test('sends its access token with every API call except those for tokens', async () => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      const sent: [string, string | undefined][] = []
      context.on('request', (request) => {
        const path = new URL(request.url()).pathname
        if (path.startsWith('/api/')) sent.push([path, request.headers().authorization])
      })
      await serveMember(context, answerNew)
      await signInWith(context, 'old')
      const page = await openTab(context, '/library')
      await avatar(page).getByText('A', { exact: true }).waitFor()
      expect(sent.filter(([path]) => isToken(path)).map(([, token]) => token)).toEqual([undefined])
      expect(sent.filter(([path, token]) => !isToken(path) && !token)).toEqual([])
      expect(sent.length).toBeGreaterThan(3)
    })
  })

  test("stores the member's choice of language even if the access token has expired", async () => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      const received = await serveMember(context, answerNew)
      await signInWith(context, 'new')
      const page = await openTab(context, '/library')
      // The token has expired.
      received.valid = 'Bearer access newer'
      await context.unroute('**/api/**')
      const saved: unknown[] = []
      await context.route('**/api/users/**', async (route) => {
        const path = new URL(route.request().url()).pathname
        if (path === '/api/users/token/refresh/') return route.fulfill({ json: pair('newer') })
        if (bearer(route) !== received.valid) return route.fulfill({ status: 401, json: { detail: 'expired' } })
        if (route.request().method() === 'PATCH') saved.push(route.request().postDataJSON())
        return route.fulfill({ json: { ...me, language: 'es' } })
      })
      await page.getByRole('link', { name: 'Español' }).click()
      await page.getByRole('heading', { name: 'Biblioteca de prompts' }).waitFor()
      await expect.poll(() => saved).toEqual([{ language: 'es' }])
    })
  })

  test("stores the member's choice of language in the account, unless it comes from the address", async () => {
    await visit({}, async ({ page: first }) => {
      const context = first.context()
      await serveMember(context, answerNew)
      await signInWith(context, 'new')
      const changes: unknown[] = []
      context.on('request', (request) => request.method() === 'PATCH' && changes.push(request.postDataJSON()))
      const page = await openTab(context, '/library')
      await page.getByRole('link', { name: 'Español' }).click()
      await page.getByRole('heading', { name: 'Biblioteca de prompts' }).waitFor()
      await expect.poll(() => changes).toEqual([{ language: 'es' }])
    })
  })
})
