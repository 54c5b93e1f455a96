import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sitePaths } from '#shared/site/paths.ts'
import { ok, openPage } from '../support/browser/page.tsx'

const main = () => screen.getByRole('main').textContent
const headings = () => [...document.querySelectorAll('article h2')].map(({ textContent }) => textContent)
const inOrder = (...titles: string[]) => titles.map((title, at) => `${at + 1}. ${title}`)

describe('the terms', () => {
  test('have their twelve sections, from eligibility to miscellaneous', async () => {
    await openPage('/terms-of-service', {})
    screen.getByText('Effective October 08, 2025')
    expect(headings()).toEqual(
      inOrder(
        'Eligibility',
        'Services',
        'Subscriptions',
        'Intellectual property',
        'User content',
        'Prohibited conduct',
        'Termination',
        'Disclaimer',
        'Limitation of liability',
        'Indemnification',
        'Governing law and disputes',
        'Miscellaneous',
      ),
    )
  })

  test.each([
    ['en', /at least 18 years old/, /within 14 days of your first payment/, /price changes by email at least 30 days/],
    ['es', /al menos 18 años/, /14 días/, /30 días/],
  ] as const)(
    "require an age of 18, and grant 14 days for a refund and 30 days' notice of price changes, in %s",
    async (locale, ...facts) => {
      await openPage('/terms-of-service', {}, { locale })
      for (const fact of facts) expect(main()).toMatch(fact)
    },
  )

  test.each([
    ['en', /laws of the State of Delaware/, /opt out of arbitration within 30 days/],
    ['es', /Delaware/, /arbitraje[^.]*30 días/],
  ] as const)(
    'are under the law of Delaware, with 30 days to opt out of arbitration, in %s',
    async (locale, ...facts) => {
      await openPage('/terms-of-service', {}, { locale })
      for (const fact of facts) expect(main()).toMatch(fact)
    },
  )
})

describe('the privacy policy', () => {
  test('has its eleven sections, from collection to California', async () => {
    await openPage('/privacy', {})
    expect(headings()).toEqual(
      inOrder(
        'Information we collect',
        'How we use information',
        'Sharing',
        'Security',
        'Retention',
        'Your rights',
        'Children under 18',
        'International transfers',
        'Third-party links',
        'Contact',
        'California residents',
      ),
    )
  })

  test.each([
    ['en', /Usage data is kept for up to 2 years/],
    ['es', /datos de uso[^.]* 2 años/i],
  ] as const)('states that usage data is kept for up to two years, in %s', async (locale, fact) => {
    await openPage('/privacy', {}, { locale })
    expect(main()).toMatch(fact)
  })
})

/** Links to the operator's pages. */
const linksIn = (role: string) =>
  within(screen.getByRole(role))
    .getAllByRole('link')
    .filter((one) => one.getAttribute('href')?.startsWith('/page/'))
    .map(({ textContent }) => textContent)
const page = {
  slug: 'privacy',
  title: 'How we treat your data',
  description: 'In short',
  body_html: '<p>We have <em>none</em>.</p>',
  content_locale: 'en',
  locales: ['en'],
}

describe("a legal page with the operator's text", () => {
  test("shows the operator's text instead of the default text, with its date and noindex", async () => {
    await openPage(
      '/privacy',
      { [sitePaths.api.legalPage('privacy')]: ok({ page }) },
      { locale: 'es', settings: { legal_pages: ['privacy'] } },
    )
    screen.getByRole('heading', { name: page.title, level: 1 })
    expect(main()).toContain('We have none.')
    expect(main()).toContain('En vigor desde el 8 de octubre de 2025')
    expect(main()).not.toContain('California')
    expect(document.querySelector('article')?.lang).toBe('en')
    expect(document.title).toBe('How we treat your data · Promptory')
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  })

  test("shows the default text if the operator's text was withdrawn meanwhile", async () => {
    await openPage(
      '/privacy',
      { [sitePaths.api.legalPage('privacy')]: ok({ page: null }) },
      { settings: { legal_pages: ['privacy'] } },
    )
    expect(headings()).toHaveLength(11)
  })
})

describe('a page of the operator', () => {
  const imprint = { ...page, slug: 'imprint', title: 'Imprint' }
  const link = { slug: 'imprint', titles: { en: 'Imprint', es: 'Aviso legal' }, in_footer: true, in_navigation: true }
  const contact = { slug: 'contact', titles: { en: 'Contact', es: null }, in_footer: true, in_navigation: false }

  test('shows its text, with a canonical address', async () => {
    await openPage('/page/imprint', { [sitePaths.api.page('imprint')]: ok(imprint) }, { locale: 'es' })
    screen.getByRole('heading', { name: 'Imprint', level: 1 })
    expect(main()).toContain('We have none.')
    const canonical = document.querySelector('link[rel=canonical]')
    expect(canonical?.getAttribute('href')).toBe('http://localhost:3000/page/imprint')
    expect(document.querySelector('link[hreflang=es]')).toBeNull()
    expect(document.querySelector('meta[name=robots]')).toBeNull()
  })

  test.each([
    ['en', ['Imprint', 'Contact']],
    ['es', ['Aviso legal', 'Contact']],
  ] as const)('is linked in the footer and, if chosen, in the navigation, in %s', async (locale, titles) => {
    await openPage('/login', {}, { locale, settings: { pages: [link, contact] } })
    expect(linksIn('contentinfo')).toEqual(titles)
    expect(linksIn('banner')).toEqual(titles.slice(0, 1))
  })
})
