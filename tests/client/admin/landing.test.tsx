import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PromptRow } from '#shared/admin/library.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import type { AdminLandingSection } from '#shared/site/landing.ts'
import { ok, openPage, refused, withEtag } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'
import { listOf } from '../../support/postgres/samples.ts'

const { api, content, contentItem } = adminSitePaths
const section = (
  id: number,
  name: AdminLandingSection['name'],
  changes: Partial<AdminLandingSection> = {},
): AdminLandingSection => ({
  id,
  name,
  is_shown: true,
  is_published: false,
  texts: null,
  prompts: [],
  ...changes,
})
const hero = section(1, 'hero')
const problem = section(2, 'problem')
const calls = section(3, 'calls', { is_shown: false })
const found: PromptRow = {
  id: 7,
  slug: 'contract',
  name: 'Draft a contract',
  is_translated: false,
  required_tier: 0,
  effective_tier: 0,
  is_archived: false,
  is_hidden_by_parent: false,
  length_tag: 'short',
  use_case: { id: 1, name: 'Contracts' },
  model_ids: [],
  tag_ids: [],
  gaps: [],
  rating_avg: null,
  rating_count: 0,
  updated_at: '2026-01-01T00:00:00.000Z',
}
const written = {
  title: 'Contracts take time',
  text: 'Too much of it.',
  points: [{ title: 'Every clause', text: 'From scratch.' }],
}
const item = (one: AdminLandingSection): Answers => ({
  [api.contentItem('landing', one.id)]: withEtag(one, '"1"'),
  [adminPaths.api.audit({ kind: 'landing_section', target: String(one.id) })]: listOf([]),
})
/** Requests of the preview. */
const shown: Answers = Object.fromEntries(
  [paths.api.plans, paths.api.testimonials, sitePaths.api.faq('landing')].map((path) => [path, ok([])]),
)
const open = async (path: string, answers: Answers = {}) => {
  const page = await openPage(
    path,
    { ...shown, [api.content('landing')]: ok([hero, problem, calls]), ...item(hero), ...item(problem), ...answers },
    { member: { role: 'admin' } },
  )
  return { ...page, save: () => page.user.click(screen.getByRole('button', { name: 'Save' })) }
}

beforeEach(() => localStorage.clear())

describe('the sections of the landing page', () => {
  test('are listed in their order, which arrow buttons change except for the first', async () => {
    const { user, written: changes } = await open(content('landing'), {
      [`POST ${api.contentMove('landing', 2)}`]: ok({ place: 1 }),
    })
    const list = within(await screen.findByRole('list', { name: 'Landing page' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ProblemDefault↑↓',
      'Rotating linesNot shown↑↓',
    ])
    screen.getByRole('link', { name: 'Top of the page' })
    await user.click(list.getByRole('button', { name: 'Move Problem down' }))
    await screen.findByText('Problem is now in position 2.')
    expect(changes()[0]).toMatchObject({ body: { before: null } })
  })

  test('begin with the default texts, and can be reset to them', async () => {
    const {
      user,
      written: changes,
      save,
    } = await open(contentItem('landing', 2), {
      [`PUT ${api.contentItem('landing', 2)}`]: withEtag({ ...problem, is_published: true }, '"2"'),
    })
    await user.click(await screen.findByRole('button', { name: 'Write your own texts' }))
    const heading = await screen.findByLabelText<HTMLInputElement>('Heading (English)')
    expect(heading.value).toBe('The model is good. Asking the right way is the hard part.')
    const spanish = screen.getByLabelText<HTMLInputElement>('Heading (Spanish)')
    expect(spanish.value).toBe('El modelo es bueno. Lo difícil es saber preguntarle.')
    await user.clear(heading)
    await user.type(heading, 'Contracts')
    within(screen.getByRole('region', { name: 'Preview' })).getByText('Contracts')
    await user.click(screen.getByLabelText(/^Published:/))
    await save()
    await screen.findByText('Published. The page now shows it.')
    expect(changes()[0]).toMatchObject({
      headers: { 'if-match': '"1"' },
      body: { name: 'problem', is_published: true, texts: { en: { title: 'Contracts' } } },
    })
  })

  test('have items that can be added and removed, in both languages', async () => {
    const texts = { en: written, es: { ...written, title: 'Los contratos' } }
    const problemSection = section(2, 'problem', { texts, is_published: true })
    const {
      user,
      written: changes,
      save,
    } = await open(contentItem('landing', 2), {
      ...item(problemSection),
      [`PUT ${api.contentItem('landing', 2)}`]: withEtag(problemSection, '"2"'),
    })
    await user.click(await screen.findByRole('button', { name: 'Add one: Points' }))
    await user.type(screen.getByLabelText('Points 2: Heading (English)'), 'Review')
    await user.click(screen.getByRole('button', { name: 'Remove number 1: Points' }))
    await save()
    await screen.findByText('Saved.')
    expect(changes()[0]?.body).toMatchObject({
      texts: { en: { points: [{ title: 'Review', text: '' }] }, es: { points: [{ title: '', text: '' }] } },
    })
  })

  test('include the prompts of the hero, each with its task in both languages', async () => {
    const {
      user,
      written: changes,
      save,
    } = await open(contentItem('landing', 1), {
      [adminPaths.api.library('prompts', { q: 'contract', archived: '0', tier: '0', limit: 8 })]: listOf([found]),
      [adminPaths.api.libraryItem('prompts', 7)]: refused(404),
      [`PUT ${api.contentItem('landing', 1)}`]: withEtag(hero, '"2"'),
    })
    await user.type(await screen.findByLabelText('Search for a prompt'), 'contract')
    await user.click(await screen.findByRole('button', { name: /^Draft a contract/ }))
    await user.type(screen.getByLabelText('Task (English)'), 'draft a contract')
    expect(screen.queryByLabelText('Shown on the page')).toBeNull()
    await save()
    await screen.findByText('Saved.')
    expect(changes()[0]?.body).toMatchObject({ prompts: [{ id: 7, tasks: { en: 'draft a contract', es: null } }] })
  })
})
