import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { paths } from '#shared/paths.ts'
import type { Me } from '#shared/users/schema.ts'
import { me, ok, openPage, refused, pendingAnswer } from '../../support/browser/page.tsx'

const review = { [moderationPaths.api.review()]: ok({ results: [], next: null }) }
const libraryAnswers = Object.fromEntries(
  [
    adminPaths.api.library('prompts'),
    ...(['models', 'tags', 'categories'] as const).map((noun) => adminPaths.api.library(noun, { limit: 50 })),
  ].map((path) => [path, ok({ results: [], next: null })]),
)
const waiting = { ...review, [adminPaths.api.overview({ days: 30 })]: pendingAnswer }
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const areas = () =>
  within(screen.getByRole('navigation', { name: 'Administration' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const all = [
  'Overview',
  'Library',
  'News',
  'Forum sections',
  'Review',
  'Members',
  'Plans',
  'Payments',
  'Site',
  'Audit log',
]

describe('the admin pages', () => {
  test("are shown to an admin, in the admin's language", async () => {
    await openPage('/admin', waiting, { member: { role: 'admin' }, locale: 'es' })
    expect(await heading('Resumen')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Revisión' }).getAttribute('href')).toBe('/admin/review')
  })

  test.each([
    ['admin', 'Overview', all],
    ['moderator', 'Review', ['Review']],
    ['editor', 'Library', ['Library', 'News', 'Site']],
    ['analyst', 'Overview', ['Overview']],
  ] as const)('show the role %s its first section: %s', async (role, first, parts) => {
    const answers = role === 'editor' ? { ...libraryAnswers, [paths.api.plans]: ok([]) } : waiting
    await openPage('/admin', answers, { member: { role } })
    expect(await heading(first)).toBeTruthy()
    expect(areas()).toEqual(parts)
  })

  test.each([
    ['/admin/members', 'moderator', 'Members'],
    ['/admin/payments/in_1', 'editor', 'Payments'],
    ['/admin/library/prompts/new', 'analyst', 'Library'],
    ['/admin/audit', 'editor', 'Audit log'],
  ] as const)(
    '%s shows the role %s that the section is not part of the role, and sends no request',
    async (path, role, part) => {
      const { requests } = await openPage(path, {}, { member: { role } })
      expect(await heading('This isn’t part of your role')).toBeTruthy()
      expect(screen.getByText(`Your role doesn’t include “${part}”. If you need it, ask an admin.`)).toBeTruthy()
      expect(requests().filter((request) => request.includes('/api/admin/'))).toEqual([])
    },
  )

  test.each([
    ['/admin', 'user'],
    ['/admin/no-such-area', 'admin'],
    ['/admin/no-such-area', 'editor'],
  ] as const)('%s shows "not found" to the role %s', async (path, role) => {
    await openPage(path, {}, { member: { role } })
    expect(await heading('Sorry, there is no such page :(')).toBeTruthy()
    await waitFor(() => expect(document.title).toMatch(/not found/i))
  })

  test('are closed when the server refuses a request because the role has ended', async () => {
    const editor: Me = { ...me, role: 'editor' }
    await openPage(
      '/admin/news/tags',
      { [adminNewsPaths.api.tags]: refused(403), [paths.api.me]: [ok(editor), ok(me)] },
      { member: {} },
    )
    expect(await heading('Sorry, there is no such page :(')).toBeTruthy()
  })
})

describe('the site section for an editor', () => {
  const content = { [adminSitePaths.api.content('landing')]: ok([]), [adminSitePaths.api.content('faq')]: ok([]) }

  test('contains texts, and neither settings nor announcements', async () => {
    await openPage('/admin/site', content, { member: { role: 'editor' } })
    const tabs = within(await screen.findByRole('navigation', { name: 'Parts of the site' }))
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Landing page',
      'FAQ',
      'Testimonials',
      'Pages',
    ])
    expect(location.pathname).toBe(adminSitePaths.content('landing'))
  })

  test('shows at the address of an announcement that announcements are not part of the role', async () => {
    await openPage(adminSitePaths.announcements, content, { member: { role: 'editor' } })
    expect(await screen.findByText(/Your role doesn’t include “Announcements”/)).toBeTruthy()
  })
})
