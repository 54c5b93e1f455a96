import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { cancellationPaths } from '#shared/subscription/cancellation.ts'
import { paths } from '#shared/paths.ts'
import { ok, openPage, refused } from '../support/page.tsx'
import { statusOf } from '../support/samples.ts'

const { api } = cancellationPaths
const received = ok({ received_at: '2026-11-23T08:00:00.000Z' })
const button = (name: string) => screen.getByRole('button', { name })

describe('the page that ends a contract', () => {
  test('takes two steps without a log-in, and says what follows by mail', async () => {
    const request = `POST ${api.request}`
    const { user, written } = await openPage('/cancel', { [request]: received }, {})
    await user.click(screen.getByLabelText(/^Withdraw from the contract/))
    await user.type(screen.getByLabelText('Email address of your account'), 'ana@mail.test')
    await user.click(button('Continue'))
    expect(written()).toEqual([])
    screen.getByText('ana@mail.test')
    await user.click(button('Withdraw now'))
    await screen.findByText(/^Received on November 23, 2026/)
    screen.getByText(/Open the link in it to confirm/)
    expect(written()).toEqual([{ request, body: { kind: 'withdraw', email: 'ana@mail.test' } }])
  })

  test('asks a member for no address, and names the contract', async () => {
    const request = `POST ${api.cancellation}`
    const { user, written } = await openPage(
      '/cancel',
      { [request]: received, [paths.api.subscriptionStatus]: statusOf() },
      { member: { tier: 1 }, locale: 'es' },
    )
    expect(screen.queryByLabelText('Correo electrónico de tu cuenta')).toBeNull()
    await user.click(button('Continuar'))
    await screen.findByText('Premium')
    await user.click(button('Cancelar ahora'))
    await screen.findByText(/^Recibido el 23 de noviembre de 2026/)
    expect(written()).toEqual([{ request, body: { kind: 'cancel' } }])
  })

  test('opens at the second step by the link of a mail, whose token leaves the address', async () => {
    const request = `POST ${api.confirm}`
    const wrong = refused(400, { token: ['This link does not work any more.'] })
    const { user, written } = await openPage('/cancel?token=abc&kind=withdraw', { [request]: [wrong, received] }, {})
    await waitFor(() => expect(location.search).toBe('?kind=withdraw'))
    expect(written()).toEqual([])
    await user.click(button('Withdraw now'))
    await screen.findByText('This link does not work any more.')
    await user.click(button('Withdraw now'))
    await screen.findByText('We’re sending you an email that confirms it.')
    expect(written().at(-1)).toEqual({ request, body: { kind: 'withdraw', token: 'abc' } })
  })
})
