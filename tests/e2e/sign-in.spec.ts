import { describe, expect, test } from 'vitest'
import {
  mockWrites,
  field,
  logIn,
  pair,
  register,
  storeRedirectPath,
  storedRedirect,
  submit,
  words,
} from '../support/browser/forms.ts'
import { navigate } from '../support/browser/when-loaded.ts'
import { storedTokens, noTokens } from '../support/tokens.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit, siteUrl } = useSite()
const prompt = '/library/prompt/outline-a-long-read'

describe('a log-in', () => {
  const say = words.en

  test('redirects to the page in its address, before the remembered one', async () => {
    await visit({}, async ({ page, open }) => {
      await mockWrites(page, { '/token/': { json: pair } })
      await open('/login?next=%2Fforum')
      await storeRedirectPath(page, '/library')
      await logIn(page, say)
      await page.waitForURL(`${siteUrl()}/forum`)
      expect(await storedTokens(page)).toEqual(pair)
      expect(await storedRedirect(page)).toBe(null)
    })
  })

  test("shows the site in the member's language, with the avatar", async () => {
    await visit({}, async ({ page, open }) => {
      await mockWrites(page, { '/token/': { json: pair } })
      await open('/login?next=/terms-of-service')
      await logIn(page, say)
      await page.waitForURL(`${siteUrl()}/terms-of-service`)
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es')
      const avatar = page.getByRole('banner').getByRole('link', { name: 'Tu perfil' })
      await avatar.getByText('A', { exact: true }).waitFor()
      expect(await avatar.getAttribute('href')).toBe('/profile')
      expect(await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).count()).toBe(0)
    })
  })

  test('is sent once for several clicks', async () => {
    await visit({}, async ({ page, open }) => {
      const held = Promise.withResolvers<void>()
      let requests = 0
      await mockWrites(page, {})
      await page.route('**/api/users/token/', async (route) => {
        requests++
        await held.promise
        await route.fulfill({ json: pair })
      })
      await open('/login?next=/terms-of-service')
      await logIn(page, say)
      const button = page.getByRole('main').getByRole('button', { name: 'Log in' })
      await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
      await button.click({ force: true })
      await field(page, say.password).press('Enter')
      held.resolve()
      await page.waitForURL(`${siteUrl()}/terms-of-service`)
      expect(requests).toBe(1)
    })
  })

  test('is not sent before the scripts run, and keeps the input', async () => {
    await visit({}, async ({ page }) => {
      const sent = await mockWrites(page, { '/token/': { json: pair } })
      const held = Promise.withResolvers<void>()
      await page.route('**/assets/entry-browser-*.js', async (route) => {
        await held.promise
        await route.continue()
      })
      await navigate(page, '/login?next=/terms-of-service', { waitUntil: 'commit' })
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

  test('redirects to the waiting page after too many attempts', async () => {
    await visit({}, async ({ page, open }) => {
      const json = { detail: 'slowly', wait_seconds: 8, until: '2999-01-01T00:00:00.000Z' }
      await mockWrites(page, { '/token/': { status: 429, json } })
      await open('/login')
      await logIn(page, say)
      await page.waitForURL('**/too-many-requests?wait=8**')
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Too many requests(')
    })
  })

  test('requires both fields', async () => {
    await visit({}, async ({ page, open }) => {
      const sent = await mockWrites(page, { '/token/': { json: pair } })
      await open('/login')
      await submit(page, say.login)
      expect(await page.locator(':invalid:focus').getAttribute('name')).toBe('email')
      expect(sent).toEqual([])
    })
  })
})

describe('the language of a form', () => {
  test.each([
    ['/reset-password?token=abc', '/reset-password'],
    ['/login?next=%2Fforum', '/login?next=%2Fforum'],
  ])('is switched at %s without losing the query', async (path, shown) => {
    await visit({}, async ({ page, open }) => {
      await open(path)
      await page.getByRole('link', { name: 'Español' }).click()
      await page.locator('html[lang=es]').waitFor()
      await page.waitForURL(`${siteUrl()}${shown}`)
      expect(await page.locator('main [name=password]').count()).toBe(1)
      if (!path.includes('token')) return
      const sent = await mockWrites(page, { '/confirm/': { status: 204 } })
      await page.locator('main [name=password]').fill('a new long secret')
      await page.locator('main button[type=submit]').click()
      await page.waitForURL(`${siteUrl()}/login?reset=1`)
      expect(sent).toEqual([{ token: 'abc', password: 'a new long secret' }])
    })
  })
})

describe('a registration', () => {
  test.each([
    ['en', 390, 'Save', 'Saved', 'Log in to save the prompt.', 'You are logged in, and the prompt is saved.'],
    [
      'es',
      1440,
      'Guardar',
      'Guardado',
      'Inicia sesión para guardar el prompt.',
      'Has iniciado sesión y el prompt está guardado.',
    ],
  ] as const)(
    'from a dialog leads to a log-in that performs the pending action: %s at %d px',
    async (locale, width, save, saved, next, done) => {
      await visit({ locale, viewport: { width, height: 844 } }, async ({ page, open, requestedPaths }) => {
        const say = words[locale]
        const saves = () => requestedPaths.filter((path) => path.endsWith('/save/'))
        await open(prompt)
        const places = await page
          .locator('main button')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
        await page.getByRole('button', { name: save, exact: true }).click()
        const buttons = page.getByRole('dialog').getByRole('button')
        await buttons.first().waitFor()
        expect((await buttons.allTextContents()).slice(0, 2)).toEqual([say.login, say.register])
        await page.getByRole('dialog').getByRole('button', { name: say.register }).click()
        await page.waitForURL('**/register')
        const person = { email: `wants-to-save-${locale}@mail.test`, password: 'a long enough secret' }
        await field(page, say.email).fill(person.email)
        await page.locator('[name=name]').fill('Ana')
        await page.locator('[name=surname]').fill('Gil')
        await field(page, say.password).fill(person.password)
        await submit(page, say.register)
        await page.waitForURL(`${siteUrl()}/login?registered=1`)
        await page.getByText(next).waitFor()
        await field(page, say.email).fill(person.email)
        await field(page, say.password).fill(person.password)
        await submit(page, say.login)
        await page.waitForURL(siteUrl() + prompt)
        await page.getByText(done).waitFor()
        await page.getByRole('button', { name: saved, exact: true, disabled: false }).waitFor()
        expect(saves()).toHaveLength(1)
        expect(
          await page.locator('main button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x)),
        ).toEqual(places)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await open(prompt)
        await page.getByRole('button', { name: saved, exact: true }).waitFor()
        expect(saves()).toEqual([])
        expect(await page.getByText(done).count()).toBe(0)
      })
    },
  )

  test('redirects to the remembered page, without signing in', async () => {
    await visit({}, async ({ page, open }) => {
      const sent = await mockWrites(page, {
        '/register/': { status: 201, json: { username: 'ana', email: 'ana@mail.test' } },
      })
      await open('/register')
      await storeRedirectPath(page, '/terms-of-service')
      await register(page, words.en)
      await page.waitForURL(`${siteUrl()}/terms-of-service`)
      expect(sent).toEqual([{ email: 'ana@mail.test', name: 'Ana', surname: 'Gil', password: 'a long enough secret' }])
      expect(await storedTokens(page)).toEqual(noTokens)
      expect(await storedRedirect(page)).toBe('/terms-of-service')
    })
  })
})
