import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { ok, openPage } from '../../support/browser/page.tsx'
import { freePlan, locked, premium, preview, prompt, promptAnswers } from '../../support/postgres/samples.ts'

const path = paths.prompt(prompt.slug)
const textsIn = (list: Element | null | undefined) => [...(list?.children ?? [])].map(({ textContent }) => textContent)
const sectionOf = (heading: string) => screen.getByRole('heading', { name: heading }).closest('section')

const linkTo = (name: string) => within(screen.getByRole('main')).getByRole('link', { name }).getAttribute('href')

test('a locked prompt shows its blanks, its size, the first lines of its example and links to plans and log-in', async () => {
  const shape = {
    required_tier: 1,
    inputs: ['Interview notes', 'Angle'],
    word_count: 320,
    example_lines: ['Sorted: N1 and **N2**'],
    models: [{ id: 1, slug: 'one', name: 'Model one' }],
  }
  await openPage(path, {
    ...promptAnswers(locked({ ...preview, ...shape })),
    [paths.api.plans]: ok([freePlan, premium]),
  })
  const text = within(screen.getByRole('region', { name: 'Prompt', hidden: true }))
  expect(textsIn(text.getByRole('list', { name: 'Blanks', hidden: true }))).toEqual(['Interview notes', 'Angle'])
  expect(textsIn(sectionOf('What you get')?.querySelector('ul'))).toEqual([
    '320 words',
    '2 blanks to fill in',
    'Written for Model one',
    'How to use, known issues and the whole example',
  ])
  expect(sectionOf('Example')?.querySelector('b')?.textContent).toBe('N2')
  expect(linkTo('See the plans')).toBe('/subscription?for=prompt/outline')
  expect(linkTo('Log in')).toBe(`/login?next=${encodeURIComponent(path)}`)
  expect(screen.queryByText('Free')).toBeNull()
})
