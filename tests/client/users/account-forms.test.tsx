import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { words } from '../../support/browser/forms.ts'
import { emptyAnswer, ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answer } from '../../support/browser/page.tsx'

const main = () => within(screen.getByRole('main'))
const field = (label: string) => main().getByLabelText<HTMLInputElement>(label)
const named = (name: string) => document.querySelector<HTMLInputElement>(`main [name=${name}]`)
const problem = async (text: string) => {
  await main().findByText(text, { selector: '[role=alert]' })
}
const noteOf = (input: Element | null) =>
  document.getElementById(input?.getAttribute('aria-describedby') ?? '')?.textContent

const fill = (input: Element | null, value: string) => fireEvent.change(input as Element, { target: { value } })
const submit = (name: string) => fireEvent.click(main().getByRole('button', { name }))

describe.each(['en', 'es'] as const)('the account forms in %s', (locale) => {
  const say = words[locale]

  test.each<[Answer, 'noServer' | 'offline' | null]>([
    [refused(401), null],
    [refused(400), null],
    [refused(503), 'noServer'],
    ['lost', 'noServer'],
    ['lost', 'offline'],
  ])('a failed log-in (%j, %s) shows its message, and keeps the input', async (answer, reason) => {
    vi.stubGlobal('fetch', () =>
      reason === 'offline' ? Promise.reject(new Error('offline')) : Promise.resolve(new Response('')),
    )
    await openPage('/login', { [`POST ${paths.api.token}`]: answer }, { locale })
    fill(field(say.email), 'ana@mail.test')
    fill(field(say.password), 'a long enough secret')
    submit(say.login)
    await problem(reason ? `${say.wrongLogin} ${say[reason]}` : say.wrongLogin)
    expect(field(say.email).value).toBe('ana@mail.test')
    expect(field(say.password).value).toBe('a long enough secret')
    expect(localStorage.getItem('access')).toBeNull()
  })

  test('a failed registration shows a message, and field errors', async () => {
    const answer = refused(400, { surname: ['Not this name.'], password: ['Too common.'] })
    await openPage('/register', { [`POST ${paths.api.register}`]: answer }, { locale })
    fill(field(say.email), 'ana@mail.test')
    fill(named('name'), 'Ana')
    fill(named('surname'), 'Gil')
    fill(field(say.password), 'a long enough secret')
    submit(say.register)
    await problem(say.wrongRegistration)
    main().getByText(say.checkRegistration)
    await waitFor(() => expect(document.activeElement).toBe(named('surname')))
    expect(named('surname')?.getAttribute('aria-invalid')).toBe('true')
    expect(noteOf(named('surname'))).toBe('Not this name.')
    expect(noteOf(named('password'))).toBe('Too common.')
    expect(named('email')?.getAttribute('aria-invalid')).toBeNull()
    expect(field(say.email).value).toBe('ana@mail.test')
  })

  test('a request for a reset link shows a confirmation or an error', async () => {
    const request = `POST ${paths.api.passwordReset}`
    const { written } = await openPage('/forgot-password', { [request]: ['lost', emptyAnswer] }, { locale })
    expect(field(say.email).type).toBe('email')
    fill(field(say.email), 'ana@mail.test')
    submit(say.send)
    await problem(say.notSent)
    submit(say.send)
    await main().findByText(say.sent, { selector: 'output' })
    expect(main().getByRole('alert').textContent).toBe('')
    expect(written().at(-1)).toEqual({ request, body: { email: 'ana@mail.test' } })
  })

  test('a reset shows an error for a bad password, an expired link and a failed request', async () => {
    const request = `POST ${paths.api.passwordResetConfirm}`
    const answers = [
      refused(400, { new_password: ['Too common.', 'Too short.'] }),
      refused(400, { token: ['Old.'] }),
      refused(503),
      'lost' as const,
    ]
    await openPage('/reset-password?token=abc', { [request]: answers }, { locale })
    fill(field(say.fresh), 'whatever it is')
    submit(say.reset)
    await problem('Too common.')
    expect(field(say.fresh).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText('Too common.')).toHaveLength(1)
    submit(say.reset)
    await problem(say.expired)
    for (let failure = 0; failure < 2; failure++) {
      submit(say.reset)
      await problem(say.wrongReset)
    }
  })

  test('a reset without a token shows an error', async () => {
    await openPage('/reset-password', {}, { locale })
    await problem(say.noToken)
  })

  test.each<[string, Answer, keyof typeof say | 'Used up.']>([
    ['used', refused(400, { token: ['Used up.'] }), 'Used up.'],
    ['lost', 'lost', 'notConfirmed'],
    ['', 'lost', 'noConfirmation'],
  ])('an e-mail that cannot be confirmed shows the reason: %s', async (token, answer, message) => {
    await openPage(`/confirm-email?token=${token}`, { [`POST ${paths.api.confirmEmail}`]: answer }, { locale })
    await problem(message === 'Used up.' ? message : say[message])
  })

  test('an e-mail is confirmed once, and the token is removed from the address', async () => {
    const request = `POST ${paths.api.confirmEmail}`
    const answers = { [request]: ok({ email: 'ana@mail.test', was_confirmed: false }) }
    const { written } = await openPage(`/confirm-email?token=of-${locale}`, answers, { locale })
    await main().findByText(say.confirmed, { selector: 'output' })
    expect(written()).toEqual([{ request, body: { token: `of-${locale}` } }])
    expect(location.search).toBe('')
  })

  test('an e-mail that was confirmed before shows a notice', async () => {
    const answers = { [`POST ${paths.api.confirmEmail}`]: ok({ email: 'ana@mail.test', was_confirmed: true }) }
    await openPage(`/confirm-email?token=again-${locale}`, answers, { locale })
    await main().findByText(say.confirmedBefore, { selector: 'output' })
    expect(main().getByRole('alert').textContent).toBe('')
  })

  test.each(['/login', '/register', '/reset-password?token=abc'])(
    'a password can be shown and hidden: %s',
    async (path) => {
      await openPage(path, {}, { locale })
      const input = named('password')
      fill(input, 'seen')
      submit(say.show)
      expect(input?.type).toBe('text')
      submit(say.hide)
      expect(input?.type).toBe('password')
      expect(input?.value).toBe('seen')
    },
  )
})

describe('the fields of an account', () => {
  test.each([
    [
      '/login',
      [
        ['email', 'username'],
        ['password', 'current-password'],
      ],
    ],
    [
      '/register',
      [
        ['email', 'email'],
        ['name', 'given-name'],
        ['surname', 'family-name'],
        ['password', 'new-password'],
      ],
    ],
    ['/reset-password?token=abc', [['password', 'new-password']]],
  ])('of %s are required, and have autocomplete names', async (path, expected) => {
    await openPage(path, {})
    const inputs = [...document.querySelectorAll<HTMLInputElement>('main input')]
    expect(inputs.map(({ name, autocomplete }) => [name, autocomplete])).toEqual(expected)
    expect(inputs.every(({ required }) => required)).toBe(true)
  })
})

test.each([
  ['/login', ['/forgot-password', '/register']],
  ['/register', ['/login']],
])('the form at %s links to %j', async (path, targets) => {
  await openPage(path, {})
  const links = main()
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  for (const target of targets) expect(links).toContain(target)
})

describe('a newly registered person', () => {
  const email = 'ana@mail.test'
  const note = 'Your account is ready. Log in to use it.'
  test('finds the e-mail in the log-in form, with a notice', async () => {
    sessionStorage.setItem('registered_email', email)
    await openPage('/login', {})
    expect(field(words.en.email).value).toBe(email)
    expect(screen.getByText(/^Your account is ready/)).toBeTruthy()
    expect(screen.queryByText(note)).toBeNull()
    cleanup()
    await openPage('/privacy', {})
    const output = await screen.findByText(note)
    expect(within(output).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login?next=%2Fprivacy')
    fireEvent.click(within(output).getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(note)).toBeNull()
    cleanup()
    sessionStorage.setItem('registered_email', email)
    await openPage('/privacy', {}, { member: {} })
    expect(screen.queryByText(note)).toBeNull()
  })

  test('has the submitted e-mail stored for the log-in form', async () => {
    await openPage('/register', { [`POST ${paths.api.register}`]: ok({ username: 'ana', email }) })
    fill(field(words.en.email), email)
    fill(named('name'), 'Ana')
    fill(named('surname'), 'Gil')
    fill(named('password'), 'a long enough secret')
    submit(words.en.register)
    await waitFor(() => expect(sessionStorage.getItem('registered_email')).toBe(email))
  })
})
