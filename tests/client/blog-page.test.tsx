import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { blogPaths } from '#shared/blog/paths.ts'
import { openPage, refused } from '../support/browser/page.tsx'
import type { Answers } from '../support/browser/page.tsx'
import { blogAnswers, postCard } from '../support/posts.ts'
import { listOf } from '../support/postgres/samples.ts'

const second = `${blogPaths.api.posts()}?cursor=two`
const open = (answers: Answers, address = '/blog', options: Parameters<typeof openPage>[2] = {}) =>
  openPage(address, { ...blogAnswers([postCard(1), postCard(2)]), ...answers }, options)
const main = () => within(screen.getByRole('main'))
const titles = () =>
  main()
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
const more = () => screen.getByRole('link', { name: 'Load more' })

describe('the news', () => {
  test('show cover, title, excerpt, tags, day and reading time of each post', async () => {
    await open({})
    const card = within(screen.getByRole('heading', { name: 'Post 2' }).closest('article') as HTMLElement)
    const cover = card.getByRole<HTMLImageElement>('img', { name: 'A drawing' })
    expect([cover.width, cover.height, cover.loading]).toEqual([1200, 630, 'lazy'])
    expect(card.getByRole('link', { name: 'Post 2' }).getAttribute('href')).toBe('/blog/post-2')
    card.getByText('About 2')
    card.getByText('Basics')
    card.getByText('November 18, 2026')
    card.getByText(/3 min read/)
  })

  test('start with the featured post, or else with the latest', async () => {
    await open({ ...blogAnswers([postCard(1), postCard(2, { is_featured: true }), postCard(3)]) })
    expect(titles()).toEqual(['Post 2', 'Post 1', 'Post 3'])
    const first = document.querySelector('.post-card-wide img')
    expect(first?.getAttribute('loading')).toBe('eager')
  })

  test('are loaded page by page without repeats, and the focus moves to the first new post', async () => {
    const { user } = await open({
      ...blogAnswers([postCard(1), postCard(2)], second),
      [second]: [refused(404), listOf([postCard(2), postCard(3)])],
    })
    expect(more().getAttribute('href')).toBe('/blog?cursor=two')
    expect(document.querySelector('link[rel=next]')?.getAttribute('href')).toBe('/blog?cursor=two')
    await user.click(more())
    expect((await screen.findByRole('alert')).textContent).toBe('Could not load more. Try again.')
    await user.click(more())
    await screen.findByText('No more news')
    expect(titles()).toEqual(['Post 1', 'Post 2', 'Post 3'])
    expect(document.activeElement?.textContent).toBe('Post 3')
    screen.getByText('1 more post')
  })

  test('on a later page have their own address, with links to the previous pages', async () => {
    const back = blogPaths.api.posts({ cursor: 'back' })
    const { user } = await open(
      {
        [blogPaths.api.posts({ cursor: 'two' })]: listOf([postCard(3)], null, back),
        [back]: listOf([postCard(1), postCard(2)], second),
      },
      '/blog?cursor=two',
    )
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      'http://localhost:3000/blog?cursor=two',
    )
    expect(document.querySelector('.post-card-wide')).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the first page' }).getAttribute('href')).toBe('/blog')
    screen.getByText('No more news')
    expect(document.querySelector('link[rel=prev]')?.getAttribute('href')).toBe('/blog?cursor=back')
    await user.click(screen.getByRole('link', { name: 'Previous page' }))
    await waitFor(() => expect(titles()).toEqual(['Post 1', 'Post 2']))
    // The first page has the plain address as its canonical one.
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('http://localhost:3000/blog')
    expect(document.querySelector('.post-card-wide')).not.toBeNull()
  })

  test('are filtered by tag and words, which are stored in the address', async () => {
    const { user } = await open({
      [blogPaths.api.posts({ tag: 'formats' })]: listOf([postCard(2)]),
      [blogPaths.api.posts({ tag: 'formats', q: 'table' })]: listOf([]),
    })
    const topics = within(screen.getByRole('navigation', { name: 'Topics' }))
    await user.click(topics.getByRole('link', { name: 'Formats 1 post' }))
    await screen.findByRole('heading', { level: 1, name: 'News: Formats' })
    expect(titles()).toEqual(['Post 2'])
    expect(topics.getByRole('link', { current: true }).textContent).toContain('Formats')
    await user.type(screen.getByRole('searchbox', { name: 'Search the news' }), ' table {Enter}')
    await screen.findByText('Nothing was found')
    expect(location.search).toBe('?tag=formats&q=table')
    screen.getByText('Results for “table”')
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    await user.click(screen.getByRole('link', { name: 'Show all news' }))
    await waitFor(() => expect(titles()).toEqual(['Post 1', 'Post 2']))
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  })

  test('show a notice if there are no posts yet', async () => {
    await open(blogAnswers([]))
    screen.getByText('No news yet. Come back soon.')
    expect(screen.queryByRole('link', { name: 'Show all news' })).toBeNull()
  })

  test('show a heading in Spanish, and link to the feed', async () => {
    await open({}, '/blog', { locale: 'es' })
    screen.getByRole('heading', { level: 1, name: 'Noticias: guías y casos resueltos' })
    expect(main().getAllByText('18 de noviembre de 2026')).toHaveLength(2)
    const feed = document.querySelector('link[type="application/rss+xml"]')
    expect(feed?.getAttribute('href')).toBe('http://localhost:3000/blog/rss.xml?lang=es')
  })
})
