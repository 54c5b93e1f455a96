import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { ok, openPage, refused, pendingAnswer } from '../../support/browser/page.tsx'
import type { Answer, Answers } from '../../support/browser/page.tsx'
import {
  freePlan,
  locked,
  premium,
  preview,
  prompt,
  promptAnswers,
  statusOf,
  testimonials,
  questions,
} from '../../support/postgres/samples.ts'

const checkout = `POST ${checkoutPaths.checkout}`
const back = `POST ${checkoutPaths.checkoutReturn}`
const previewPath = `POST ${checkoutPaths.switchPreview}`
const item = 'prompt/outline'
const promptPath = paths.api.prompt('outline')
const lockedPrompt = locked({ ...preview, required_tier: 1 })
const none = ok({ is_subscribed: false, subscription: null })
const open = (query: string, answers: Answers = {}, options: Parameters<typeof openPage>[2] = { member: {} }) =>
  openPage(
    `/subscription${query}`,
    {
      [paths.api.plans]: ok([freePlan, premium]),
      [paths.api.testimonials]: ok(testimonials),
      [sitePaths.api.faq('subscription')]: ok(questions),
      ...promptAnswers(lockedPrompt),
      ...answers,
    },
    options,
  )
const storeItem = (asked_at = Date.now()) =>
  localStorage.setItem('wanted_item', JSON.stringify({ wanted: item, asked_at }))
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
/** Matches the paragraph, since the title is an element of its own. */
const sentence = (text: string) => (_part: string, element: Element | null) =>
  element?.nodeName === 'P' && element.textContent.startsWith(text)
const named = sentence('“Outline a text” is part of Premium.')

describe('the locked item for which a reader opens the plans', () => {
  test('is shown with its title in both languages, and remembered during the checkout', async () => {
    await open(`?for=${item}`, {}, { locale: 'es' })
    screen.getByText(sentence('«Outline a text» forma parte de Premium.'))
    expect(localStorage.getItem('wanted_item')).toContain(item)
  })

  test.each([
    ['words', '?for=prompt/Call%20this%20number%20now'],
    ['another site', '?for=//evil.example/prompt/outline'],
    ['another kind', '?for=user/outline'],
    ['dot segments', '?for=prompt/../../login'],
  ])('is ignored if the address contains %s', async (_name, query) => {
    const { requests } = await open(query)
    expect(screen.queryByText(/is part of/)).toBeNull()
    expect(requests().filter((one) => one.includes('library'))).toEqual([])
    expect(localStorage.getItem('wanted_item')).toBeNull()
  })

  test.each<[string, Answer]>([
    ['does not exist', refused(404)],
    ['is free', ok(prompt)],
  ])('is not shown if the item %s', async (_name, answer) => {
    await open(`?for=${item}`, { [promptPath]: answer }, {})
    expect(screen.queryByText(/is part of/)).toBeNull()
  })

  test('is linked for a member with its tier', async () => {
    const answers = { [promptPath]: [lockedPrompt, ok({ ...prompt, required_tier: 1 })] }
    await open(`?for=${item}`, { ...answers, [paths.api.subscriptionStatus]: statusOf() }, { member: { tier: 1 } })
    await screen.findByText(sentence('You now have access to “Outline a text”.'))
    expect(screen.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe('/library/prompt/outline')
  })

  test('is not needed: a visitor who creates a free account without one is led to Start here', async () => {
    const { user } = await open('', {}, {})
    await user.click(screen.getByRole('link', { name: 'Create account' }))
    await waitFor(() => expect(sessionStorage.getItem('redirectAfterLogin')).toBe(paths.startHere))
  })

  test('is remembered if a visitor creates a free account', async () => {
    const { user } = await open(`?for=${item}`, {}, {})
    await user.click(screen.getByRole('link', { name: 'Create account' }))
    await waitFor(() => expect(location.pathname).toBe('/register'))
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe(`/subscription?for=${item}`)
    await waitFor(() => expect(sessionStorage.getItem('pending_action')).toContain(item))
  })
})

describe('the return from the checkout', () => {
  test('waits for the payment, and links to the unlocked item', async () => {
    storeItem()
    const answers = {
      [back]: [ok({ outcome: 'processing' }), ok({ outcome: 'activated' })],
      [paths.api.subscriptionStatus]: [none, none, statusOf()],
    }
    const { user, written } = await open('?stripe=success&session_id=cs_test_1', answers)
    await dialog('Payment received, your subscription will be activated within a few seconds.')
    expect(location.search).toBe('?for=prompt%2Foutline')
    const activated = await dialog('Subscription activated')
    await within(activated).findByText('You now have access to “Outline a text”.')
    expect(localStorage.getItem('viewer.tier')).toBe('1')
    expect(written()[0]).toEqual({ request: back, body: { session_id: 'cs_test_1' } })
    const openIt = within(activated).getByRole('link', { name: 'Open it' })
    expect(document.activeElement).toBe(openIt)
    await user.click(openIt)
    await waitFor(() => expect(location.pathname).toBe('/library/prompt/outline'))
  })

  test('before paying shows that nothing was charged, and the remembered item', async () => {
    storeItem()
    const { user } = await open('?stripe=cancel')
    const left = await dialog('Something went wrong')
    within(left).getByText('You left before paying, and nothing was charged.')
    expect(screen.queryByText(named)).toBeNull()
    await user.click(within(left).getByRole('button', { name: 'Try again' }))
    await screen.findByText(named)
  })

  test('before paying asks a visitor to log in before another try', async () => {
    sessionStorage.setItem('checkout', JSON.stringify({ plan_id: 2, billing_period: 'year' }))
    const { user } = await open('?stripe=cancel', {}, {})
    const left = await dialog('Something went wrong')
    await user.click(within(left).getByRole('button', { name: 'Try again' }))
    await dialog('Log in to subscribe')
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe('/subscription?period=year')
    expect(screen.queryByText('Something went wrong')).toBeNull()
  })

  test.each([
    ['en', /^Payment received/, 'Log in to see your subscription'],
    ['es', /^Pago recibido/, /sesión/],
  ] as const)(
    'asks a visitor to log in, and returns to the status of the payment, in %s',
    async (locale, title, link) => {
      const { user, requests } = await open('?stripe=success&session_id=cs_test_1', {}, { locale })
      await user.click(within(await dialog(title)).getByRole('link', { name: link }))
      await waitFor(() => expect(location.pathname).toBe('/login'))
      expect(sessionStorage.getItem('redirectAfterLogin')).toBe('/subscription?stripe=success&session_id=cs_test_1')
      expect(requests()).not.toContain(back)
    },
  )

  test('before paying can open the same checkout again, at the displayed price', async () => {
    sessionStorage.setItem('checkout', JSON.stringify({ plan_id: 2, billing_period: 'year' }))
    const { user, written } = await open('?stripe=cancel', {
      [checkout]: refused(503, { detail: 'Away' }),
      [paths.api.subscriptionStatus]: none,
    })
    const left = await dialog('Something went wrong')
    await user.click(within(left).getByRole('button', { name: 'Try again' }))
    await screen.findByRole('alertdialog', { name: 'Away' })
    expect(written()).toEqual([{ request: checkout, body: { plan_id: 2, billing_period: 'year', price: 95.88 } }])
  })

  test('shows its success message once, with the unlocked item', async () => {
    storeItem()
    const titles: string[] = []
    const seen = new MutationObserver(() => {
      const shown = document.querySelector('dialog')?.textContent
      if (shown && shown !== titles.at(-1)) titles.push(shown)
    })
    seen.observe(document, { childList: true, subtree: true, characterData: true })
    const answers = { [back]: ok({ outcome: 'activated' }), [paths.api.subscriptionStatus]: [none, statusOf()] }
    await open('?stripe=success&session_id=cs_test_1', answers)
    await within(await dialog('Subscription activated')).findByText('You now have access to “Outline a text”.')
    seen.disconnect()
    expect(titles.filter((title) => title.startsWith('Subscription activated'))).toHaveLength(1)
  })

  test('shows no item that was remembered long ago', async () => {
    storeItem(Date.now() - 25 * 3_600_000)
    await open('?stripe=cancel')
    await dialog('Something went wrong')
    expect(location.search).toBe('')
  })

  test('with an unknown session shows that no such payment exists', async () => {
    await open('?stripe=success&session_id=cs_forged', { [back]: refused(404) })
    const unknown = await dialog('We couldn’t find this payment')
    within(unknown).getByRole('button', { name: 'OK' })
    expect(localStorage.getItem('viewer.tier')).toBe('0')
  })

  test.each([
    ['unpaid', 'Nothing has been paid yet', 'This payment wasn’t completed, and nothing was charged.', 'Try again'],
    ['pending', 'Your payment is on its way', /^It can take a few days to arrive/, 'OK'],
  ])('with a session that is %s shows this status, and stops checking', async (outcome, title, note, button) => {
    const { requests } = await open('?stripe=success&session_id=cs_1', {
      [back]: ok({ outcome }),
      [paths.api.subscriptionStatus]: none,
    })
    const notice = await dialog(title)
    within(notice).getByText(note)
    within(notice).getByRole('button', { name: button })
    expect(within(notice).queryByText('Waiting for the payment…')).toBeNull()
    expect(requests().filter((one) => one === back)).toHaveLength(1)
  })

  test('shows nothing about a payment before its state is known', async () => {
    await open('?stripe=success&session_id=cs_1', { [back]: pendingAnswer, [paths.api.subscriptionStatus]: none })
    const notice = await dialog('Checking your payment…')
    expect(within(notice).getByText('Waiting for the payment…')).toBeTruthy()
  })

  test('without a session shows that no payment was found', async () => {
    const { requests } = await open('?stripe=success', { [paths.api.subscriptionStatus]: none })
    await dialog('We couldn’t find this payment')
    expect(requests()).not.toContain(back)
  })

  test('can check the payment again after a failed check', async () => {
    const answers = {
      [back]: [refused(503, { detail: 'Away' }), ok({ outcome: 'activated' })],
      [paths.api.subscriptionStatus]: none,
    }
    const { user } = await open('?stripe=success&session_id=cs_1', answers)
    const unchecked = await dialog('We couldn’t check your payment')
    await user.click(within(unchecked).getByRole('button', { name: 'Try again' }))
    const activated = await dialog('Subscription activated')
    expect(within(activated).queryByRole('link')).toBeNull()
  })

  test('stops checking after a while', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { requests } = await open('?stripe=success&session_id=cs_1', {
      [back]: ok({ outcome: 'processing' }),
      [paths.api.subscriptionStatus]: none,
    })
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    await dialog('This is taking longer than usual')
    expect(requests().filter((one) => one === back)).toHaveLength(30)
    vi.useRealTimers()
  })

  test('after a switch of the billing period confirms the switch', async () => {
    const { user } = await open(
      '?stripe=success&switched=1',
      { [paths.api.subscriptionStatus]: statusOf() },
      { member: { tier: 1 } },
    )
    const extended = await dialog('Subscription extended')
    expect(within(extended).queryByText('Waiting for the payment…')).toBeNull()
    await user.click(within(extended).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })
})

describe('a plan', () => {
  test('that is active is marked, and can be switched to another period at the displayed price', async () => {
    const shown = {
      proration_date: 1_790_000_000,
      amount_due: 85.89,
      credit: 0,
      currency: 'USD',
      next_payment_at: '2027-11-22T00:00:00.000Z',
    }
    const answers = {
      [paths.api.subscriptionStatus]: statusOf(),
      [previewPath]: [refused(503, { detail: 'The payment provider cannot be reached.' }), ok(shown)],
      [checkout]: refused(402, { detail: 'The card was declined. Try another card.' }),
    }
    const { user, written } = await open('', answers, { member: { tier: 1 } })
    await screen.findByText('This is your subscription')
    const manage = screen.getByRole('link', { name: 'Manage it in your profile' })
    expect(manage.getAttribute('href')).toBe('/profile?tab=subscription')
    await user.click(screen.getByLabelText('Annual'))
    screen.getByText('Your plan, billed monthly')
    await user.click(screen.getByRole('button', { name: 'Switch to this plan' }))
    const confirmation = await screen.findByRole('alertdialog', { name: 'Switch to Premium, billed annually?' })
    await within(confirmation).findByText(/The payment provider cannot be reached/)
    expect(within(confirmation).getByRole<HTMLButtonElement>('button', { name: 'Switch' }).disabled).toBe(true)
    await user.click(within(confirmation).getByRole('button', { name: 'Try again' }))
    await within(confirmation).findByText('Charged today: $85.89')
    await user.click(within(confirmation).getByRole('button', { name: 'Switch' }))
    await screen.findByRole('alertdialog', { name: 'The card was declined. Try another card.' })
    const { proration_date, amount_due, credit } = shown
    expect(written().filter(({ request }) => request === checkout)).toEqual([
      {
        request: checkout,
        body: { plan_id: 2, billing_period: 'year', price: 95.88, proration_date, amount_due, credit },
      },
    ])
  })

  test('can be bought with another click after Stripe was unavailable', async () => {
    const away = refused(503, { detail: 'The payment provider cannot be reached. Try again in a minute.' })
    const { user, written } = await open('', { [checkout]: away, [paths.api.subscriptionStatus]: none })
    await user.click(screen.getByRole('button', { name: 'Subscribe' }))
    const notice = await screen.findByRole('alertdialog', { name: /cannot be reached/ })
    await user.click(within(notice).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(written()).toHaveLength(2))
  })

  test.each([
    ['refused with a server error', 500, {}],
    ['refused by a proxy', 502, null],
  ])('%s shows the error message of this site', async (_name, code, body) => {
    const { user } = await open('', { [checkout]: refused(code, body), [paths.api.subscriptionStatus]: none })
    await user.click(screen.getByRole('button', { name: 'Subscribe' }))
    const notice = await screen.findByRole('alertdialog', { name: 'Subscription error' })
    within(notice).getByText('Try again in a moment.')
  })

  test('that can be bought is first in a layout of one column', async () => {
    await open('', { [paths.api.subscriptionStatus]: none })
    const [free, paid] = ['Free', 'Premium'].map((name) => screen.getByRole('heading', { name }).closest('li'))
    expect(paid?.className).toContain('plan-first')
    expect(free?.className).not.toContain('plan-first')
  })

  test('that is free is marked as current for a member without a paid plan', async () => {
    await open('', { [paths.api.subscriptionStatus]: none })
    await screen.findByText('Your current plan')
    expect(screen.queryByRole('link', { name: 'Create account' })).toBeNull()
  })
})
