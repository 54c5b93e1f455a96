import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { keptTokens, noTokens } from '../support/tokens.ts'
import { useSite } from '../support/visit.ts'

const { visit, siteUrl } = useSite()

const words = {
  en: {
    email: 'Email',
    password: 'Password',
    fresh: 'New password',
    show: 'Show the password',
    hide: 'Hide the password',
    login: 'Log in',
    register: 'Create account',
    send: 'Send reset link',
    reset: 'Reset password',
    wrongLogin: 'Wrong email or password. Try again.',
    wrongRegistration: 'Registration error.',
    sent: 'An instruction letter has been sent to your email address.',
    notSent: 'Couldn`t send the link. Check that the email is correct.',
    expired: 'The link has expired. Request a new one.',
    wrongReset: 'Password reset error. Check the data.',
    noToken: 'Invalid reset link. Try again.',
    wasReset: 'Your password was changed. Log in with the new one.',
    confirmed: 'Your address is confirmed.',
    notConfirmed: 'Your address could not be confirmed just now. Try again in a moment.',
    needsScript: 'This form needs JavaScript.',
  },
  es: {
    email: 'Correo electrónico',
    password: 'Contraseña',
    fresh: 'Nueva contraseña',
    show: 'Mostrar la contraseña',
    hide: 'Ocultar la contraseña',
    login: 'Iniciar sesión',
    register: 'Crear cuenta',
    send: 'Enviar enlace',
    reset: 'Cambiar contraseña',
    wrongLogin: 'Correo o contraseña incorrectos. Inténtalo de nuevo.',
    wrongRegistration: 'Error de registro.',
    sent: 'Hemos enviado un correo con instrucciones a tu dirección.',
    notSent: 'No se pudo enviar el enlace. Comprueba que el correo es correcto.',
    expired: 'El enlace ha caducado. Solicita uno nuevo.',
    wrongReset: 'Error al cambiar la contraseña. Comprueba los datos.',
    noToken: 'El enlace no es válido. Inténtalo de nuevo.',
    wasReset: 'Tu contraseña ha cambiado. Inicia sesión con la nueva.',
    confirmed: 'Tu dirección está confirmada.',
    notConfirmed: 'No hemos podido confirmar tu dirección. Inténtalo de nuevo en un momento.',
    needsScript: 'Este formulario necesita JavaScript.',
  },
}
type Said = (typeof words)['en']
const pair = { access: 'access 1', refresh: 'refresh 1' }
const me = {
  username: 'ana',
  email: 'ana@mail.test',
  first_name: '',
  last_name: '',
  avatar_color: '#4c2fa2',
  language: 'es',
  register_date: '2026-01-01T00:00:00.000Z',
  role: 'user',
  has_password: true,
  is_email_confirmed: true,
}

type Answer = { status?: number; json?: unknown } | 'abort'
/** What the API answers to writes, by the end of the path; what was sent is kept. */
async function answer(page: Page, answers: Record<string, Answer>) {
  const sent: Record<string, unknown>[] = []
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const given = Object.entries(answers).find(([end]) => pathname.endsWith(end))?.[1]
    if (pathname === '/api/users/me/') return route.fulfill({ json: me })
    if (pathname === '/api/subscription/status/') return route.fulfill({ json: { subscription: null } })
    if (!given) return route.continue()
    sent.push(route.request().postDataJSON())
    return given === 'abort' ? route.abort() : route.fulfill(given)
  })
  return sent
}
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const submit = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
/** A page whose log is not looked at: failures are what it is about. */
const quietly = (locale: string, tour: (page: Page) => Promise<void>) =>
  visit({ locale }, async ({ page }) => tour(await page.context().newPage()))

async function logIn(page: Page, say: Said) {
  await field(page, say.email).fill('ana@mail.test')
  await field(page, say.password).fill('a long enough secret')
  await submit(page, say.login)
}
async function register(page: Page, say: Said) {
  await field(page, say.email).fill('ana@mail.test')
  await page.locator('[name=name]').fill('Ana')
  await page.locator('[name=surname]').fill('Gil')
  await field(page, say.password).fill('a long enough secret')
  await submit(page, say.register)
}

const remember = (page: Page, path: string) =>
  page.evaluate((kept) => sessionStorage.setItem('redirectAfterLogin', kept), path)
const remembered = (page: Page) => page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))

describe.each(['en', 'es'] as const)('in %s', (locale) => {
  const say = words[locale]

  test.each([{ status: 401, json: { detail: 'no' } }, { status: 503, json: { detail: 'busy' } }, 'abort' as const])(
    'a log-in that fails (%j) says so, and what was typed stays',
    async (refusal) => {
      await quietly(locale, async (page) => {
        await answer(page, { '/token/': refusal })
        await page.goto('/login')
        await logIn(page, say)
        await expect.poll(() => alert(page).textContent()).toBe(say.wrongLogin)
        expect(await field(page, say.email).inputValue()).toBe('ana@mail.test')
        expect(await field(page, say.password).inputValue()).toBe('a long enough secret')
        expect(await keptTokens(page)).toEqual(noTokens)
      })
    },
  )

  test('a registration that fails says so, and what is wrong at its field', async () => {
    await quietly(locale, async (page) => {
      const json = { surname: ['Not this name.'], password: ['Too common.'] }
      await answer(page, { '/register/': { status: 400, json } })
      await page.goto('/register')
      await register(page, say)
      await expect.poll(() => alert(page).textContent()).toBe(say.wrongRegistration)
      const surname = page.locator('[name=surname]')
      await expect.poll(() => surname.evaluate((input) => input === document.activeElement)).toBe(true)
      expect(await surname.getAttribute('aria-invalid')).toBe('true')
      const note = await surname.getAttribute('aria-describedby')
      expect(await page.locator(`[id="${note}"]`).textContent()).toBe('Not this name.')
      expect(await page.getByText('Too common.').count()).toBe(1)
      expect(await page.locator('[name=email]').getAttribute('aria-invalid')).toBe(null)
      expect(await field(page, say.email).inputValue()).toBe('ana@mail.test')
    })
  })

  test('a reset link is sent, or could not be', async () => {
    await quietly(locale, async (page) => {
      await answer(page, { '/password_reset/': 'abort' })
      await page.goto('/forgot-password')
      const email = field(page, say.email)
      expect(await email.getAttribute('type')).toBe('email')
      await email.fill('ana@mail.test')
      await submit(page, say.send)
      await expect.poll(() => alert(page).textContent()).toBe(say.notSent)
      await page.unrouteAll()
      const sent = await answer(page, { '/password_reset/': { status: 204 } })
      await submit(page, say.send)
      await page.getByRole('status').getByText(say.sent).waitFor()
      expect(await alert(page).textContent()).toBe('')
      expect(sent).toEqual([{ email: 'ana@mail.test' }])
    })
  })

  test('a reset says what the server says of the password, that the link is old, or that it failed', async () => {
    await quietly(locale, async (page) => {
      const refuse = async (refusal: Answer, told: string) => {
        await page.unrouteAll()
        await answer(page, { '/confirm/': refusal })
        await page.goto('/reset-password?token=abc')
        await field(page, say.fresh).fill('whatever it is')
        await submit(page, say.reset)
        await expect.poll(() => alert(page).textContent()).toBe(told)
      }
      await refuse({ status: 400, json: { new_password: ['Too common.', 'Too short.'] } }, 'Too common.')
      expect(await field(page, say.fresh).getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByText('Too common.').count()).toBe(1)
      await refuse({ status: 400, json: { token: ['Old.'] } }, say.expired)
      await refuse({ status: 503, json: { detail: 'busy' } }, say.wrongReset)
      await refuse('abort', say.wrongReset)
    })
  })

  test('a reset without a token is refused at once', async () => {
    await visit({ locale }, async ({ page, open }) => {
      await open('/reset-password')
      expect(await alert(page).textContent()).toBe(say.noToken)
    })
  })

  test('a reset leads to the log-in, which says so', async () => {
    await visit({ locale }, async ({ page, open }) => {
      const sent = await answer(page, { '/confirm/': { status: 204 } })
      await open('/reset-password?token=abc')
      await field(page, say.fresh).fill('a new long secret')
      await submit(page, say.reset)
      await page.waitForURL(`${siteUrl()}/login?reset=1`)
      await page.getByText(say.wasReset).waitFor()
      expect(sent).toEqual([{ token: 'abc', password: 'a new long secret' }])
    })
  })

  test('an address is confirmed once, or the page says why not', async () => {
    await quietly(locale, async (page) => {
      const sent = await answer(page, { '/confirm_email/': { json: { email: 'ana@mail.test' } } })
      await page.goto('/confirm-email?token=abc')
      await page.getByRole('status').getByText(say.confirmed).waitFor()
      expect(sent).toEqual([{ token: 'abc' }])
      await page.unrouteAll()
      await answer(page, { '/confirm_email/': { status: 400, json: { token: ['Used up.'] } } })
      await page.goto('/confirm-email?token=abc')
      await expect.poll(() => alert(page).textContent()).toBe('Used up.')
      await page.unrouteAll()
      await answer(page, { '/confirm_email/': 'abort' })
      await page.goto('/confirm-email?token=abc')
      await expect.poll(() => alert(page).textContent()).toBe(say.notConfirmed)
      await page.goto('/confirm-email')
      await expect.poll(() => alert(page).textContent()).toBe(say.noToken)
    })
  })

  test('a password is shown and hidden again', async () => {
    await visit({ locale }, async ({ page, open }) => {
      for (const path of ['/login', '/register', '/reset-password?token=abc']) {
        await open(path)
        const input = page.locator('main [name=password]')
        await input.fill('seen')
        await submit(page, say.show)
        expect(await input.getAttribute('type')).toBe('text')
        await submit(page, say.hide)
        expect(await input.getAttribute('type')).toBe('password')
        expect(await input.inputValue()).toBe('seen')
      }
    })
  })

  test('every form says that it needs scripts where there are none', async () => {
    await visit({ locale, javaScriptEnabled: false }, async ({ page }) => {
      for (const path of ['/login', '/register', '/forgot-password', '/reset-password?token=abc']) {
        await page.goto(path)
        expect(await page.getByText(say.needsScript).isVisible()).toBe(true)
        expect(await page.locator('main button:visible').count()).toBe(0)
        expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
      }
    })
  })
})

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
    })
  })
})
