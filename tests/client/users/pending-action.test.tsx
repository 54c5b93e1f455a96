import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'
import { listOf, locked, prompt, promptAnswers } from '../../support/postgres/samples.ts'

const navigate = vi.fn<(path: string | URL) => void>()
beforeEach(() => {
  navigate.mockClear()
  vi.spyOn(location, 'replace').mockImplementation(navigate)
})

const path = paths.prompt(prompt.slug)
const pair = { access: 'access 1', refresh: 'refresh 1' }
const signInAnswers = {
  ...promptAnswers(),
  [`POST ${paths.api.register}`]: ok({ username: 'ana', email: 'ana@mail.test' }),
  [`POST ${paths.api.token}`]: ok(pair),
  [paths.api.me]: ok({ language: 'en' }),
  [paths.api.subscriptionStatus]: ok({ subscription: null }),
}
const save = `POST ${paths.api.promptSave(prompt.slug)}`
const rate = `POST ${paths.api.promptRating(prompt.slug)}`
const memberAnswers: Answers = {
  ...promptAnswers(),
  [paths.api.marks([prompt.slug])]: ok({ results: [] }),
  [paths.api.collections({ prompt: prompt.slug })]: listOf([]),
  [save]: ok({ is_saved: true }),
  [rate]: ok({ your_value: 4, avg: 4, count: 1 }),
}

const words = {
  en: {
    save: 'Save',
    saved: 'Saved',
    stars: '4 stars',
    collect: 'Add to collection',
    log_in: 'Log in',
    create: 'Create account',
    cancel: 'Cancel',
    free: 'You need an account for this. It’s free, and you’ll come right back here.',
    ready: 'Your account is ready.',
    mail: 'We’ve also sent you an email to confirm your address.',
    toSave: 'Log in to save the prompt.',
    toRate: 'Log in to rate the prompt.',
    toCollect: 'Log in to add the prompt to a collection.',
    hasSaved: 'You are logged in, and the prompt is saved.',
    hasRated: 'You are logged in, and your rating of 4 stars is saved.',
    mayCollect: 'You are logged in. Choose a collection, or make a new one.',
    notSaved: 'Could not update save state.',
  },
  es: {
    save: 'Guardar',
    saved: 'Guardado',
    stars: '4 estrellas',
    collect: 'Añadir a una colección',
    log_in: 'Iniciar sesión',
    create: 'Crear cuenta',
    cancel: 'Cancelar',
    free: 'Para esto necesitas una cuenta. Es gratis y volverás justo aquí.',
    ready: 'Tu cuenta está lista.',
    mail: 'También te hemos enviado un correo para confirmar tu dirección.',
    toSave: 'Inicia sesión para guardar el prompt.',
    toRate: 'Inicia sesión para valorar el prompt.',
    toCollect: 'Inicia sesión para añadir el prompt a una colección.',
    hasSaved: 'Has iniciado sesión y el prompt está guardado.',
    hasRated: 'Has iniciado sesión y tu valoración de 4 estrellas está guardada.',
    mayCollect: 'Has iniciado sesión. Elige una colección o crea una nueva.',
    notSaved: 'No se ha podido guardar el cambio.',
  },
} as const
type Locale = keyof typeof words

/** Fills in the form on the page and submits it. */
function submit(name: string) {
  const main = within(screen.getByRole('main'))
  for (const input of document.querySelectorAll('main input'))
    fireEvent.change(input, { target: { value: 'a@b.test' } })
  fireEvent.click(main.getByRole('button', { name }))
}

async function askFor(locale: Locale, action: 'save' | 'rate' | 'collect') {
  const { user } = await openPage(path, promptAnswers(), { locale })
  const say = words[locale]
  const control =
    action === 'rate'
      ? screen.getByRole('radio', { name: say.stars })
      : screen.getByRole('button', { name: (name) => name.startsWith(say[action]) })
  fireEvent.click(control)
  return { user, dialog: await screen.findByRole('dialog') }
}

async function logInAt(address: string, locale: Locale = 'en') {
  cleanup()
  await openPage(address, signInAnswers, { locale })
  submit(words[locale].log_in)
  await waitFor(() => expect(navigate).toHaveBeenCalled())
  cleanup()
}

const openAsMember = (locale: Locale = 'en', answers: Answers = {}, address = path) =>
  openPage(address, { ...memberAnswers, ...answers }, { locale, member: {} })
const stored = () => sessionStorage.getItem('pending_action')

describe.each(['en', 'es'] as const)('a visitor without an account, in %s,', (locale) => {
  const say = words[locale]

  test.each([
    ['save', say.toSave, say.hasSaved, [{ request: save, body: undefined }]],
    ['rate', say.toRate, say.hasRated, [{ request: rate, body: { value: 4 } }]],
    ['collect', say.toCollect, say.mayCollect, []],
  ] as const)(
    'who chooses to %s performs this action by creating an account and logging in',
    async (action, next, message, requests) => {
      const { user, dialog } = await askFor(locale, action)
      within(dialog).getByText(say.free)
      await user.click(within(dialog).getByRole('button', { name: say.create }))
      await waitFor(() => expect(location.pathname).toBe('/register'))
      cleanup()
      await openPage('/register', signInAnswers, { locale })
      submit(say.create)
      await waitFor(() => expect(navigate.mock.lastCall).toEqual(['/login?registered=1']))
      cleanup()
      await openPage('/login?registered=1', signInAnswers, { locale })
      await screen.findByText(`${say.ready} ${next} ${say.mail}`, { selector: 'output' })
      submit(say.log_in)
      await waitFor(() => expect(navigate.mock.lastCall).toEqual([path]))
      cleanup()

      const { written } = await openAsMember(locale)
      await screen.findByText(message)
      await waitFor(() => expect(written()).toEqual(requests))
      if (action === 'save') await screen.findByRole('button', { name: say.saved })
      if (action === 'rate') await screen.findByRole('radio', { name: say.stars, checked: true })
      expect(stored()).toBeNull()
      cleanup()
      const again = await openAsMember(locale)
      expect(again.written()).toEqual([])
      expect(screen.queryByText(message)).toBeNull()
    },
  )

  test('sees an error if the action fails after the log-in', async () => {
    const { user, dialog } = await askFor(locale, 'save')
    await user.click(within(dialog).getByRole('button', { name: say.log_in }))
    await logInAt('/login', locale)
    await openAsMember(locale, { [save]: refused(500) })
    await screen.findByRole('alertdialog', { name: say.notSaved })
    expect(screen.queryByText(say.hasSaved)).toBeNull()
  })
})

async function begin() {
  const { user, dialog } = await askFor('en', 'save')
  await user.click(within(dialog).getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
}
async function expectNothingDone() {
  const { written } = await openAsMember()
  await waitFor(() => expect(stored()).toBeNull())
  expect(written()).toEqual([])
}

describe('a pending action', () => {
  test.each(['Cancel', '{Escape}'])('is dropped with %s', async (method) => {
    const { user, dialog } = await askFor('en', 'save')
    if (method === 'Cancel') await user.click(within(dialog).getByRole('button', { name: method }))
    else (dialog as HTMLDialogElement).close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await logInAt('/login')
    await expectNothingDone()
  })

  test('is dropped if the visitor continues without an account', async () => {
    await begin()
    cleanup()
    await openPage(path, promptAnswers())
    await waitFor(() => expect(stored()).toBeNull())
    await logInAt('/login')
    await expectNothingDone()
  })

  test('is dropped if the log-in redirects elsewhere', async () => {
    await begin()
    await logInAt(`/login?next=${encodeURIComponent('/terms-of-service')}`)
    expect(stored()).toBeNull()
  })

  test('is not performed by a sign-in in another tab', async () => {
    await begin()
    cleanup()
    expect(stored()).not.toBeNull()
    await expectNothingDone()
  })

  test.each([
    ['a rating of nothing', { kind: 'rate', value: undefined }],
    ['a rating of a text', { kind: 'rate', value: '4' }],
    ['a prompt without a name', { slug: null }],
    ['what there is not', { kind: 'remove' }],
  ])('is ignored if the browser has stored %s', async (_, changes) => {
    await begin()
    const pending = { ...JSON.parse(stored() ?? ''), is_granted: true, ...changes }
    sessionStorage.setItem('pending_action', JSON.stringify(pending))
    cleanup()
    await expectNothingDone()
    expect(stored()).toBeNull()
  })

  test('is dropped after an hour', async () => {
    await begin()
    const { asked_at, ...rest } = JSON.parse(stored() ?? '') as { asked_at: number }
    sessionStorage.setItem('pending_action', JSON.stringify({ ...rest, asked_at: asked_at - 3_600_001 }))
    await logInAt('/login')
    expect(stored()).toBeNull()
    await expectNothingDone()
  })

  test('is kept while account pages are opened, and dropped by a log-out', async () => {
    await begin()
    for (const address of ['/terms-of-service', '/forgot-password', '/register']) {
      cleanup()
      await openPage(address, signInAnswers)
      expect(stored()).toContain('"kind":"save"')
    }
    const { storeTokens } = await import('../../../client/app/session/session.ts')
    storeTokens(null)
    expect(stored()).toBeNull()
  })
})

describe('the log-in page', () => {
  test.each<[string, string, Answers[string]]>([
    ['You’re opening', path, ok(prompt)],
    ['With a plan you open', `/subscription?for=prompt/${prompt.slug}`, locked(prompt)],
  ])('says %s, with the item that the user came from', async (reason, next, answer) => {
    await openPage(`/login?next=${encodeURIComponent(next)}`, { [paths.api.prompt(prompt.slug)]: answer })
    const aside = (await screen.findByText(reason)).closest('aside') as HTMLElement
    within(aside).getByText(prompt.title)
    within(aside).getByText(prompt.use_case.category.name)
  })

  test('says nothing about other pages', async () => {
    const { requests } = await openPage('/login?next=/forum', {})
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(requests().filter((one) => one.includes('library'))).toEqual([])
  })
})
