import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { freePlan, premium, group } from '../../support/postgres/samples.ts'
import { ok, openPage } from '../../support/browser/page.tsx'
import { pipelineCard } from '../../support/pipeline-samples.ts'

const writing = { slug: group.slug, name: group.name }
const cooking = { slug: 'cooking', name: 'Cooking' }
const results = [
  pipelineCard({ functional: writing }),
  pipelineCard({ id: 2, slug: 'menu', title: 'A menú for guests', functional: cooking, required_tier: 1 }),
  pipelineCard({ id: 3, slug: 'post', title: 'A post from notes', prompts: [], functional: writing }),
]
const answers = { [paths.api.pipelines()]: ok({ results }), [paths.api.plans]: ok([freePlan, premium]) }
const open = (search = '') => openPage(paths.pipelines + search, answers)
const groups = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('heading', { level: 2 })
    .map((heading) => [
      heading.textContent,
      ...within(heading.closest('section') as HTMLElement)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ])

describe('the pipelines', () => {
  test('are listed by functional group, each with its steps', async () => {
    await open()
    expect(groups()).toEqual([
      ['Cooking', 'A menú for guests'],
      ['Writing', 'From a topic to a checked talk', 'A post from notes'],
    ])
    const [chain] = screen.getAllByRole('list', { name: 'Steps' })
    expect(
      within(chain as HTMLElement)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Plan a talk', 'Write the talk', 'Check the talk'])
    const link = screen.getByRole('link', { name: 'From a topic to a checked talk' })
    expect(link.getAttribute('href')).toBe('/library/pipeline/talk')
  })

  test('are the current area of the navigation, and not the library', async () => {
    await open()
    const current = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link', { current: 'page' })
    expect(current.map(({ textContent }) => textContent)).toEqual(['Pipelines'])
  })

  test('are found by words of titles and steps, ignoring accents and case', async () => {
    const { user } = await open()
    const box = screen.getByRole('searchbox', { name: 'Search pipelines' })
    await user.type(box, 'MENU guests')
    expect(groups()).toEqual([['Cooking', 'A menú for guests']])
    screen.getByText('1 pipeline found')
    await user.clear(box)
    await user.type(box, 'write the')
    expect(groups().flat()).toContain('From a topic to a checked talk')
    expect(groups().flat()).not.toContain('A post from notes')
    await user.clear(box)
    await user.type(box, 'a-menu')
    expect(groups().flat()).toEqual(['Cooking', 'A menú for guests'])
    await user.type(box, 'zzz')
    screen.getByText('Nothing was found')
  })

  test('are filtered by words and by "free only", which are stored in the address', async () => {
    await open('?q=topic&free=1')
    expect(groups()).toEqual([['Writing', 'From a topic to a checked talk']])
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('topic')
  })

  test('show their plan if they are locked', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('link', { name: 'A menú for guests' }))
    await screen.findByRole('dialog', { name: '“A menú for guests” is part of Premium' })
    expect(location.pathname).toBe(paths.pipelines)
    await waitFor(() => expect(sessionStorage.getItem('redirectAfterLogin')).toBe('/library/pipeline/menu'))
  })

  test('show a notice if there are none', async () => {
    await openPage(paths.pipelines, { [paths.api.pipelines()]: ok({ results: [] }) })
    screen.getByText('No pipelines yet')
  })
})
