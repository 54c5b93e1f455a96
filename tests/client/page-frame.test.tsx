import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { findRoute } from '../../client/start/routes.tsx'
import { ok, openPage, refused } from '../support/browser/page.tsx'
import type { Answer } from '../support/browser/page.tsx'
import { category, categoryCard, useCase } from '../support/postgres/samples.ts'

const banner = () => within(document.querySelector<HTMLElement>('.topbar') ?? document.body)
const footer = () => within(screen.getByRole('contentinfo'))
// Imports the pages in advance, since compiling them takes time.
for (const path of [paths.library, paths.category('a'), paths.libraryUseCase('a'), paths.terms])
  await findRoute(path)?.route.fetchModule()
const isOpen = () => document.querySelector('.burger')?.getAttribute('aria-expanded')
const addressesIn = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'))

describe('the navigation', () => {
  test('links to the home page, the five areas, the other language and the log-in', async () => {
    await openPage('/privacy', {})
    expect(banner().getByRole('link', { name: 'Promptory' }).getAttribute('href')).toBe('/')
    const areas = within(banner().getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(new Set(addressesIn(areas))).toEqual(
      new Set(['/blog', '/forum', '/library', '/library/pipelines', '/subscription']),
    )
    banner().getByRole('link', { name: 'Español' })
    expect(banner().getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  })

  test("shows a member's avatar with first letter and color, linked to the profile", async () => {
    await openPage('/privacy', {}, { member: { username: 'zoe', avatar_color: '#0b6e4f' } })
    const letter = await banner().findByText('Z')
    expect(letter.closest('a')?.getAttribute('href')).toBe('/profile')
    const circle = letter.closest('svg')?.querySelector('circle')
    expect(circle?.getAttribute('fill')).toBe('#0b6e4f')
    expect(banner().queryByRole('link', { name: 'Log in' })).toBeNull()
  })

  test('can be opened as a menu, which Escape and a navigation close', async () => {
    const { user } = await openPage('/privacy', {})
    await user.click(banner().getByRole('button', { name: 'Open the menu' }))
    expect(isOpen()).toBe('true')
    await user.keyboard('{Escape}')
    expect(isOpen()).toBe('false')
    await user.click(banner().getByRole('button', { name: 'Open the menu' }))
    await user.click(footer().getByRole('link', { name: 'Terms of service' }))
    await screen.findByRole('heading', { name: 'Terms of service', level: 1 })
    await waitFor(() => expect(isOpen()).toBe('false'))
  })
})

test("a member's choice of language is kept even if the server could not save it", async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const save = vi.fn<() => Promise<Response>>(async () => Promise.reject(new TypeError('lost')))
  const { user } = await openPage('/privacy', {}, { member: {} })
  vi.stubGlobal('fetch', save)
  await user.click(banner().getByRole('link', { name: 'Español' }))
  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect(save).toHaveBeenCalledWith(
    paths.api.me,
    expect.objectContaining({ method: 'PATCH', body: '{"language":"es"}' }),
  )
  expect(document.cookie).toContain('lang=es')
  expect(screen.queryByRole('alert')).toBeNull()
  document.cookie = 'lang=; Max-Age=0; Path=/'
})

test("a member's choice of language is not saved while the address sets another language", async () => {
  const save = vi.fn<() => Promise<Response>>()
  const { user } = await openPage('/privacy?lang=en', {}, { member: {} })
  vi.stubGlobal('fetch', save)
  let href: string | null = null
  const stay = (event: MouseEvent) => {
    href = (event.target as HTMLElement).closest('a')?.getAttribute('href') ?? null
    event.preventDefault()
  }
  addEventListener('click', stay)
  await user.click(banner().getByRole('link', { name: 'Español' }))
  removeEventListener('click', stay)
  expect(href).toBe('/privacy?lang=es')
  expect(save).not.toHaveBeenCalled()
})

test("the footer links to all areas, legal pages and social profiles, and shows the company's location", async () => {
  const social_links = [{ name: 'Mastodon', url: 'https://mastodon.test/@promptory' }]
  await openPage('/privacy', {}, { settings: { social_links } })
  const addresses = addressesIn(footer().getAllByRole('link'))
  for (const path of ['/blog', '/forum', '/library', '/subscription', '/terms-of-service', '/privacy'])
    expect(addresses).toContain(path)
  expect(footer().getByRole('link', { name: 'Mastodon' }).getAttribute('href')).toBe(social_links[0]?.url)
  expect(footer().getByText(/A street/).tagName).toBe('ADDRESS')
  expect(addresses).toContain('mailto:hello@promptory.test')
})

const library = {
  [paths.api.categories({ use_cases: '0' })]: ok([categoryCard]),
  [paths.api.functional]: ok([]),
  [paths.api.pipelines({ limit: 3 })]: ok({ results: [] }),
}

test('a page that is rendered after a back navigation does not change the address', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<Awaited<Answer>>()
  const answers = {
    [paths.api.category(category.slug)]: answer as Answer,
    [paths.api.startHere]: ok({ sets: [], latest: null }),
    [paths.api.popular]: ok([]),
    [paths.api.models]: ok([]),
    [paths.api.categoryPrompts(category.slug)]: ok([]),
  }
  const { user } = await openPage(paths.library, { ...library, ...answers })
  await user.click(screen.getByRole('link', { name: 'Articles' }))
  expect(location.pathname).toBe(paths.category(category.slug))
  // The popstate event is dispatched later.
  history.replaceState(null, '', paths.library)
  resolve(ok(category))
  await screen.findByRole('heading', { name: 'Articles', level: 1 })
  expect(location.pathname).toBe(paths.library)
})

describe('a deleted category or use case', () => {
  const gone = refused(404)
  // React's development build logs errors caught by a boundary.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

  test('redirects to the library if a link opens it', async () => {
    const { user, requests } = await openPage('/library', { ...library, [paths.api.category(category.slug)]: gone })
    await user.click(screen.getByRole('link', { name: 'Articles' }))
    await waitFor(() => expect(requests()).toContain(paths.api.category(category.slug)))
    await waitFor(() => expect(location.pathname).toBe('/library'))
    await screen.findByRole('heading', { name: 'Prompt library', level: 1 })
  })

  test('redirects to the library even from the page of its category', async () => {
    const answers = {
      ...library,
      [paths.api.category(category.slug)]: ok(category),
      [paths.api.useCase(useCase.slug)]: gone,
    }
    const { user } = await openPage(paths.category(category.slug), answers)
    await user.click(screen.getByRole('link', { name: 'Outline articles' }))
    await waitFor(() => expect(location.pathname).toBe('/library'))
    await screen.findByRole('heading', { name: 'Prompt library', level: 1 })
  })
})
