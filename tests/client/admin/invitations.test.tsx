import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { invitationPaths } from '#shared/users/invitation-paths.ts'
import type { AdminInvitation } from '#shared/users/invitations.ts'
import { emptyAnswer, ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'

const { api } = invitationPaths
const invitation: AdminInvitation = {
  id: 7,
  email: 'bea@mail.test',
  role: 'analyst',
  language: 'es',
  inviter: 'ines',
  is_void: false,
  sent_at: '2026-01-02T00:00:00.000Z',
  expires_at: '2026-01-09T00:00:00.000Z',
  is_expired: false,
}
const ended = { ...invitation, id: 8, email: 'cid@mail.test', expires_at: '2099-01-09T00:00:00.000Z', is_expired: true }
const voided = { ...invitation, id: 9, email: 'eva@mail.test', is_void: true }
const open = (answers: Answers, locale: 'en' | 'es' = 'en') =>
  openPage(
    invitationPaths.list,
    { [api.list]: ok([invitation, ended, voided]), ...answers },
    { member: { role: 'admin' }, locale },
  )
const rowOf = async (email: string) => {
  const row = (await screen.findByText(email)).closest('li')
  if (!row) throw new Error(`There is no row of ${email}.`)
  return within(row)
}

describe('the invitations', () => {
  test("show role, inviter and end date of each, independent of the browser's clock", async () => {
    await open({})
    const rows = [await rowOf('bea@mail.test'), await rowOf('cid@mail.test'), await rowOf('eva@mail.test')]
    rows[0]?.getByText(/^by ines · valid until .*2026/)
    rows[1]?.getByText(/^by ines · ended on .*2099/)
    rows[2]?.getByText('by ines · no longer valid: ines is not an admin')
    expect(screen.getByRole('link', { name: 'Invitations' }).getAttribute('aria-current')).toBe('page')
  })

  test('are sent with a role and a language, and show field errors', async () => {
    const { user, written } = await open({
      [`POST ${api.list}`]: [refused(400, { email: ['Already invited.'] }), ok(invitation)],
    })
    const email = await screen.findByLabelText('Email')
    await user.type(email, 'bea@mail.test')
    await user.selectOptions(screen.getByLabelText('Role'), 'analyst')
    screen.getByText('Reads the figures in the overview, but nothing about individual people. Can’t change anything.')
    await user.selectOptions(screen.getByLabelText('Language of the email'), 'es')
    await user.click(screen.getByRole('button', { name: 'Send the invitation' }))
    await screen.findByText('Already invited.')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Send the invitation' }))
    await screen.findByText('The invitation to bea@mail.test is on its way.')
    expect(written().map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => ({ email: 'bea@mail.test', role: 'analyst', language: 'es' })),
    )
  })

  test('can be sent again, and show an error if that is refused', async () => {
    const { user } = await open({
      [`POST ${api.resend(7)}`]: [refused(429, { detail: 'Too often.' }), ok(invitation)],
    })
    const again = await screen.findByRole('button', { name: 'Send the invitation to bea@mail.test again' })
    await user.click(again)
    await screen.findByText('Too often.')
    await user.click(again)
    await screen.findByText('The invitation to bea@mail.test is on its way.')
  })

  test('are withdrawn after a confirmation, in Spanish too', async () => {
    const { user, written } = await open({ [`DELETE ${api.item(7)}`]: emptyAnswer }, 'es')
    await user.click(await screen.findByRole('button', { name: 'Retirar la invitación a bea@mail.test' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Retirar' }))
    await screen.findByText('La invitación se ha retirado.')
    expect(written().map(({ request }) => request)).toEqual([`DELETE ${api.item(7)}`])
  })
})
