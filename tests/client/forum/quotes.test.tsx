import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { quoteMarkdown, selectionMarkdown } from '../../../client/forum/thread/quote-markdown.ts'
import { thread } from '../../support/forum-samples.ts'
import { ok } from '../../support/browser/page.tsx'
import { branch, openAsMember, openThread, slug } from '../../support/thread-samples.ts'

// Imports the file in advance, since compiling it takes time.
await import('../../../client/forum/thread/quote-action.tsx')
await import('../../../client/forum/thread/thread-forms.tsx')
await import('../../../client/forum/editor/editor-field.tsx')

const { api } = forumPaths
const element = (id: number) => document.getElementById(`comment-${id}`) as HTMLElement
const prose = (within: Element | null) => within?.querySelector('.prose') as HTMLElement
const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const findQuote = () => document.querySelector<HTMLElement>('[data-quote]')
const isReady = () => screen.findByRole('button', { name: 'Keyboard shortcuts' })

function select(node: Node, end: Node = node, at = end.childNodes.length) {
  act(() => {
    const range = document.createRange()
    range.setStart(node, 0)
    range.setEnd(end, at)
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
    document.dispatchEvent(new Event('selectionchange'))
  })
}
/** Selects the text again if the member's response was rendered meanwhile. */
const selectToQuote = (text: () => Node) =>
  waitFor(() => {
    if (!findQuote()) select(text())
    expect(findQuote()?.textContent).toBe('Quote')
    return findQuote() as HTMLElement
  })
const quoteOfComment = (id: number, text: string) =>
  `> [ben](/forum/thread/${slug}?comment=${id}#comment-${id}):\n>\n> ${text}\n\n`

describe('a selected text', () => {
  test('is quoted in the reply to a comment, with its author and a link', async () => {
    const { user } = await openAsMember([branch(1, [], { body_html: '<p>As <em>I</em> said</p>' })])
    await isReady()
    await user.click(await selectToQuote(() => prose(element(1))))
    const text = await field('Your reply to ben')
    expect(text.value).toBe(quoteOfComment(1, 'As *I* said'))
    await waitFor(() => expect(document.activeElement).toBe(text))
    expect([text.selectionStart, findQuote()]).toEqual([text.value.length, null])
    await user.type(text, 'Well said')
    await user.click(await selectToQuote(() => prose(element(1))))
    const quote = quoteOfComment(1, 'As *I* said')
    expect(text.value).toBe(`${quote}Well said\n\n${quote}`)
    expect(localStorage.getItem(`forum.comment:${slug}:1`)).toBe(text.value)
  })

  test('in the thread is quoted with the key q in a new comment, after the stored draft', async () => {
    localStorage.setItem(`forum.comment:${slug}:0`, 'Half of')
    const { user } = await openAsMember([branch(1)])
    await isReady()
    await selectToQuote(() => prose(document.querySelector('[data-thread]')))
    await user.keyboard('q')
    expect((await field('Write a comment')).value).toBe(
      `Half of\n\n> [ben](/forum/thread/${slug}):\n>\n> What it says\n\n`,
    )
  })

  test('by a triple click is quoted without the following element', async () => {
    await openAsMember([branch(1), branch(2)])
    await isReady()
    await waitFor(() => {
      const text = prose(element(1))
      select(text, (text.nextElementSibling ?? text.parentElement?.nextElementSibling) as Element, 0)
      expect(findQuote()?.textContent).toBe('Quote')
    })
  })

  test('asks a visitor to log in, and stores nothing', async () => {
    const { user } = await openThread([branch(1)])
    await isReady()
    await user.click(await selectToQuote(() => prose(element(1))))
    await screen.findByRole('dialog', { name: 'Log in to comment' })
    expect(localStorage.getItem(`forum.comment:${slug}:1`)).toBeNull()
  })

  test('is not quoted if it spans two texts, after Escape, or in a closed thread', async () => {
    const { user } = await openAsMember([branch(1), branch(2)])
    await isReady()
    await selectToQuote(() => prose(element(1)))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(findQuote()).toBeNull())
    await selectToQuote(() => prose(element(1)))
    select(prose(element(1)), prose(element(2)))
    await waitFor(() => expect(findQuote()).toBeNull())
    select(screen.getByRole('heading', { level: 1 }))
    expect(findQuote()).toBeNull()
    await selectToQuote(() => prose(element(1)))
    cleanup()
    await openAsMember([branch(1)], { answers: { [api.thread(slug)]: ok(thread({ is_closed: true })) } })
    await isReady()
    select(prose(element(1)))
    // The quote button is loaded by now, and would be rendered at once.
    await act(async () => {})
    expect(findQuote()).toBeNull()
  })
})

const markdownOf = (html: string) => {
  const template = document.createElement('div')
  template.innerHTML = html
  const range = document.createRange()
  range.selectNodeContents(template)
  return selectionMarkdown(range.cloneContents())
}

describe('a quote', () => {
  test.each([
    ['<p>One</p>\n<p>Two<br>lines</p>', 'One\n\nTwo\nlines'],
    ['<p>2 * 3 is_not [x] `y` &lt;b&gt; \\ &amp;amp;</p>', '2 \\* 3 is\\_not \\[x\\] \\`y\\` \\<b> \\\\ \\&amp;'],
    ['<p># no heading</p><p>- no item</p><p>1. no number</p>', '\\# no heading\n\n\\- no item\n\n1\\. no number'],
    ['<ul>\n<li>a</li>\n<li>b</li>\n</ul><ol><li>c</li><li>d</li></ol>', '- a\n- b\n\n1. c\n2. d'],
    ['<pre><code>a *b*\n  c\n</code></pre><p><code>x`y</code></p>', '```\na *b*\n  c\n```\n\n`` x`y ``'],
    ['<blockquote>\n<p>old</p>\n</blockquote><p>new</p>', '> old\n\nnew'],
    ['<p><a href="https://example.com/a_(b)">here</a></p>', '[here](<https://example.com/a_(b)>)'],
    ['<p>as <a href="/forum?author=ben">@ben</a> says</p>', 'as \\@ben says'],
    ['<p><strong>bold </strong><em>it</em> <s>no</s></p>', '**bold** *it* ~~no~~'],
  ])('of %s is converted to equivalent Markdown', (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown)
  })

  test('marks each line as quoted, and escapes the name of the author', () => {
    expect(quoteMarkdown('a\n\nb', { name: '_ben_', address: '/a' })).toBe('> [\\_ben\\_](/a):\n>\n> a\n>\n> b\n\n')
  })
})
