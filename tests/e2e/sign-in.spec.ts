import { describe, expect, test } from 'vitest'
import { answer, field, logIn, pair, register, remember, remembered, submit, words } from '../support/forms.ts'
import { keptTokens, noTokens } from '../support/tokens.ts'
import { useSite } from '../support/visit.ts'

const { visit, siteUrl } = useSite()

describe('a log-in', () => {
  const say = words.en

  test.each([
    ['/login', null, '/'],
    ['/login', '/library?free=1', '/library?free=1'],
    ['/login?next=%2Fforum', null, '/forum'],
    ['/login?next=%2Fforum', '/library', '/forum'],
    ['/login?next=%2F%2Fevil.test', null, '/'],
    ['/login?next=%2F%2Fevil.test', '/library', '/library'],
    ['/login?next=javascript:alert(1)', 'https://evil.test/', '/'],
    ['/login?next=%2F%5Cevil.test', String.raw`\\evil.test`, '/'],
    ['/login?next=%252f%252fevil.test', null, '/'],
  ])('at %s with %s remembered leads to %s', async (address, kept, target) => {
    await visit({}, async ({ page, open }) => {
      await answer(page, { '/token/': { json: pair } })
      await open(address)
      if (kept !== null) await remember(page, kept)
      await logIn(page, say)
      await page.waitForURL(`${siteUrl()}${target}`)
      expect(await keptTokens(page)).toEqual(pair)
      expect(await remembered(page)).toBe(null)
    })
  })

  test("goes on in the person's own language, with the person's avatar", async () => {
    await visit({}, async ({ page, open }) => {
      await answer(page, { '/token/': { json: pair } })
      await open('/login?next=/terms-of-service')
      await logIn(page, say)
      await page.waitForURL(`${siteUrl()}/terms-of-service`)
      expect(await page.locator('html').getAttribute('lang')).toBe('es')
      const avatar = page.getByRole('banner').getByRole('link', { name: 'Tu perfil' })
      await avatar.getByText('A', { exact: true }).waitFor()
      expect(await avatar.getAttribute('href')).toBe('/profile')
      expect(await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).count()).toBe(0)
    })
  })

  test('is sent once, however often it is asked for', async () => {
    await visit({}, async ({ page, open }) => {
      const held = Promise.withResolvers<void>()
      let asked = 0
      await answer(page, {})
      await page.route('**/api/users/token/', async (route) => {
        asked++
        await held.promise
        await route.fulfill({ json: pair })
      })
      await open('/login?next=/terms-of-service')
      await logIn(page, say)
      const button = page.getByRole('main').getByRole('button', { name: 'Log in' })
      expect(await button.getAttribute('aria-busy')).toBe('true')
      await button.click({ force: true })
      await field(page, say.password).press('Enter')
      held.resolve()
      await page.waitForURL(`${siteUrl()}/terms-of-service`)
      expect(asked).toBe(1)
    })
  })

  test('is not sent before the scripts are there, and what was typed by then stays', async () => {
    await visit({}, async ({ page }) => {
      const sent = await answer(page, { '/token/': { json: pair } })
      const held = Promise.withResolvers<void>()
      await page.route('**/assets/entry-browser-*.js', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.goto('/login?next=/terms-of-service', { waitUntil: 'commit' })
      await field(page, say.email).fill('ana@mail.test')
      await field(page, say.password).fill('a long enough secret')
      await field(page, say.password).press('Enter')
      await page.getByRole('main').getByRole('button', { name: say.login }).click({ force: true })
      expect(page.url()).toBe(`${siteUrl()}/login?next=/terms-of-service`)
      held.resolve()
      await submit(page, say.login)
      await page.waitForURL(`${siteUrl()}/terms-of-service`)
      expect(sent).toEqual([{ email: 'ana@mail.test', password: 'a long enough secret' }])
    })
  })

  test('goes to the page that waits where it was tried too often', async () => {
    await visit({}, async ({ page, open }) => {
      const json = { detail: 'slowly', wait_seconds: 8, until: '2999-01-01T00:00:00.000Z' }
      await answer(page, { '/token/': { status: 429, json } })
      await open('/login')
      await logIn(page, say)
      await page.waitForURL('**/too-many-requests?wait=8**')
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Too many requests(')
    })
  })

  test('asks for both fields, and names them to password managers', async () => {
    await visit({}, async ({ page, open }) => {
      const sent = await answer(page, { '/token/': { json: pair } })
      const rolesOf = () =>
        page
          .locator('main input')
          .evaluateAll((inputs) =>
            (inputs as HTMLInputElement[]).map(({ name, required, autocomplete }) => [name, required, autocomplete]),
          )
      await open('/login')
      await submit(page, say.login)
      expect(await page.locator(':invalid:focus').getAttribute('name')).toBe('email')
      expect(sent).toEqual([])
      expect(await rolesOf()).toEqual([
        ['email', true, 'username'],
        ['password', true, 'current-password'],
      ])
      await open('/register')
      expect(await rolesOf()).toEqual([
        ['email', true, 'email'],
        ['name', true, 'given-name'],
        ['surname', true, 'family-name'],
        ['password', true, 'new-password'],
      ])
      await open('/reset-password?token=abc')
      expect(await rolesOf()).toEqual([['password', true, 'new-password']])
    })
  })

  test.each(['/login', '/register'])('is not asked of whoever is signed in and opens %s', async (path) => {
    await visit({}, async ({ page }) => {
      await answer(page, {})
      await page.addInitScript((kept) => localStorage.setItem('access', kept), pair.access)
      await page.goto(`${path}?next=/terms-of-service`)
      await page.waitForURL(`${siteUrl()}/terms-of-service`)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    })
  })
})

describe('the language of a form', () => {
  test.each(['/reset-password?token=abc', '/login?next=%2Fforum'])(
    'is switched at %s without losing the way',
    async (path) => {
      await visit({}, async ({ page, open }) => {
        await open(path)
        await page.getByRole('link', { name: 'Español' }).click()
        await page.locator('html[lang=es]').waitFor()
        await page.waitForURL(`${siteUrl()}${path}`)
        expect(await page.locator('main [name=password]').count()).toBe(1)
      })
    },
  )
})

describe('a registration', () => {
  test.each([
    [null, '/login?registered=1', 'Your account is ready'],
    ['/terms-of-service', '/terms-of-service', 'Terms of service'],
    ['https://evil.test/', '/login?registered=1', 'Your account is ready'],
  ])('with %s remembered leads to %s, and nobody is signed in', async (kept, target, text) => {
    await visit({}, async ({ page, open }) => {
      const sent = await answer(page, {
        '/register/': { status: 201, json: { username: 'ana', email: 'ana@mail.test' } },
      })
      await open('/register')
      if (kept !== null) await remember(page, kept)
      const consent = page.getByRole('main').getByRole('link', { name: /terms of service|privacy policy/ })
      expect(await consent.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
        '/terms-of-service',
        '/privacy',
      ])
      await register(page, words.en)
      await page.waitForURL(`${siteUrl()}${target}`)
      await page.getByRole('main').getByText(text).first().waitFor()
      expect(sent).toEqual([{ email: 'ana@mail.test', name: 'Ana', surname: 'Gil', password: 'a long enough secret' }])
      expect(await keptTokens(page)).toEqual(noTokens)
      // It is still where the sign-in will lead.
      expect(await remembered(page)).toBe(kept)
    })
  })
})
