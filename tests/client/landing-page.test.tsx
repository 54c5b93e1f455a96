import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { landingFields } from '#shared/site/landing-fields.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { ok, openPage } from '../support/browser/page.tsx'
import { freePlan, premium, questions, testimonials } from '../support/postgres/samples.ts'

const contact = { ...premium, id: 3, name: 'Business', purchasable: false, unavailable_text: 'contact' }
const answers = {
  [paths.api.plans]: ok([freePlan, premium, contact]),
  [sitePaths.api.faq('landing')]: ok(questions),
  [paths.api.testimonials]: ok(testimonials),
  [paths.api.models]: ok([
    { slug: 'chatgpt', name: 'ChatGPT', prompt_count: 1_684 },
    { slug: 'claude', name: 'Claude', prompt_count: 1 },
  ]),
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
    expect([...models.children].map(({ textContent }) => textContent)).toEqual([
      'ChatGPT 1,684 prompts',
      'Claude 1 prompt',
    ])
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
    const isFirst = [...plans].map((plan) => plan.closest('li')?.className.includes('plan-first'))
    expect(isFirst).toEqual([false, true])
    const shown = [...document.querySelectorAll('main summary')].map(({ textContent }) => textContent)
    expect(shown).toEqual(questions.map(({ q }) => q))
    sectionOf('What people say about it').getByText('It asks for the level first.')
    screen.getByText('Ben')
  })

  test('shows invented testimonials, marked as such, only while there is none of a real person', async () => {
    await openPage('/', { ...answers, [paths.api.testimonials]: ok(testimonials.filter((one) => one.is_sample)) })
    expect(sectionOf('How it could be used').getByText('Invented example')).toBeTruthy()
    cleanup()
    await openPage('/', answers)
    expect(screen.queryByText('It saves me an hour.')).toBeNull()
  })
})

const outline = {
  slug: 'outline-a-long-read',
  title: 'Outline a long-read article',
  category: { name: 'Content marketing', group: 'marketing' },
  task: ['outline an article on ', 'topic', ''],
  text: ['Plan an article of ', 'length', ' on ', 'topic', '. Stay on ', 'topic', '.'],
  blanks: [
    { name: 'length', label: 'Length', value: '2,000 words' },
    { name: 'topic', label: 'Topic', value: 'bread' },
  ],
  example: '1. Claim: the last tray costs more.',
}
const landing = {
  sections: Object.keys(landingFields).map((name) => ({ name, texts: null, content_locale: null })),
  prompts: [outline],
  figures: { prompts: 684, free_prompts: 1, niches: 66 },
  pipeline: {
    slug: 'brief',
    title: 'From keywords to a brief',
    group: 'marketing',
    steps: [
      { title: 'Group keywords', blanks: [{ label: 'Keywords', answer_of: null }] },
      { title: 'Outline', blanks: [{ label: 'Search terms', answer_of: 1 }] },
    ],
  },
}
const open = () => openPage('/', { ...answers, [sitePaths.api.landing]: ok(landing) })
const blanks = (label: string) => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: label })

describe('the hero of the landing page', () => {
  test('fills the prompt with what is typed into the headline, and copies the whole text', async () => {
    const { user } = await open()
    const [inHeadline, ...inPrompt] = blanks('Topic')
    expect(blanks('Topic').map(({ value }) => value)).toEqual(['bread', 'bread', 'bread'])
    await user.click(inHeadline as HTMLElement)
    await user.keyboard('a garden')
    expect(inPrompt.map(({ value }) => value)).toEqual(['a garden', 'a garden'])
    await user.clear(blanks('Length')[0] as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('Plan an article of [Length] on a garden. Stay on a garden.')
    await screen.findByText('Copied')
  })

  test('links to the prompt, whose page shows what was typed', async () => {
    const { user } = await open()
    await user.click(blanks('Topic')[0] as HTMLElement)
    await user.keyboard('a garden')
    expect(screen.getByRole('link', { name: 'Open the prompt' }).getAttribute('href')).toBe(paths.prompt(outline.slug))
    expect(sessionStorage.getItem(`prompt.values:${outline.slug}`)).toBe('[["length",""],["topic","a garden"]]')
  })

  test('shows the numbers of prompts, free prompts and categories', async () => {
    await open()
    const figures = screen.getByText('684').closest('ul') as HTMLElement
    expect([...figures.children].map(({ textContent }) => textContent)).toEqual([
      '684 prompts',
      '1 of them free',
      '66 categories',
    ])
  })
})

describe('the sections of the landing page', () => {
  test('show the example of the prompt beside a hurried one, and a pipeline', async () => {
    await open()
    const problem = sectionOf('The model is good. Asking the right way is the hard part.')
    problem.getByText('Typed in a hurry')
    problem.getByText(outline.example)
    const run = within(screen.getByRole('region', { name: landing.pipeline.title }))
    expect(run.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Group keywords',
      'Outline',
    ])
    expect(run.getByText('answer 1').closest('li')?.textContent).toContain('Search terms')
  })
})
