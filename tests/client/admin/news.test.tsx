import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminPost, AdminPostRow } from '#shared/admin/posts.ts'
import { listOf } from '../../support/postgres/samples.ts'
import { ok, openPage, refused, withEtag } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'

const { api } = adminNewsPaths
const blank = { title: '', excerpt: '', cover_alt: '', body: '' }
const post = (changes: Partial<AdminPost> = {}): AdminPost => ({
  id: 7,
  slug: 'a-post',
  status: 'draft',
  published_at: null,
  is_featured: false,
  author_name: 'Ana Gil',
  tag_ids: [],
  cover: null,
  texts: { en: { ...blank, title: 'A post', excerpt: 'In short', body: 'Its *text*' }, es: blank },
  ...changes,
})
const row = (changes: Partial<AdminPostRow> = {}): AdminPostRow => ({
  id: 7,
  slug: 'a-post',
  status: 'draft',
  published_at: null,
  updated_at: '2026-11-20T10:00:00.000Z',
  is_featured: false,
  author_name: 'Ana Gil',
  cover_url: null,
  titles: { en: 'A post', es: null },
  ...changes,
})
const basics = { id: 3, slug: 'basics', names: { en: 'Basics', es: 'Fundamentos' } }
const answers: Answers = {
  [api.posts()]: listOf([row()]),
  [api.post(7)]: withEtag(post(), '"1"'),
  [api.tags]: ok([{ ...basics, post_count: 2 }]),
  [api.tag(3)]: withEtag(basics, '"1"'),
  [adminPaths.api.audit({ kind: 'post_tag', target: '3' })]: listOf([]),
  [`POST ${api.preview}`]: ok({ html: '<p>Its <em>text</em></p>' }),
  [adminPaths.api.audit({ kind: 'post', target: '7' })]: listOf([]),
}
const open = (path: string, more: Answers = {}, locale: 'en' | 'es' = 'en') =>
  openPage(path, { ...answers, ...more }, { member: { role: 'admin' }, locale })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const change = `PUT ${api.post(7)}`
const published = post({ status: 'published', published_at: '2026-11-21T09:00:00.000Z' })

afterEach(() => vi.unstubAllGlobals())

describe('the list of news', () => {
  test('shows posts in every state, filtered by its address', async () => {
    const { user, requests } = await open('/admin/news', {
      [api.posts({ status: 'published' })]: listOf([
        row({ id: 8, status: 'published', titles: { en: null, es: 'Hola' } }),
      ]),
      [api.posts({ q: 'none', status: 'published' })]: listOf([]),
    })
    const link = await screen.findByRole('link', { name: 'A post' })
    expect(link.getAttribute('href')).toBe('/admin/news/7')
    expect(link.closest('li')?.textContent).toContain('Draft')
    await user.selectOptions(screen.getByLabelText('State'), 'published')
    expect(await screen.findByRole('link', { name: 'Hola' })).toBeTruthy()
    expect(location.search).toBe('?status=published')
    await user.type(screen.getByRole('searchbox'), 'none{Enter}')
    expect(await screen.findByText(/There is no post here/)).toBeTruthy()
    expect(requests()).toContain(api.posts({ q: 'none', status: 'published' }))
  })
})

describe('the editor of a post', () => {
  test('shows a preview, and the missing fields of each language', async () => {
    const { user } = await open('/admin/news/7')
    const preview = await screen.findByRole('region', { name: 'Text: Preview' })
    expect((await within(preview).findByText('text')).tagName).toBe('EM')
    expect(screen.getByRole('button', { name: 'English · complete' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Spanish · not written' }))
    await user.type(screen.getByLabelText('Title'), 'Una noticia')
    expect(screen.getByRole('button', { name: 'Spanish · 2 things are missing' })).toBeTruthy()
    expect((await button('Publish now')).disabled).toBe(true)
    expect(screen.getByText('Before it can be published, fill in: Excerpt (Spanish), Text (Spanish).')).toBeTruthy()
  })

  test('saves and publishes the text, and confirms it', async () => {
    const { user, written } = await open('/admin/news/7', { [change]: withEtag(published, '"2"') })
    await user.type(await screen.findByLabelText('Excerpt'), ' and sweet')
    await user.click(await button('Publish now'))
    expect(await screen.findByText('Published.')).toBeTruthy()
    expect(written().find(({ request }) => request === change)).toMatchObject({
      headers: { 'if-match': '"1"' },
      body: { status: 'published', published_at: null, texts: { en: { excerpt: 'In short and sweet' } } },
    })
    expect(await button('Unpublish')).toBeTruthy()
    expect((await button('Save')).disabled).toBe(true)
  })

  test('schedules a post in the time zone of the device, which it names', async () => {
    const at = new Date(2027, 2, 4, 5, 6).toISOString()
    const { user, written } = await open('/admin/news/7', {
      [change]: withEtag(post({ status: 'scheduled', published_at: at }), '"2"'),
    })
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const field = await screen.findByLabelText<HTMLInputElement>(`Publish on (time zone ${timeZone})`)
    expect((await button('Schedule')).disabled).toBe(true)
    await user.type(field, '2027-03-04T05:06')
    await user.click(await button('Schedule'))
    expect(await screen.findByText('Scheduled.')).toBeTruthy()
    expect(written().find(({ request }) => request === change)?.body).toMatchObject({
      status: 'scheduled',
      published_at: at,
    })
    expect(screen.getByText(/It will be published on .*March 4, 2027/)).toBeTruthy()
  })

  test('unpublishes after a confirmation, and keeps the state if the server refuses', async () => {
    const { user, written } = await open('/admin/news/7', {
      [api.post(7)]: withEtag(published, '"1"'),
      [change]: [refused(503, { detail: 'Busy' }), withEtag(post(), '"2"')],
    })
    await user.click(await button('Unpublish'))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Unpublish this post?' }))
    await user.click(dialog.getByRole('button', { name: 'Unpublish' }))
    expect((await screen.findByText('Busy')).getAttribute('role')).toBe('alert')
    expect(screen.getByText(/^Published on/)).toBeTruthy()
    await user.click(await button('Unpublish'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unpublish' }))
    expect(await screen.findByText('Unpublished: it is a draft again.')).toBeTruthy()
    expect(written().filter(({ request }) => request === change)).toHaveLength(2)
  })

  test('shows the language of a field that the server refuses', async () => {
    const { user } = await open('/admin/news/7', { [change]: refused(400, { 'texts.es.title': ['Too long'] }) })
    await user.type(await screen.findByLabelText('Author'), '!')
    await user.click(await button('Save'))
    expect(await screen.findByText('Too long')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Spanish/ }).getAttribute('aria-pressed')).toBe('true')
    expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  })

  test('adds a post with a slug from its title, and adds a new tag', async () => {
    const { user, written } = await open('/admin/news/new', {
      [`POST ${api.tags}`]: ok({ id: 9, slug: 'new-tag', names: { en: 'New tag', es: 'Nueva' } }),
      [`POST ${api.posts()}`]: withEtag(post(), '"1"'),
    })
    await user.type(await screen.findByLabelText('Title'), 'What’s new?')
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('what-s-new')
    await user.click(await screen.findByLabelText('Basics'))
    await user.click(await button('Add a tag'))
    await user.type(screen.getByLabelText('Name (English)'), 'New tag')
    await user.type(screen.getByLabelText('Name (Spanish)'), 'Nueva')
    await user.click(await button('Create it'))
    expect((await screen.findByLabelText<HTMLInputElement>('New tag')).checked).toBe(true)
    await user.click(await button('Save'))
    await waitFor(() => expect(location.pathname).toBe('/admin/news/7'))
    expect(written().find(({ request }) => request === `POST ${api.posts()}`)?.body).toMatchObject({
      slug: 'what-s-new',
      status: 'draft',
      tag_ids: [3, 9],
      author_name: 'Promptory',
    })
    expect(await screen.findByText('Saved.')).toBeTruthy()
  })

  test('uploads and shows a cover, or shows why the cover is refused', async () => {
    const hash = 'a'.repeat(64)
    const responses = [
      Response.json({ file: ['This picture is animated. Use a still one.'] }, { status: 400 }),
      Response.json({ hash, url: `/media/${hash}.webp`, width: 1200, height: 630 }, { status: 201 }),
    ]
    const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(
      async () => responses.shift() as Response,
    )
    const { user } = await open('/admin/news/7')
    vi.stubGlobal('fetch', fetched)
    const input = await screen.findByLabelText<HTMLInputElement>('Upload a cover', { selector: 'input' })
    const file = new File(['bytes'], 'cover.gif.png', { type: 'image/png' })
    await user.upload(input, file)
    expect(await screen.findByText('This picture is animated. Use a still one.')).toBeTruthy()
    await user.upload(input, file)
    expect(await screen.findByLabelText('Description of the cover')).toBeTruthy()
    expect(document.querySelector('.post-cover')?.getAttribute('src')).toBe(`/media/${hash}.webp`)
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
    })
    await user.click(await button('Remove it'))
    expect(document.querySelector('.post-cover')).toBeNull()
  })

  test('keeps text that is typed during the upload of a picture, and inserts the picture into it', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { user } = await open('/admin/news/7')
    const body = await screen.findByLabelText<HTMLTextAreaElement>('Text')
    vi.stubGlobal('fetch', () => promise)
    const input = await screen.findByLabelText<HTMLInputElement>('Insert a picture', { selector: 'input' })
    await user.upload(input, new File(['bytes'], 'a.png', { type: 'image/png' }))
    await user.type(body, ' and more')
    await user.type(screen.getByLabelText('Title'), '!')
    resolve(Response.json({ hash: 'b', url: '/media/b.webp', width: 1, height: 1 }, { status: 201 }))
    await waitFor(() => expect(body.value).toContain('](/media/b.webp)'))
    expect(body.value).toContain('Its *text* and more')
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('A post!')
  })

  test('deletes a draft after a confirmation, in Spanish too', async () => {
    const { user, written } = await open(
      '/admin/news/7',
      { [`DELETE ${api.post(7)}`]: { status: 204, body: null } },
      'es',
    )
    await user.click(await button('Eliminar para siempre'))
    const dialog = within(await screen.findByRole('alertdialog', { name: '¿Eliminar esto para siempre?' }))
    await user.click(dialog.getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(location.pathname).toBe('/admin/news'))
    expect(await screen.findByText('Eliminado.')).toBeTruthy()
    expect(written().find(({ request }) => request.startsWith('DELETE'))?.headers).toEqual({ 'if-match': '"1"' })
  })

  test('shows an error for a deleted post', async () => {
    await open('/admin/news/9', { [api.post(9)]: refused(404) })
    expect((await screen.findByRole('alert')).textContent).toBe('This no longer exists.')
  })
})

describe('the tags of the news', () => {
  test('are listed with their number of posts, and renamed in both languages', async () => {
    const names = { en: 'First steps', es: 'Primeros pasos' }
    const { user, written } = await open('/admin/news', {
      [`PUT ${api.tag(3)}`]: [
        {
          status: 412,
          body: {
            code: 'changed_meanwhile',
            etag: '"2"',
            current: { ...basics, names: { en: 'Basic', es: 'Fundamentos' } },
          },
        },
        withEtag({ ...basics, names }, '"3"'),
      ],
    })
    await user.click(await screen.findByRole('link', { name: 'Tags' }))
    const list = within(await screen.findByRole('list', { name: 'Tags' }))
    expect((await list.findByRole('listitem')).textContent).toContain('2 posts')
    await user.click(list.getByRole('link', { name: 'Basics' }))
    for (const [label, name] of [
      ['Name (English)', names.en],
      ['Name (Spanish)', names.es],
    ] as const) {
      const field = await screen.findByLabelText(label)
      await user.clear(field)
      await user.type(field, name)
    }
    await user.click(await button('Save'))
    const conflict = within(await screen.findByRole('dialog', { name: 'Somebody else has changed this' }))
    await user.click(conflict.getByRole('button', { name: 'Save this choice' }))
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect(written().map(({ headers, body }) => [headers?.['if-match'], body])).toEqual([
      ['"1"', { names }],
      ['"2"', { names }],
    ])
  })

  test('are deleted after a confirmation with the number of their posts', async () => {
    const { user, written } = await open(
      '/admin/news/tags/3',
      {
        [`DELETE ${api.tag(3)}`]: [refused(503, { detail: 'Busy' }), { status: 204, body: null }],
      },
      'es',
    )
    await user.click(await button('Eliminar para siempre'))
    const dialog = within(await screen.findByRole('alertdialog', { name: '¿Eliminar «Fundamentos» para siempre?' }))
    expect(await dialog.findByText('La tienen 2 noticias. Las noticias se quedan, sin la etiqueta.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Eliminar' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Busy')
    await user.click(dialog.getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(location.pathname).toBe('/admin/news/tags'))
    expect(await screen.findByText('Eliminado.')).toBeTruthy()
    expect(written().at(-1)?.headers).toEqual({ 'if-match': '"1"' })
  })

  test('that were deleted meanwhile can be removed from a post', async () => {
    const { user } = await open('/admin/news/7', { [api.post(7)]: withEtag(post({ tag_ids: [3, 9] }), '"1"') })
    await user.click(await screen.findByRole('checkbox', { name: /^No longer exists/ }))
    expect(screen.queryByRole('checkbox', { name: /^No longer exists/ })).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Basics' }).checked).toBe(true)
  })
})
