import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { blogPaths } from '#shared/blog/paths.ts'
import { ok, openPage, refused } from '../support/browser/page.tsx'
import type { Answers } from '../support/browser/page.tsx'
import { post, postCard } from '../support/posts.ts'
import { listOf } from '../support/postgres/samples.ts'

const path = '/blog/post-1'
const api = blogPaths.api.post('post-1')
const save = `POST ${blogPaths.api.save('post-1')}`
const unsave = `DELETE ${blogPaths.api.unsave('post-1')}`
const open = (answers: Answers = {}, options: Parameters<typeof openPage>[2] = {}) =>
  openPage(path, { [api]: ok(post()), ...answers }, options)
const data = () =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) => JSON.parse(textContent))
const hrefOf = (selector: string) => document.querySelector(selector)?.getAttribute('href')
const button = (name: string) => screen.findByRole('button', { name })
const openPreview = (answers: Answers, options: Parameters<typeof openPage>[2] = { member: { role: 'admin' } }) =>
  openPage(blogPaths.preview('post-1'), answers, options)
const openSaved = (answers: Answers) => openPage('/profile?tab=saved_news', answers, { member: {} })

describe('a post', () => {
  test('shows its text, author, date and tags', async () => {
    await open()
    screen.getByRole('heading', { level: 1, name: 'Post 1' })
    expect(document.querySelector('.prose')?.innerHTML).toBe('<p>The text</p>')
    screen.getByText(/^By Promptory/)
    expect(document.querySelector('time')?.textContent).toBe('November 18, 2026')
    expect(screen.getByRole('link', { name: 'Basics' }).getAttribute('href')).toBe('/blog?tag=basics')
    expect(screen.getByRole('link', { name: /Previous Post 0/ }).getAttribute('href')).toBe('/blog/post-0')
    expect(screen.queryByRole('link', { name: /^Next/ })).toBeNull()
    screen.getByRole('heading', { level: 3, name: 'Post 3' })
  })

  test('has structured data, and links to its Markdown and the feed', async () => {
    await open()
    const [article, breadcrumb] = data()
    expect(article).toMatchObject({
      '@type': 'Article',
      headline: 'Post 1',
      image: [`http://localhost:3000/media/${'0'.repeat(64)}.svg`],
      datePublished: '2026-11-18T23:30:00.000Z',
      dateModified: '2026-11-19T00:00:00.000Z',
      author: { '@type': 'Organization', name: 'Promptory' },
      publisher: { '@type': 'Organization', name: 'Promptory' },
      inLanguage: 'en',
    })
    expect(breadcrumb.itemListElement.map(({ name }: { name: string }) => name)).toEqual(['News', 'Post 1'])
    expect(hrefOf('link[type="text/markdown"]')).toBe('http://localhost:3000/blog/post-1.md')
    expect(hrefOf('link[type="application/rss+xml"]')).toBe('http://localhost:3000/blog/rss.xml')
    expect(document.querySelector('meta[property="og:type"]')?.getAttribute('content')).toBe('article')
  })

  test('links to its translation, if there is one', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Read in Spanish' }).getAttribute('href')).toBe('/blog/post-1?lang=es')
    expect(hrefOf('link[hreflang=es]')).toBe('http://localhost:3000/blog/post-1?lang=es')
  })

  test('shows a notice if it is in one language only', async () => {
    await open({ [api]: ok(post({ locales: ['en'] })) }, { locale: 'es' })
    screen.getByText('Por ahora solo disponible en inglés.')
    expect(document.querySelector('article')?.getAttribute('lang')).toBe('en')
    expect(screen.queryByRole('link', { name: /^Leer en/ })).toBeNull()
    expect(hrefOf('link[rel=canonical]')).toBe('http://localhost:3000/blog/post-1')
    expect(hrefOf('link[hreflang=es]')).toBeUndefined()
  })

  test('that does not exist shows an error page', async () => {
    await open({ [api]: refused(404) })
    screen.getByText('Sorry, there is no such page :(')
    const back = within(screen.getByRole('main')).getByRole('link', { name: 'News' })
    expect(back.getAttribute('href')).toBe('/blog')
  })

  test.each([
    ['en', 'Share', 'The link has been copied!', 'Couldn`t copy the link'],
    ['es', 'Compartir', '¡Enlace copiado!', 'No se ha podido copiar el enlace'],
  ] as const)('has a share button that copies its address: %s', async (locale, name, copied, failed) => {
    const { user } = await open({}, { locale })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
    await user.click(await button(name))
    await screen.findByText(copied)
    expect(write).toHaveBeenCalledWith(`${location.origin}${path}`)
    write.mockRejectedValueOnce(new Error('no'))
    document.execCommand = () => false
    await user.click(await button(name))
    await screen.findByRole('alertdialog', { name: failed })
  })
})

describe('the save button of a post', () => {
  test('saves at once, and can be undone', async () => {
    const { user, written } = await open(
      { [api]: ok(post({ is_saved: true })), [unsave]: ok({ is_saved: false }), [save]: ok({ is_saved: true }) },
      { member: {} },
    )
    await user.click(await button('Saved'))
    await user.click(await button('Save'))
    await button('Saved')
    expect(written().map(({ request }) => request)).toEqual([unsave, save])
  })

  test('is reset and shows an error if saving fails', async () => {
    const { user } = await open({ [save]: [refused(500), 'lost'] }, { member: {} })
    await user.click(await button('Save'))
    await screen.findByRole('alertdialog', { name: 'Could not update save state.' })
    await user.click(await button('OK'))
    await user.click(await button('Save'))
    const lost = within(await screen.findByRole('alertdialog', { name: 'Network error while saving.' }))
    lost.getByText('Check your connection, then try again.')
    await user.click(await button('OK'))
    await button('Save')
  })

  test('asks a visitor to log in, and saves after the log-in', async () => {
    const { user } = await open()
    await user.click(await button('Save'))
    await screen.findByRole('dialog', { name: 'Log in to save this post' })
    await user.click(await button('Log in'))
    await waitFor(() => expect(location.pathname).toBe('/login'))
    const pending = JSON.parse(sessionStorage.getItem('pending_action') ?? '')
    expect(pending).toMatchObject({ kind: 'save_post', slug: 'post-1', path })
  })

  test('confirms the save that followed a log-in', async () => {
    const pending = { kind: 'save_post', slug: 'post-1', path, asked_at: Date.now(), is_granted: true }
    sessionStorage.setItem('pending_action', JSON.stringify(pending))
    const { written } = await open({ [save]: ok({ is_saved: true }) }, { member: {} })
    await screen.findByText('You are logged in, and the post is saved.')
    expect(written().map(({ request }) => request)).toEqual([save])
    await button('Saved')
  })
})

describe('the preview of a post', () => {
  const preview = blogPaths.api.preview('post-1')

  test.each([
    ['draft', null, 'Draft: only editors and admins can see it.'],
    ['scheduled', '2027-01-05T12:00:00.000Z', /^Scheduled for January 5, 2027.*Until then/],
    ['published', '2026-01-05T12:00:00.000Z', /^Published on January 5, 2026/],
  ] as const)('shows that the post is %s', async (status, published_at, sentence) => {
    await openPreview({ [preview]: ok({ ...post(), status, published_at }) })
    await screen.findByText(sentence)
    screen.getByRole('heading', { level: 1, name: 'Post 1' })
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  })

  test('is allowed for editors and admins only', async () => {
    await openPreview({ [preview]: refused(403) }, { member: {} })
    await screen.findByText('Only editors and admins can see this preview.')
    expect(document.querySelector('main a')).toBeNull()
  })

  test('redirects a visitor to the log-in', async () => {
    await openPreview({}, {})
    expect(hrefOf('main a')).toBe('/login?next=%2Fblog%2Fpreview%2Fpost-1')
  })
})

describe('the saved posts in the profile', () => {
  const saved = blogPaths.api.saved()
  const more = `${saved}?cursor=two`

  test('are loaded page by page, and can be unsaved and saved again', async () => {
    const { user, written } = await openSaved({
      [saved]: listOf([postCard(1)], more),
      [more]: listOf([postCard(2)]),
      [unsave]: ok({ is_saved: false }),
      [save]: ok({ is_saved: true }),
    })
    await user.click(await button('Load more'))
    await screen.findByRole('link', { name: 'Post 2' })
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Saved ?: Post 1/ }))
    await user.click(await screen.findByRole('button', { name: /^Save ?: Post 1/ }))
    await screen.findByRole('button', { name: /^Saved ?: Post 1/ })
    screen.getByRole('link', { name: 'Post 1' })
    expect(written().map(({ request }) => request)).toEqual([unsave, save])
  })

  test('can be loaded again after an error', async () => {
    const { user } = await openSaved({ [saved]: [refused(500), listOf([postCard(1)])] })
    await user.click(await button('Try again'))
    await screen.findByRole('link', { name: 'Post 1' })
  })
})
