import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import type { AdminSitePage } from '#shared/site/pages.ts'
import { ok, openPage, refused, withEtag } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'
import { listOf } from '../../support/postgres/samples.ts'

const { api, content, contentItem } = adminSitePaths
const pageOf = (id: number, slug: string, changes: Partial<AdminSitePage> = {}): AdminSitePage => ({
  id,
  slug,
  is_published: true,
  in_footer: true,
  in_navigation: false,
  texts: { en: { title: `Title of ${slug}`, body: 'Text' }, es: null },
  ...changes,
})
const imprint = pageOf(1, 'imprint')
const contact = pageOf(2, 'contact', { is_published: false })
const terms = pageOf(3, 'terms-of-service', { is_published: false })
const item = (page: AdminSitePage): Answers => ({
  [api.contentItem('pages', page.id)]: withEtag(page, '"1"'),
  [adminPaths.api.audit({ kind: 'site_page', target: String(page.id) })]: listOf([]),
})
const open = async (path: string, answers: Answers = {}) => {
  const page = await openPage(
    path,
    {
      [api.content('pages')]: ok([imprint, contact, terms]),
      [`POST ${adminNewsPaths.api.preview}`]: ok({ html: '<p>Shown</p>' }),
      ...item(imprint),
      ...item(terms),
      ...answers,
    },
    { member: { role: 'admin' } },
  )
  const changesIn = () => page.written().filter(({ request }) => !request.endsWith(adminNewsPaths.api.preview))
  return { ...page, changesIn, save: () => page.user.click(screen.getByRole('button', { name: 'Save' })) }
}

beforeEach(() => localStorage.clear())

describe('the list of pages', () => {
  test('lists the legal texts separately, and other pages in an order that arrow buttons change', async () => {
    const { user, changesIn } = await open(content('pages'), {
      [`POST ${api.contentMove('pages', 1)}`]: ok({ place: 1 }),
    })
    const legal = within(await screen.findByRole('list', { name: 'Legal texts' }))
    expect(legal.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Terms of serviceDefault text; yours is not published',
      'Privacy policyDefault textWrite your own text',
    ])
    screen.getByText('The law of your country applies: have a lawyer review it.')
    const list = within(screen.getByRole('list', { name: 'Other pages' }))
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Title of imprint',
      'Title of contact',
    ])
    await user.click(list.getByRole('button', { name: 'Move Title of imprint down' }))
    await screen.findByText('Title of imprint is now in position 2.')
    expect(changesIn()[0]).toMatchObject({ body: { before: null } })
  })

  test('creates a draft of a legal text from the default text, in both languages', async () => {
    const privacy = pageOf(4, 'privacy', { is_published: false })
    const { user, changesIn } = await open(content('pages'), {
      [`POST ${api.content('pages')}`]: ok(privacy),
      ...item(privacy),
    })
    await user.click(await screen.findByRole('button', { name: 'Write your own text: Privacy policy' }))
    await screen.findByText(/is shown at \/privacy until this one is published/)
    expect(changesIn()[0]?.body).toMatchObject({
      slug: 'privacy',
      is_published: false,
      texts: {
        en: {
          title: 'Privacy policy',
          body: expect.stringMatching(/^## 1\. Information we collect\n\nPromptory \(“we”\)/),
        },
        es: { title: 'Política de privacidad', body: expect.stringContaining('\n\n## 11. ') },
      },
    })
  })

  test('shows why the draft of a legal text could not be created', async () => {
    const { user } = await open(content('pages'), {
      [`POST ${api.content('pages')}`]: refused(400, { slug: ['There is already a page at this address.'] }),
    })
    await user.click(await screen.findByRole('button', { name: 'Write your own text: Privacy policy' }))
    await screen.findByText('There is already a page at this address.')
  })
})

describe('the editor of a page', () => {
  test('derives the slug of a new page from its title, and sends both languages', async () => {
    const { user, changesIn, save } = await open(contentItem('pages', 'new'), {
      [`POST ${api.content('pages')}`]: withEtag(imprint, '"1"'),
    })
    await user.type(await screen.findByLabelText('Title (English)'), 'About us')
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('about-us')
    screen.getByText('The end of its address: /page/about-us')
    await user.type(screen.getByLabelText('Text (English)'), 'We are.')
    await user.type(screen.getByLabelText('Title (Spanish)'), 'Quiénes somos')
    await user.type(screen.getByLabelText('Text (Spanish)'), 'Somos.')
    await user.click(screen.getByLabelText('In the navigation at the top of every page'))
    await user.click(screen.getByLabelText('Published: everybody can read it'))
    await save()
    await screen.findByText('Published. Everybody can read it now.')
    expect(changesIn()[0]).toMatchObject({
      body: {
        slug: 'about-us',
        is_published: true,
        in_footer: true,
        in_navigation: true,
        texts: { en: { title: 'About us', body: 'We are.' }, es: { title: 'Quiénes somos', body: 'Somos.' } },
      },
    })
  })

  test('announces the redirect of a former address, and the replacement of a legal page', async () => {
    const { user } = await open(contentItem('pages', 1))
    const slug = await screen.findByLabelText('Address')
    await user.clear(slug)
    await user.type(slug, 'privacy')
    screen.getByText('Links to the former address will lead here.')
    screen.getByText('This is the address of a legal page: your text takes its place at /privacy.')
  })

  test('advises a legal review for a legal text, and has no fields for slug and links', async () => {
    const { changesIn, user, save } = await open(contentItem('pages', 3), {
      [`PUT ${api.contentItem('pages', 3)}`]: withEtag({ ...terms, is_published: true }, '"2"'),
    })
    await screen.findByText('The law of your country applies: have a lawyer review it.')
    expect(screen.queryByLabelText('Address')).toBeNull()
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
    await user.click(screen.getByRole('checkbox'))
    await save()
    await screen.findByText('Your text is shown at /terms-of-service.')
    expect(changesIn()[0]).toMatchObject({ headers: { 'if-match': '"1"' }, body: { is_published: true } })
  })

  test('shows both versions after a conflict with another admin', async () => {
    const theirs = pageOf(1, 'imprint', { texts: { en: { title: 'Theirs', body: 'Text' }, es: null } })
    const { user, save } = await open(contentItem('pages', 1), {
      [`PUT ${api.contentItem('pages', 1)}`]: refused(412, {
        detail: 'changed',
        code: 'changed_meanwhile',
        etag: '"9"',
        current: theirs,
      }),
    })
    await user.type(await screen.findByLabelText('Title (English)'), '!')
    await save()
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('Title of imprint!')
    dialog.getByText('Theirs')
  })

  test('restores unsaved changes on the next visit', async () => {
    const { user } = await open(contentItem('pages', 1))
    await user.type(await screen.findByLabelText('Text (English)'), ' and more')
    await waitFor(() => expect(JSON.stringify(localStorage)).toContain('Text and more'))
  })
})
