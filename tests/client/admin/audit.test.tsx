import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { listOf } from '../../support/postgres/samples.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'

const entry = {
  id: 3,
  at: '2026-11-20T10:00:00.000Z',
  actor: { username: 'eva', avatar_color: '#4c2fa2', is_team: true },
  actor_id: 7,
  actor_name: 'eva',
  source: 'web',
  kind: 'thread',
  action: 'thread_rejected',
  target: 'first',
  name: 'Primer hilo',
  note: 'Demasiado corto',
  comment_id: null,
  thread: { meta_slug: 'first', title: 'Primer hilo' },
  has_states: false,
}
const removed = {
  ...entry,
  id: 2,
  kind: 'comment',
  action: 'comment_removed',
  target: '17',
  name: null,
  actor: null,
  thread: null,
}
const ofProgram = { actor: null, actor_id: null, actor_name: null }
const changed = {
  ...removed,
  ...ofProgram,
  source: 'cli',
  id: 1,
  kind: 'site',
  action: 'changed',
  target: '1',
  name: 'Prompt Harbor',
  note: null,
  has_states: true,
}
const open = (path: string, answers: Answers, locale: 'en' | 'es' = 'en') =>
  openPage(path, answers, { member: { role: 'admin' }, locale })

afterEach(() => vi.unstubAllGlobals())

describe('the audit log', () => {
  test("shows actor, action and object of each entry, in the reader's language", async () => {
    await open(adminSitePaths.audit(), { [adminPaths.api.audit()]: listOf([entry, removed, changed]) }, 'es')
    const link = await screen.findByRole('link', { name: 'Primer hilo' })
    expect(link.getAttribute('href')).toBe('/forum/thread/first')
    const rows = within(screen.getByRole('list', { name: 'Entradas' })).getAllByRole('listitem')
    expect(rows[0]?.textContent).toContain('eva ha rechazado el hilo')
    expect(rows[0]?.textContent).toContain('Demasiado corto')
    expect(rows[1]?.textContent).toContain('eva (cuenta eliminada) ha retirado el comentarioComentario #17')
    expect(rows[2]?.textContent).toContain('Sitio Prompt Harbor #1')
    expect(screen.getAllByRole('link', { name: /Cambios/ })).toHaveLength(1)
  })

  test.each([
    ['boris (account deleted)', { actor: null, actor_name: 'boris' }],
    ['boris (now eva)', { actor_name: 'boris' }],
    ['Command line', { ...ofProgram, source: 'cli' }],
    ['Somebody not logged in', { ...ofProgram, source: 'web' }],
    ['The server itself', { ...ofProgram, source: 'job' }],
    ['Command line, server or deleted user', { ...ofProgram, source: null }],
  ])('shows the actor as %s', async (name, changes) => {
    await open(adminSitePaths.audit(), { [adminPaths.api.audit()]: listOf([{ ...entry, ...changes }]) })
    await screen.findByText(name, { selector: 'bdi' })
  })

  test('names an exported file', async () => {
    const left = { ...changed, kind: 'export', action: 'exported', target: 'members', name: null }
    await open(adminSitePaths.audit(), { [adminPaths.api.audit()]: listOf([left]) })
    expect((await screen.findByText('Members', { selector: 'span' })).closest('li')?.textContent).toContain(
      'Command line exported itExport Members',
    )
  })

  test('is filtered by its address, and shows a notice if there are no entries', async () => {
    const filtered = adminPaths.api.audit({ kind: 'post', actor: 'eva' })
    const { user, requests } = await open(adminSitePaths.audit({ kind: 'post' }), {
      [adminPaths.api.audit({ kind: 'post' })]: listOf([]),
      [filtered]: listOf([]),
    })
    await screen.findByText('No entry matches these filters.')
    await user.type(screen.getByLabelText('Username'), 'eva')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(requests().some((request) => request.endsWith(filtered))).toBe(true))
  })

  test('shows an entry with its changes on a separate page', async () => {
    await open(adminSitePaths.auditEntry(1), {
      [adminPaths.api.auditEntry(1)]: ok({ ...changed, before: { name: 'Old' }, after: { name: 'New' } }),
    })
    await screen.findByRole('heading', { name: 'What changed' })
    expect(document.querySelector('del')?.textContent).toBe('Old')
    expect(document.querySelector('ins')?.textContent).toBe('New')
  })

  test('shows an error if it cannot be loaded or exported', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 500 })))
    const { user } = await open(adminSitePaths.audit(), { [adminPaths.api.audit()]: refused(500) })
    await screen.findByText('The list could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }))
    await screen.findByText(/could not be exported/)
  })
})
