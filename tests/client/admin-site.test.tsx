import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin-paths.ts'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { listOf } from '../support/samples.ts'
import { ok, openPage, refused, tagged } from '../support/page.tsx'
import type { Answers } from '../support/page.tsx'
import { nothingSet } from '../support/site-settings.ts'

const { api } = adminSitePaths
const settings = { ...nothingSet, logo: null, logo_dark: null }
const defaults = {
  name: 'Promptory',
  company_name: 'Promptory Labs, Inc.',
  company_address: 'A street',
  contact_email: 'hello@promptory.test',
  social_links: [{ name: 'X', url: 'https://x.com/promptory' }],
  brand_color: '#4c2fa2',
  terms_date: '2025-10-08',
  privacy_date: '2025-10-08',
  live_feed: true,
  asks_confirmed_email: true,
}
const put = `PUT ${api.site}`

async function open(answers: Answers = {}) {
  const page = await openPage(
    adminSitePaths.site,
    {
      [api.site]: tagged(settings, '"1"'),
      [api.siteDefaults]: ok(defaults),
      [adminPaths.api.audit({ kind: 'site', target: '1' })]: listOf([]),
      ...answers,
    },
    { member: { role: 'admin' } },
  )
  await screen.findByLabelText('Name of the site')
  return { ...page, save: () => page.user.click(screen.getByRole('button', { name: 'Save' })) }
}

beforeEach(() => localStorage.clear())

describe('the settings of the site', () => {
  test('show what the server has where nothing is set, and send what is', async () => {
    const { user, written, save } = await open({
      [put]: tagged({ ...settings, name: 'Atelier', live_feed: false }, '"2"'),
    })
    expect(screen.getByText('As on the server: Promptory')).toBeTruthy()
    await user.type(screen.getByLabelText('Name of the site'), 'Atelier')
    await user.selectOptions(screen.getByLabelText('Live feed'), 'Off')
    await user.click(screen.getByRole('button', { name: 'Set other profiles' }))
    await user.click(screen.getByRole('button', { name: 'Add a profile' }))
    await user.type(screen.getByLabelText('Name of profile 2'), 'Blog')
    await user.type(screen.getByLabelText('Address of profile 2'), 'https://blog.test')
    await user.click(screen.getByRole('button', { name: 'Remove profile 1' }))
    await save()
    await screen.findByText('Saved. Every page shows it from now on.')
    const body = {
      ...nothingSet,
      name: 'Atelier',
      live_feed: false,
      social_links: [{ name: 'Blog', url: 'https://blog.test' }],
    }
    expect(written()[0]).toMatchObject({ request: put, body, headers: { 'if-match': '"1"' } })
  })

  test('name the reason at a color that is refused, and keep it', async () => {
    const { user, save } = await open({ [put]: refused(400, { brand_color: ['Too light.'] }) })
    await user.type(screen.getByLabelText('Brand color'), '#ffd400')
    await save()
    await screen.findByText('Too light.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Brand color')))
    expect(screen.getByLabelText<HTMLInputElement>('Brand color').value).toBe('#ffd400')
    expect(screen.getByText('Dark mode')).toBeTruthy()
  })

  test('show both versions where another admin was faster', async () => {
    const { user, save } = await open({
      [put]: refused(412, {
        detail: 'changed',
        code: 'changed_meanwhile',
        etag: '"9"',
        current: { ...settings, name: 'Theirs' },
      }),
    })
    await user.type(screen.getByLabelText('Name of the site'), 'Mine')
    await save()
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Mine')).toBeTruthy()
    expect(within(dialog).getByText('Theirs')).toBeTruthy()
  })
})
