import type { Page } from 'playwright-core'

export const words = {
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
    noServer: 'Our server isn’t answering right now, so it may not be your password.',
    offline: 'You’re offline. What you typed is still here: send it again once you’re back.',
    wrongRegistration: 'Registration error.',
    checkRegistration: 'Check your details, then try again.',
    sent: 'An instruction letter has been sent to your email address.',
    notSent: 'Couldn`t send the link. Check that the email is correct.',
    expired: 'The link has expired. Request a new one.',
    wrongReset: 'Password reset error. Check the data.',
    noToken: 'Invalid reset link. Try again.',
    wasReset: 'Your password was changed. Log in with the new one.',
    noConfirmation: 'This link is incomplete. Open it again from the email.',
    confirmed: 'Your address is confirmed.',
    confirmedBefore: 'Your address is already confirmed. There’s nothing more to do.',
    notConfirmed: 'We couldn’t confirm your address. Try again in a moment.',
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
    reset: 'Crear contraseña',
    wrongLogin: 'Correo o contraseña incorrectos. Inténtalo de nuevo.',
    noServer: 'Nuestro servidor no responde ahora mismo, así que quizá no sea tu contraseña.',
    offline: 'No hay conexión. Lo que has escrito sigue aquí: envíalo de nuevo cuando vuelva.',
    wrongRegistration: 'Error de registro.',
    checkRegistration: 'Revisa tus datos e inténtalo de nuevo.',
    sent: 'Hemos enviado un correo con instrucciones a tu dirección.',
    notSent: 'No se ha podido enviar el enlace. Comprueba que el correo es correcto.',
    expired: 'El enlace ha caducado. Solicita uno nuevo.',
    wrongReset: 'Error al crear la contraseña. Comprueba los datos.',
    noToken: 'El enlace no es válido. Inténtalo de nuevo.',
    wasReset: 'Tu contraseña ha cambiado. Inicia sesión con la nueva.',
    noConfirmation: 'El enlace está incompleto. Ábrelo de nuevo desde el correo.',
    confirmed: 'Tu dirección está confirmada.',
    confirmedBefore: 'Tu dirección ya estaba confirmada. No tienes que hacer nada más.',
    notConfirmed: 'No hemos podido confirmar tu dirección. Inténtalo de nuevo en un momento.',
    needsScript: 'Este formulario necesita JavaScript.',
  },
}
export type FormWords = (typeof words)['en']
export const pair = { access: 'access 1', refresh: 'refresh 1' }
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
export async function mockWrites(page: Page, answers: Record<string, Answer>) {
  const sent: Record<string, unknown>[] = []
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const mocked = Object.entries(answers).find(([end]) => pathname.endsWith(end))?.[1]
    if (pathname === '/api/users/me/') return route.fulfill({ json: me })
    if (pathname === '/api/subscription/status/') return route.fulfill({ json: { subscription: null } })
    if (pathname === '/api/notifications/count/') return route.fulfill({ json: { unread: 0 } })
    if (!mocked) return route.continue()
    sent.push(route.request().postDataJSON())
    return mocked === 'abort' ? route.abort() : route.fulfill(mocked)
  })
  return sent
}
export const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
export const submit = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
export async function logIn(page: Page, say: FormWords) {
  await field(page, say.email).fill('ana@mail.test')
  await field(page, say.password).fill('a long enough secret')
  await submit(page, say.login)
}
export async function register(page: Page, say: FormWords) {
  await field(page, say.email).fill('ana@mail.test')
  await page.locator('[name=name]').fill('Ana')
  await page.locator('[name=surname]').fill('Gil')
  await field(page, say.password).fill('a long enough secret')
  await submit(page, say.register)
}

export const storeRedirectPath = (page: Page, path: string) =>
  page.evaluate((target) => sessionStorage.setItem('redirectAfterLogin', target), path)
export const storedRedirect = (page: Page) => page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))
