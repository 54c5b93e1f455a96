import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { moderationPaths } from '#shared/moderation-paths.ts'
import { ok, openPage } from '../support/page.tsx'

const review = { [moderationPaths.api.review()]: ok({ results: [], next: null }) }
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the admin pages', () => {
  test('open for an admin, in their language', async () => {
    await openPage('/admin', {}, { member: { role: 'admin' }, locale: 'es' })
    expect(await heading('Resumen')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Revisión' }).getAttribute('href')).toBe('/admin/review')
  })

  test('lead a moderator to what they may see', async () => {
    await openPage('/admin/members', review, { member: { role: 'moderator' } })
    expect(await heading('Review')).toBeTruthy()
    expect(location.pathname).toBe('/admin/review')
    expect(document.querySelector('a[href="/admin/news"]')).toBeNull()
  })

  test.each([
    ['/admin', 'user'],
    ['/admin/no-such-area', 'admin'],
  ] as const)('%s is not there for role %s', async (path, role) => {
    await openPage(path, {}, { member: { role } })
    expect(await heading('Sorry, there is no such page :(')).toBeTruthy()
    await waitFor(() => expect(document.title).toMatch(/not found/i))
  })
})
