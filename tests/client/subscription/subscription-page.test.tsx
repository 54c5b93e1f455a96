import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answer, Answers } from '../../support/browser/page.tsx'
import { freePlan, premium, testimonials, questions } from '../../support/postgres/samples.ts'

const card = (name: string) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement)
const openPlans = (plans: Plan[], options: Parameters<typeof openPage>[2] = {}, answers: Answers = {}, query = '') =>
  openPage(
    `/subscription${query}`,
    {
      [paths.api.plans]: ok(plans),
      [paths.api.testimonials]: ok(testimonials),
      [sitePaths.api.faq('subscription')]: ok(questions),
      ...answers,
    },
    options,
  )
const checkout = `POST ${checkoutPaths.checkout}`

describe('the plans', () => {
  test('show the price of the chosen period, and a discount for the yearly period only', async () => {
    const { user, requests } = await openPlans([freePlan, premium])
    card('Premium').getByText('$9.99')
    expect(screen.queryByText('−20%')).toBeNull()
    await user.click(screen.getByLabelText('Annual'))
    card('Premium').getByText('$95.88')
    card('Premium').getByText('$119.88')
    expect(card('Free').queryByText(/%/)).toBeNull()
    card('Premium').getByText('−20%')
    expect(requests()).toEqual([])
  })

  test('format the discount in Spanish', async () => {
    const { user } = await openPlans([premium], { locale: 'es' })
    await user.click(screen.getByLabelText('Anual'))
    expect(document.querySelector('main li .text-good')?.textContent).toBe('−20\u{A0}%')
  })

  test.each([
    ['a year', { monthly: null }, 'Billed annually only', 'Annual'],
    ['a month', { yearly: null }, 'Billed monthly only', 'Monthly'],
  ])('that are sold by %s only show this period with its price', async (period, changes, sentence, choice) => {
    const { user } = await openPlans([{ ...premium, ...changes }])
    await user.click(screen.getByLabelText(choice === 'Annual' ? 'Monthly' : 'Annual'))
    card('Premium').getByText(sentence)
    card('Premium').getByText(period, { selector: 'span' })
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
    await user.click(screen.getByLabelText(choice))
    card('Premium').getByRole('button', { name: 'Subscribe' })
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('show a default text and no discount for a plan that cannot be bought', async () => {
    const { user } = await openPlans([{ ...premium, purchasable: false }])
    await user.click(screen.getByLabelText('Annual'))
    card('Premium').getByText('$95.88')
    card('Premium').getByText('Not available at the moment')
    expect(screen.queryByText(/%/)).toBeNull()
  })

  test.each([
    [{ unavailable_text: 'coming' }, 'Coming soon'],
    [{ unavailable_text: 'By invitation' }, 'By invitation'],
    [{ monthly: { ...premium.monthly, price: 0 }, yearly: null } as Partial<Plan>, 'Personal, free forever'],
  ])('that cannot be bought (%j) show the reason', async (changes, sentence) => {
    await openPlans([{ ...premium, purchasable: false, ...changes }])
    card('Premium').getByText(sentence)
  })

  test('that are sold on request have a contact link that opens a mail', async () => {
    await openPlans([{ ...premium, purchasable: false, unavailable_text: 'contact' }])
    const contact = card('Premium').getByRole('link', { name: 'Contact sales' })
    expect(contact.getAttribute('href')).toBe('mailto:hello@promptory.test')
  })

  test('do not ask a signed-in member to log in', async () => {
    const refusal = refused(409, { detail: 'You already have this plan active.' })
    const { user } = await openPlans([premium], { member: {} }, { [checkout]: refusal })
    await user.click(screen.getByRole('button', { name: 'Subscribe' }))
    await screen.findByRole('alertdialog', { name: 'You already have this plan active.' })
    expect(sessionStorage.getItem('redirectAfterLogin')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('ask a visitor to log in, and return to the plans', async () => {
    const { user } = await openPlans([premium], { locale: 'es' })
    await user.click(screen.getByRole('button', { name: 'Suscribirse' }))
    await screen.findByRole('dialog', { name: 'Inicia sesión para suscribirte' })
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe('/subscription')
  })

  test('return a visitor to the chosen period', async () => {
    const { user } = await openPlans([premium])
    await user.click(screen.getByLabelText('Annual'))
    await user.click(screen.getByRole('button', { name: 'Subscribe' }))
    await screen.findByRole('dialog', { name: 'Log in to subscribe' })
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe('/subscription?period=year')
  })

  test('are shown for the period in the address', async () => {
    await openPlans([premium], {}, {}, '?period=year')
    card('Premium').getByText('$95.88')
    expect(screen.getByLabelText<HTMLInputElement>('Annual').checked).toBe(true)
  })
})

describe('the plans page', () => {
  const answers: [string, Answer][] = [
    ['the server fails', refused(500)],
    ['the network is down', 'lost'],
  ]
  test('shows a notice if there are no plans yet', async () => {
    await openPlans([])
    screen.getByText('There are no plans yet. Everything that doesn’t require one is available.')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each(answers)('shows an error if %s, and can still be used', async (_name, answer) => {
    await openPage('/subscription', {
      [paths.api.plans]: answer,
      [paths.api.testimonials]: ok([]),
      [sitePaths.api.faq('subscription')]: ok(questions),
    })
    const note = within(await screen.findByRole('alert'))
    note.getByText('Error when receiving subscriptions')
    note.getByText('Reload the page in a moment.')
    screen.getByRole('heading', { name: 'Choose your plan' })
    expect(document.querySelectorAll('main summary').length).toBeGreaterThan(0)
  })

  test('has structured data of the questions and prices on the page', async () => {
    await openPlans([freePlan, premium])
    const facts = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) =>
        JSON.parse(textContent ?? '') as { '@type': string; mainEntity?: { name: string }[]; offers?: object[] },
    )
    expect(facts.map((fact) => fact['@type'])).toEqual(['FAQPage', 'Product'])
    const shown = [...document.querySelectorAll('main summary')].map(({ textContent }) => textContent)
    expect(facts[0]?.mainEntity?.map(({ name }) => name)).toEqual(shown)
    const offer = {
      '@type': 'Offer',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url: 'http://localhost:3000/subscription',
    }
    expect(facts[1]?.offers).toEqual([
      { ...offer, name: 'Free', price: 0 },
      { ...offer, name: 'Free', price: 0 },
      { ...offer, name: 'Premium', price: 9.99 },
      { ...offer, name: 'Premium', price: 95.88 },
    ])
  })

  test('lists the accepted cards and wallets, and answers questions', async () => {
    await openPlans([freePlan, premium])
    const methods = within(document.querySelector('main section:has(> ul li.chip)') as HTMLElement)
    expect(methods.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Visa', 'Mastercard', 'Apple Pay', 'Google Pay']),
    )
    expect(methods.getByText(/Stripe/)).toBeTruthy()
    const first = screen.getByText('What do I get?').closest('details')
    expect(first?.open).toBe(false)
    expect(first?.textContent).toContain('With their instructions.')
  })

  test('shows a portrait for each testimonial, and marks invented ones while there are no others', async () => {
    const invented = testimonials.map((one) => ({ ...one, is_sample: true }))
    await openPlans([premium], {}, { [paths.api.testimonials]: ok(invented) })
    const quotes = [...document.querySelectorAll('figure')]
    const captions = quotes.map((quote) => quote.querySelector('figcaption')?.textContent)
    expect(captions).toEqual(['AnaEditorInvented example', 'BenTeacherInvented example'])
    screen.getByRole('heading', { name: 'How it could be used' })
    const portraits = quotes.map((quote) => quote.querySelector('svg[aria-hidden]')?.innerHTML)
    expect(new Set(portraits).size).toBe(2)
  })

  test('omits testimonials that cannot be loaded', async () => {
    const lost = {
      [paths.api.plans]: ok([premium]),
      [paths.api.testimonials]: refused(500),
      [sitePaths.api.faq('subscription')]: ok(questions),
    }
    await openPage('/subscription', lost)
    card('Premium').getByText('$9.99')
    expect(document.querySelector('figure')).toBeNull()
  })

  test('ignores an unknown outcome of a checkout in its address', async () => {
    await openPage('/subscription?stripe=maybe', {
      [paths.api.plans]: ok([premium]),
      [paths.api.testimonials]: ok([]),
      [sitePaths.api.faq('subscription')]: ok(questions),
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
