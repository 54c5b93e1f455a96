import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminSection } from '#shared/admin/sections.ts'
import { listOf } from '../../support/postgres/samples.ts'
import { ok, openPage, refused, withEtag } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'

const { api } = adminNewsPaths
const section = (id: number, name: string): AdminSection => ({
  id,
  slug: `part-${id}`,
  position: id,
  texts: { en: { name, description: 'About' }, es: { name: `${name} (es)`, description: '' } },
})
const sections = [
  { ...section(1, 'Help'), thread_count: 2 },
  { ...section(2, 'Ideas'), thread_count: 0 },
]
const answers: Answers = {
  [api.sections]: ok(sections),
  [api.section(1)]: withEtag(section(1, 'Help'), '"1"'),
  [api.section(2)]: withEtag(section(2, 'Ideas'), '"2"'),
  [adminPaths.api.audit({ kind: 'section', target: '1' })]: listOf([]),
  [adminPaths.api.audit({ kind: 'section', target: '2' })]: listOf([]),
}
const open = (path: string, more: Answers = {}, locale: 'en' | 'es' = 'en') =>
  openPage(path, { ...answers, ...more }, { member: { role: 'admin' }, locale })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const gone = { status: 204, body: null }

describe('the sections of the forum', () => {
  test('show an error if a proxy refuses a new section', async () => {
    const { user } = await open('/admin/forum/new', { [`POST ${api.sections}`]: refused(502, null) })
    const english = within(await screen.findByRole('group', { name: 'English' }))
    await user.type(english.getByLabelText('Name'), 'Help')
    await user.click(await button('Save'))
    await screen.findByText('Something went wrong. Try again.')
  })

  test('are listed in their order, with their number of threads', async () => {
    await open('/admin/forum', {}, 'es')
    const list = await screen.findByRole('list', { name: 'Secciones' })
    await within(list).findByRole('link', { name: 'Help (es)' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('2 hilos'), expect.stringContaining('0 hilos')])
  })

  test('are added at the end, in both languages', async () => {
    const { user, written } = await open('/admin/forum/new', {
      [`POST ${api.sections}`]: withEtag(section(1, 'Help'), '"1"'),
    })
    const english = within(await screen.findByRole('group', { name: 'English' }))
    await user.type(english.getByLabelText('Name'), 'Show & tell')
    await user.type(within(screen.getByRole('group', { name: 'Spanish' })).getByLabelText('Name'), 'Enseña')
    await user.click(await button('Save'))
    await waitFor(() => expect(location.pathname).toBe('/admin/forum/1'))
    expect(written()[0]?.body).toMatchObject({
      slug: 'show-tell',
      position: 3,
      texts: { en: { name: 'Show & tell' }, es: { name: 'Enseña' } },
    })
  })

  test('with threads can be deleted only with a target section', async () => {
    const { user, written } = await open('/admin/forum/1', { [`DELETE ${api.section(1, { target: 2 })}`]: gone })
    await user.click(await button('Delete for good'))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete “Help” for good?' }))
    expect(dialog.getByText(/Its 2 threads move to another section/)).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true)
    await user.selectOptions(dialog.getByLabelText('Move its threads to'), 'Ideas')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(location.pathname).toBe('/admin/forum'))
    expect(written()[0]?.headers).toEqual({ 'if-match': '"1"' })
    expect(await screen.findByText('Deleted.')).toBeTruthy()
  })

  test('without threads can be deleted without a target section', async () => {
    const { user, written } = await open('/admin/forum/2', { [`DELETE ${api.section(2)}`]: gone })
    await user.click(await button('Delete for good'))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('It has no threads.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(location.pathname).toBe('/admin/forum'))
    expect(written()).toHaveLength(1)
  })
})
