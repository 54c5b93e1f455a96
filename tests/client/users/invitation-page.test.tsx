import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import type { Invitation } from '#shared/users/invitations.ts'
import { emptyAnswer, me, ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'
import { paths } from '#shared/paths.ts'
import { invitationPaths } from '#shared/users/invitation-paths.ts'

const { api } = invitationPaths
const path = `${paths.invitation}?token=abc`
const invitation: Invitation = {
  email: me.email,
  role: 'editor',
  inviter: 'ines',
  expires_at: '2099-01-02T00:00:00.000Z',
}
const request = `POST ${api.invitation}`
const open = (answers: Answers, member?: Parameters<typeof openPage>[2]) =>
  openPage(path, { [request]: ok(invitation), ...answers }, member)
const button = (name: string) => screen.findByRole('button', { name })

describe('the page of an invitation', () => {
  test('shows inviter, e-mail, role and end date', async () => {
    await open({})
    await screen.findByText('ines invites ana@mail.test to help run Promptory.')
    screen.getByText('As an editor, you look after the library, the news and the pages.')
    screen.getByText(/^The invitation is valid until .*2099/)
    expect(location.search).toBe('')
  })

  test('is in Spanish for a Spanish browser', async () => {
    await open({}, { locale: 'es' })
    await screen.findByText('ines invita a ana@mail.test a colaborar en Promptory.')
    await button('Crear una cuenta y aceptar')
  })

  test.each([
    ['no token', paths.invitation, 'This link is incomplete. Open it again from the email.'],
    ['an old token', path, 'It has expired.'],
  ])('with %s shows an error', async (_what, address, text) => {
    await openPage(address, { [request]: refused(400, { token: ['It has expired.'] }) })
    expect((await screen.findByText(text)).getAttribute('role')).toBe('alert')
    expect(screen.queryByRole('button', { name: /accept/i })).toBeNull()
  })

  test('registers a new person with name and password, and shows field errors', async () => {
    const { user, written } = await open({
      [`POST ${api.register}`]: [
        refused(400, { password: ['Too easy.'] }),
        refused(400, { email: ['There is an account.'] }),
      ],
    })
    await user.type(await screen.findByLabelText('First name'), 'Ana')
    await user.type(screen.getByLabelText('Last name'), 'Gil')
    await user.type(screen.getByLabelText('Password'), 'secret words')
    await user.click(await button('Create an account and accept'))
    await screen.findByText(/Too easy\./)
    await user.click(await button('Create an account and accept'))
    await screen.findByText('There is an account.')
    expect(written().at(-1)?.body).toEqual({ token: 'abc', name: 'Ana', surname: 'Gil', password: 'secret words' })
  })

  test('links a person with an account to the log-in, which returns', async () => {
    const { user } = await open({})
    await user.click(await screen.findByRole('link', { name: 'Log in and accept' }))
    expect(sessionStorage.getItem('redirectAfterLogin') ?? localStorage.getItem('redirectAfterLogin')).toBe(path)
  })

  test('lets the invited member accept', async () => {
    const { user, written } = await open(
      { [`POST ${api.accept}`]: [refused(409, { detail: 'Not now.' }), emptyAnswer] },
      { member: { role: 'moderator' } },
    )
    await screen.findByText('You already have a role. If you accept, this one replaces it.')
    await user.click(await button('Accept the invitation'))
    await screen.findByText('Not now.')
    await user.click(await button('Accept the invitation'))
    await waitFor(() => expect(location.pathname).toBe(adminPaths.overview))
    expect(written().at(-1)?.body).toEqual({ token: 'abc' })
  })

  test('shows a member with another e-mail which account is invited', async () => {
    await open({}, { member: { email: 'bea@mail.test' } })
    await screen.findByText('You’re logged in as bea@mail.test. Log out, then open the link in the email again.')
    expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull()
  })

  test('shows an admin that the invitation would change nothing', async () => {
    await open({}, { member: { role: 'admin' } })
    await screen.findByText(/^You’re an admin/)
    expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull()
  })
})
