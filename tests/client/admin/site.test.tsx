import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { listOf } from '../../support/postgres/samples.ts'
import { ok, openPage, refused, withEtag } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'
import { emptySettings } from '../../support/site-settings.ts'

const { api } = adminSitePaths
const settings = { ...emptySettings, logo: null, logo_dark: null, card: null }
const defaults = {
  name: 'Promptory',
  company_name: 'Promptory Labs, Inc.',
  company_address: 'A street',
  contact_email: 'hello@promptory.test',
  mail_sender: 'no-reply@promptory.test',
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
      [api.site]: withEtag(settings, '"1"'),
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
  test('show the default values of the server, and send only values that the admin has set', async () => {
    const { user, written, save } = await open({
      [put]: withEtag({ ...settings, name: 'Atelier', live_feed: false }, '"2"'),
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
    await screen.findByText('Saved. Every page now shows it; this one does once you reload it.')
    const body = {
      ...emptySettings,
      name: 'Atelier',
      live_feed: false,
      social_links: [{ name: 'Blog', url: 'https://blog.test' }],
    }
    expect(written()[0]).toMatchObject({ request: put, body, headers: { 'if-match': '"1"' } })
  })

  test('contain the footer of mails, with a preview before it is saved', async () => {
    const html =
      '<html><head><style>.page{color:red}</style></head><body class="page" style="margin:0"><p style="color:blue">A sample</p></body></html>'
    const preview = `POST ${api.mailPreview}`
    const { user, written, save } = await open({
      [put]: withEtag({ ...settings, mail_footer_es: 'Uno\nDos' }, '"2"'),
      [preview]: ok({ subject: 'A sample', text: 'In plain words', html }),
    })
    await user.type(screen.getByLabelText('Footer (Spanish)'), 'Uno{enter}Dos')
    await user.click(screen.getByRole('button', { name: 'In Spanish' }))
    await screen.findByText('In plain words')
    const state = { ...emptySettings, mail_footer_es: 'Uno\nDos' }
    const sent = () => written().filter(({ request }) => request === preview)
    await waitFor(() => expect(sent().at(-1)?.body).toEqual({ locale: 'es', settings: state }))
    const root = [...document.querySelectorAll('main div')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot
    const paragraph = root?.querySelector('p')
    expect([paragraph?.textContent, paragraph?.style.color]).toEqual(['A sample', 'blue'])
    await save()
    await screen.findByText('Saved. Every page now shows it; this one does once you reload it.')
    expect(written().at(-1)).toMatchObject({ request: put, body: state })
  })

  test('show why a color is refused, and keep the input', async () => {
    const { user, save } = await open({ [put]: refused(400, { brand_color: ['Too light.'] }) })
    await user.type(screen.getByLabelText('Brand color'), '#ffd400')
    await save()
    await screen.findByText('Too light.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Brand color')))
    expect(screen.getByLabelText<HTMLInputElement>('Brand color').value).toBe('#ffd400')
    expect(screen.getByText('Dark mode')).toBeTruthy()
  })

  test('show both versions after a conflict with another admin', async () => {
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

const question = (id: number, q: string, page: 'landing' | 'subscription' = 'landing') => ({
  id,
  page,
  texts: { en: { q, a: `Of ${q}` }, es: null as { q: string; a: string } | null },
})
const questions = [question(1, 'Why?'), question(2, 'How?'), question(3, 'When?', 'subscription')]
const moved = {
  id: 7,
  at: '2026-11-22T10:00:00Z',
  actor: { username: 'ana', avatar_color: '#4c2fa2', is_team: true },
  actor_id: 2,
  actor_name: 'ana',
  source: 'web',
  kind: 'faq_item',
  action: 'moved',
  target: '1',
  name: null,
  note: null,
  has_states: true,
  thread: null,
  comment_id: null,
}
const openFaq = (path: string, answers: Answers = {}) =>
  openPage(
    path,
    {
      [api.content('faq')]: ok(questions),
      [api.contentItem('faq', 1)]: withEtag(questions[0], '"1"'),
      [adminPaths.api.audit({ kind: 'faq_item', target: '1' })]: listOf([moved]),
      [adminPaths.api.auditEntry(7)]: ok({ ...moved, before: { place: 0 }, after: { place: 1 } }),
      ...answers,
    },
    { member: { role: 'admin' } },
  )

describe('the questions and the testimonials', () => {
  test('are listed by page in their order, which buttons and keys change', async () => {
    const { user, written } = await openFaq(adminSitePaths.content('faq'), {
      [`POST ${api.contentMove('faq', 1)}`]: ok({ place: 1 }),
    })
    const list = within(await screen.findByRole('list', { name: 'On the landing page' }))
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Why?', 'How?'])
    await user.click(list.getByRole('button', { name: 'Move Why? down' }))
    await screen.findByText('Why? is now in position 2.')
    expect(written()[0]).toMatchObject({ request: `POST ${api.contentMove('faq', 1)}`, body: { before: null } })
    within(screen.getByRole('list', { name: 'On the plans page' })).getByRole('link', { name: 'When?' })
  })

  test('are edited in both languages, and their position cannot be restored', async () => {
    const path = `PUT ${api.contentItem('faq', 1)}`
    const { user, written } = await openFaq(adminSitePaths.contentItem('faq', 1), {
      [path]: withEtag(questions[0], '"2"'),
    })
    await user.type(await screen.findByLabelText('Question (Spanish)'), '¿Por qué?')
    await user.type(screen.getByLabelText('Answer (Spanish)'), 'Porque sí.')
    await user.selectOptions(screen.getByLabelText('Page'), 'On the plans page')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved.')
    const texts = { en: { q: 'Why?', a: 'Of Why?' }, es: { q: '¿Por qué?', a: 'Porque sí.' } }
    expect(written()[0]).toMatchObject({
      request: path,
      body: { page: 'subscription', texts },
      headers: { 'if-match': '"1"' },
    })
    await user.click(await screen.findByRole('button', { name: 'Changes' }))
    await screen.findByText('Position')
    expect(screen.queryByRole('button', { name: /Take over/ })).toBeNull()
  })

  test('are added, and deleted after a confirmation', async () => {
    const testimonial = {
      id: 9,
      name: 'Ana',
      is_sample: true,
      texts: { en: { role: 'Writer', text: 'Good.' }, es: null },
    }
    const item = api.contentItem('testimonials', 9)
    const { user, written } = await openPage(
      adminSitePaths.contentItem('testimonials', 'new'),
      {
        [api.content('testimonials')]: ok([]),
        [`POST ${api.content('testimonials')}`]: withEtag(testimonial, '"1"'),
        [item]: withEtag(testimonial, '"1"'),
        [`DELETE ${item}`]: { status: 204, body: null },
        [adminPaths.api.audit({ kind: 'testimonial', target: '9' })]: listOf([]),
      },
      { member: { role: 'admin' } },
    )
    await user.type(await screen.findByLabelText('Name'), 'Ana')
    await user.click(screen.getByLabelText('This is invented: nobody said it'))
    await user.type(screen.getByLabelText('What they do (English)'), 'Writer')
    await user.type(screen.getByLabelText('What they say (English)'), 'Good.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const { id: _id, ...body } = testimonial
    await user.click(await screen.findByRole('button', { name: 'Delete for good' }))
    expect(written()[0]).toMatchObject({ request: `POST ${api.content('testimonials')}`, body })
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText('There are no testimonials. The pages are shown without them.')
    expect(written()[1]).toMatchObject({ request: `DELETE ${item}`, headers: { 'if-match': '"1"' } })
  })
})

const [past, ahead] = ['2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z']
const announcement = (text: string, changes: object) => ({ link: '', texts: { en: text, es: '' }, ...changes })
const announcementOf = async (text: string) => (await screen.findByText(text)).closest('li')?.textContent

describe('the announcements', () => {
  test("show the state that the server returns, independent of the browser's clock", async () => {
    await openPage(
      adminSitePaths.announcements,
      {
        [api.announcements]: ok([
          announcement('First', { id: 1, from_at: past, until_at: ahead, state: 'over' }),
          announcement('Second', { id: 2, from_at: past, until_at: ahead, state: 'waiting' }),
          announcement('Third', { id: 3, from_at: ahead, until_at: ahead, state: 'running' }),
        ]),
      },
      { member: { role: 'admin' } },
    )
    expect(await announcementOf('First')).toContain('Over')
    expect(await announcementOf('Second')).toContain('Not yet shown')
    expect(await announcementOf('Third')).toContain('Shown now')
  })
})
