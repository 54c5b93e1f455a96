import { screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cancellationPaths } from '#shared/subscription/cancellation.ts'
import { paths } from '#shared/paths.ts'
import { me, ok, openPage, refused } from '../../support/browser/page.tsx'
import { statusOf } from '../../support/postgres/samples.ts'

const { api } = cancellationPaths
const received = ok({ received_at: '2026-11-23T08:00:00.000Z' })
const button = (name: string) => screen.getByRole('button', { name })

describe('the cancellation page', () => {
  test('accepts a withdrawal without a log-in, and offers to save the confirmation', async () => {
    const request = `POST ${api.request}`
    const { user, written } = await openPage('/cancel?kind=withdraw', { [request]: received }, {})
    await user.type(screen.getByLabelText('Email address of your account'), 'ana@mail.test')
    await user.type(screen.getByLabelText('Your name (optional)'), 'Ana Lopez')
    await user.click(button('Confirm withdrawal'))
    await screen.findByText(/^Received on November 23, 2026/)
    screen.getByText(/Open the link in it to confirm/)
    expect(document.activeElement?.textContent).toMatch(/^Received on/)
    expect(written()).toEqual([{ request, body: { kind: 'withdraw', email: 'ana@mail.test', name: 'Ana Lopez' } }])
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return '#'
    })
    onTestFinished(() => void vi.restoreAllMocks())
    await user.click(button('Save your declaration'))
    const text = await saved[0]?.text()
    for (const part of ['Withdraw from the contract', 'Ana Lopez', 'ana@mail.test', 'received on November 23, 2026'])
      expect(text).toContain(part)
  })

  test("shows a member's contract, name and e-mail instead of input fields", async () => {
    const request = `POST ${api.cancellation}`
    const { user, written } = await openPage(
      '/cancel',
      { [request]: received, [paths.api.subscriptionStatus]: statusOf() },
      { member: { tier: 1 }, locale: 'es' },
    )
    expect(screen.queryByLabelText('Correo electrónico de tu cuenta')).toBeNull()
    for (const text of ['Premium', me.email]) await screen.findByText(text)
    await user.click(button('Cancelar ahora'))
    await screen.findByText(/^Recibido el 23 de noviembre de 2026/)
    expect(written()).toEqual([{ request, body: { kind: 'cancel' } }])
  })

  test('requires a reason only for a cancellation for good cause', async () => {
    const request = `POST ${api.cancellation}`
    const { user, written } = await openPage(
      '/cancel',
      { [request]: received, [paths.api.subscriptionStatus]: statusOf() },
      { member: { tier: 1 } },
    )
    expect(screen.queryByLabelText('Your reason')).toBeNull()
    await user.click(screen.getByLabelText(/^Cancel for good cause/))
    await user.type(screen.getByLabelText('Your reason'), 'Nothing opens.')
    await user.click(button('Cancel now'))
    await screen.findByText(/^Received on/)
    expect(written()).toEqual([{ request, body: { kind: 'cancel', reason: 'Nothing opens.' } }])
  })

  test('shows the error of the reason next to its field', async () => {
    const request = `POST ${api.cancellation}`
    const wrong = refused(400, { reason: ['Use 1 to 2000 characters.'] })
    const { user } = await openPage(
      '/cancel?kind=cause',
      { [request]: wrong, [paths.api.subscriptionStatus]: statusOf() },
      { member: { tier: 1 } },
    )
    await user.type(screen.getByLabelText('Your reason'), ' ')
    await user.click(button('Cancel now'))
    const field = await screen.findByRole('textbox', { name: 'Your reason', description: 'Use 1 to 2000 characters.' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  test('confirms with a mailed link, and removes its token from the address', async () => {
    const request = `POST ${api.confirm}`
    const wrong = refused(400, { token: ['This link does not work any more.'] })
    const { user, written } = await openPage('/cancel?token=abc&kind=withdraw', { [request]: [wrong, received] }, {})
    await waitFor(() => expect(location.search).toBe('?kind=withdraw'))
    expect(written()).toEqual([])
    await user.click(button('Confirm withdrawal'))
    await screen.findByText('This link does not work any more.')
    await user.click(button('Confirm withdrawal'))
    await screen.findByText('You will get an email with the result.')
    expect(written().at(-1)).toEqual({ request, body: { kind: 'withdraw', token: 'abc' } })
  })
})
