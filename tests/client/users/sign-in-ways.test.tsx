import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { ok, openPage } from '../../support/browser/page.tsx'

const navigate = vi.fn<(path: string | URL) => void>()
beforeEach(() => {
  navigate.mockClear()
  vi.spyOn(location, 'replace').mockImplementation(navigate)
})
const submit = () => {
  for (const input of document.querySelectorAll('main input'))
    fireEvent.change(input, { target: { value: 'a@mail.test' } })
  const button = within(screen.getByRole('main')).getByRole('button', { name: /^(Log in|Create account)$/ })
  fireEvent.click(button)
}
const remember = (path: string | null) => path !== null && sessionStorage.setItem('redirectAfterLogin', path)

describe('a log-in', () => {
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
  ])('at %s with %s remembered redirects to %s', async (address, remembered, target) => {
    const pair = { access: 'access 1', refresh: 'refresh 1' }
    await openPage(address, {
      [`POST ${paths.api.token}`]: ok(pair),
      [paths.api.me]: ok({}),
      [paths.api.subscriptionStatus]: ok({ subscription: null }),
    })
    remember(remembered)
    submit()
    await waitFor(() => expect(navigate.mock.calls).toEqual([[target]]))
    expect(localStorage.getItem('access')).toBe(pair.access)
    expect(localStorage.getItem('refresh')).toBe(pair.refresh)
    expect(sessionStorage.getItem('redirectAfterLogin')).toBeNull()
  })

  test.each(['/login', '/register'])('is skipped for a signed-in member who opens %s', async (path) => {
    await openPage(`${path}?next=/terms-of-service`, {}, { member: {} })
    expect(navigate.mock.calls).toEqual([['/terms-of-service']])
  })
})

describe('a registration', () => {
  test.each([
    [null, '/login?registered=1&next=%2Flibrary%23start-here'],
    ['/terms-of-service', '/terms-of-service'],
    ['https://evil.test/', '/login?registered=1&next=%2Flibrary%23start-here'],
  ])('with %s remembered redirects to %s, without signing in', async (remembered, target) => {
    const registered = ok({ username: 'ana', email: 'ana@mail.test' })
    await openPage('/register', { [`POST ${paths.api.register}`]: registered })
    remember(remembered)
    const links = within(screen.getByRole('main')).getAllByRole('link', { name: /terms of service|privacy policy/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/terms-of-service', '/privacy'])
    submit()
    await waitFor(() => expect(navigate.mock.calls).toEqual([[target]]))
    expect(localStorage.getItem('access')).toBeNull()
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe(remembered)
  })

  test('is confirmed on the log-in page, and so is a changed password', async () => {
    await openPage('/login?registered=1', {})
    expect(screen.getByText(/^Your account is ready/).tagName).toBe('OUTPUT')
  })
})
