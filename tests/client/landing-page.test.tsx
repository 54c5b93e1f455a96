import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { ok, openPage } from '../support/browser/page.tsx'
import { freePlan, premium, questions, testimonials } from '../support/postgres/samples.ts'

const contact = { ...premium, id: 3, name: 'Business', purchasable: false, unavailable_text: 'contact' }
const answers = {
  [paths.api.plans]: ok([freePlan, premium, contact]),
  [sitePaths.api.faq('landing')]: ok(questions),
  [paths.api.testimonials]: ok(testimonials),
  [paths.api.functional]: ok(
    [
      ['ChatGPT', 'Claude'],
      ['Claude', 'Gemini'],
    ].map((names, at) => ({
      slug: `group-${at}`,
      name: `Group ${at}`,
      models: names.map((name) => ({ slug: name.toLowerCase(), name })),
    })),
  ),
}
const sectionOf = (heading: string) =>
  within(screen.getByRole('heading', { level: 2, name: heading }).closest('section') as HTMLElement)
const countOf = (section: ReturnType<typeof sectionOf>) => section.getAllByRole('heading', { level: 3 }).length

describe('the landing page', () => {
  test('shows problem, solution with models, features and benefits, in this order', async () => {
    await openPage('/', answers)
    expect(countOf(sectionOf('The model is good. Asking the right way is the hard part.'))).toBeGreaterThan(2)
    const solution = sectionOf('A library you can rely on')
    const models = solution.getByText('Claude').closest('ul') as HTMLElement
    expect([...models.children].map(({ textContent }) => textContent)).toEqual(['ChatGPT', 'Claude', 'Gemini'])
    // The heading of the models counts too.
    expect(countOf(solution)).toBeGreaterThan(4)
    const benefits = sectionOf('How it makes your week easier').getAllByRole('heading', { level: 3 })
    expect(benefits.length).toBeGreaterThan(3)
    for (const benefit of benefits) expect(benefit.closest('li')?.querySelectorAll('.chip').length).toBeGreaterThan(1)
  })

  test('compares only the plans Free and Premium, and ends with questions and testimonials', async () => {
    await openPage('/', answers)
    const plans = document.querySelectorAll('#pricing h3')
    expect([...plans].map(({ textContent }) => textContent)).toEqual(['Free', 'Premium'])
    // On a phone the paid plan is first.
    const isFirst = [...plans].map((plan) => plan.closest('li')?.className.includes('max-md:order-first'))
    expect(isFirst).toEqual([false, true])
    const shown = [...document.querySelectorAll('main summary')].map(({ textContent }) => textContent)
    expect(shown).toEqual(questions.map(({ q }) => q))
    screen.getByText(/It saves me an hour\./)
    screen.getByText('Editor')
    expect(document.querySelectorAll('main figure svg[aria-hidden]').length).toBeGreaterThanOrEqual(2)
  })
})
