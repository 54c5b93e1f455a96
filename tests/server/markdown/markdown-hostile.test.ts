import { Window } from 'happy-dom'
import { afterAll, describe, expect, test } from 'vitest'
import { closeMarkdown, renderMarkdown } from '../../../server/markdown/markdown.ts'
import { renderText } from '../../../server/markdown/render-text.ts'
import type { TextKind } from '../../../server/markdown/render-text.ts'
import { FieldProblem } from '../../../server/problem.ts'
import { forbiddenIn } from '../../support/rules/allowed-html.ts'
import { layoutTexts, linePayloads, markdownPayloads } from '../../support/xss-markdown.ts'
import { payloads } from '../../support/browser/xss.ts'

const site = 'http://library.test'
const window = new Window({ url: site, settings: { disableJavaScriptEvaluation: true } })
afterAll(async () => {
  await window.happyDOM.close()
  await closeMarkdown()
})

const bodyOf = (html: string) =>
  new window.DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body as unknown as Element

function forbiddenOf(text: string, kind: TextKind): string[] {
  const html = renderText({ text, kind, siteUrl: site, sizes: {} })
  return forbiddenIn(bodyOf(html ?? ''), { kind: kind === 'post' ? 'post' : 'forum', site })
}

describe('a hostile text', () => {
  test.each(['post', 'thread'] as const)('in a %s renders to allowed elements, attributes and links only', (kind) => {
    expect(payloads.length).toBeGreaterThan(1_500)
    expect(markdownPayloads.length).toBeGreaterThan(800)
    const all = [...payloads, ...markdownPayloads, ...linePayloads, ...Object.values(layoutTexts)]
    const harmful = all.flatMap((text) => {
      const forbidden = forbiddenOf(text, kind)
      return forbidden.length > 0 ? [{ text, forbidden }] : []
    })
    expect(harmful).toEqual([])
  })

  test.each([
    ['<script>1</script>', '<script>'],
    ['<p onclick="x">a</p>', '<p onclick="x">'],
    ['<p id="location">a</p>', '<p id="location">'],
    ['<code class="prose language-js">a</code>', '<code class="prose language-js">'],
    ['<a href="java&#9;script:1" rel="nofollow ugc noopener">a</a>', '<a href="java\tscript:1">'],
    ['<a href="/&#9;/evil.test" rel="nofollow ugc noopener">a</a>', 'link to /\t/evil.test, which leaves the site'],
    ['<a href="/x">a</a>', 'link to /x without rel'],
    ['<img src="/x" alt="">', '<img>'],
  ])('is detected by the check that these tests use: %s', (html, found) => {
    expect(forbiddenIn(bodyOf(html), { kind: 'forum', site })).toContain(found)
  })
})

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')
/** Repeats `part` up to 20,000 characters, the limit of a thread. */
const upTo = (part: string) => part.repeat(Math.floor(20_000 / part.length))
const table = (columns: number) => `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n`

const pathological: Record<string, string> = {
  brackets: upTo('['),
  'closing brackets': upTo(']'),
  'brackets in each other': '['.repeat(10_000) + ']'.repeat(10_000),
  'quotes in each other': upTo('>'),
  'quotes with spaces': upTo('> '),
  emphasis: upTo('*a '),
  'emphasis in each other': '*a '.repeat(5_000) + 'a*'.repeat(2_500),
  'emphasis within words': upTo('a**b'),
  'emphasis of both kinds': upTo('*_'),
  'emphasis that crosses': upTo('**a *b* '),
  underscores: upTo('_'),
  tildes: upTo('~'),
  'strikes in words': upTo('a~~b'),
  backticks: upTo('`'),
  'backticks of each length': lines(190, (at) => '`'.repeat(at)),
  pictures: upTo('!['),
  'pictures in each other': `${'!['.repeat(3_000)}a${'](b)'.repeat(3_000)}`,
  'beginnings of links': upTo('[a]('),
  'beginnings of addresses': upTo('[](<'),
  'links in each other': `${'[a'.repeat(3_000)}${'](b)'.repeat(3_000)}`,
  'brackets of an address': `[a](${'('.repeat(19_000)}`,
  'titles without an end': upTo('[a](b "'),
  'lists in each other': lines(190, (at) => `${' '.repeat(at)}-`),
  'lists 1,000 deep': `${'- '.repeat(1_000)}x`,
  'lists and quotes in each other': upTo('>- '),
  'numbered lists': lines(2_500, (at) => `${at}. a`),
  'a table of many cells': table(1_000) + '|a'.repeat(7_990),
  'a table of cells that are not there': table(100) + '|\n'.repeat(9_790),
  'rows of a table without one': upTo('|-|\n'),
  definitions: lines(1_400, (at) => `[${at}]: /x`),
  'one definition used often': `[a]: /${'x'.repeat(10_000)}\n\n${'[a]'.repeat(3_300)}`,
  'definitions without an end': upTo('[a]: "'),
  entities: upTo('&amp;'),
  'entities without an end': upTo('&a'),
  'signs of a tag': upTo('<'),
  'addresses in angles': upTo('<a:'),
  addresses: upTo('https://a.b '),
  'beginnings of an address': upTo('http://'),
  'addresses with brackets': `https://a.b/${'(a'.repeat(9_900)}`,
  'addresses without a scheme': upTo('www.'),
  names: upTo('@ana '),
  'an address of mail': `${'a'.repeat(9_999)}@${'b'.repeat(9_999)}`,
  headings: upTo('# a\n'),
  'empty headings': upTo('#\n'),
  'underlined headings': upTo('a\n=\n'),
  lines: upTo('-'),
  'empty lines': upTo('\n'),
  spaces: upTo(' '),
  backslashes: upTo('\\'),
  'backslashes and brackets': upTo('\\['),
  fences: upTo('```\n'),
  'fences in each other': lines(190, (at) => '~'.repeat(at + 3)),
  tabs: upTo('\t- '),
  'marks on a letter': `a${'\u0301'.repeat(19_999)}`,
  'halves of a pair': upTo('\ud83d'),
}

const nested = (depth: number) =>
  renderText({ text: `${'> '.repeat(depth)}x`, kind: 'comment', siteUrl: '', sizes: {} })

const rows = (row: string) =>
  renderText({ text: `${table(20)}${row.repeat(400)}`, kind: 'post', siteUrl: '', sizes: {} })

describe('a text that is expensive to render', () => {
  test.each(Object.entries(pathological))('of %s is rendered or refused', async (_name, text) => {
    expect(text.length).toBeLessThanOrEqual(20_000)
    const answer = await renderMarkdown(text, 'thread', 'description').catch((error: unknown) => error)
    const isRefused = answer instanceof FieldProblem && answer.messageKey === 'markdown.problem.too_complex'
    const isRendered = typeof answer === 'string' && answer.length < 20 * text.length + 20_000
    expect(isRefused || isRendered).toBe(true)
  })

  test('does not delay other texts', async () => {
    const hostile = pathological['a table of cells that are not there'] ?? ''
    const [first, ...others] = await Promise.all([
      renderMarkdown(hostile, 'thread', 'description').catch(() => 'refused'),
      ...Array.from({ length: 50 }, (_, at) => renderMarkdown(`Text *${at}*`, 'comment', 'body')),
    ])
    expect(first).toBe('refused')
    expect(others).toEqual(Array.from({ length: 50 }, (_, at) => `<p>Text <em>${at}</em></p>\n`))
  })

  test('with a table of empty rows is refused, unlike a long table with cells', () => {
    expect(rows(`|${'a|'.repeat(20)}\n`)?.match(/<td>/g)).toHaveLength(8_000)
    expect(rows('|\n')).toBeNull()
  })

  test('with 20,000 equal headings is rendered with an id for each heading', () => {
    const html = renderText({ text: '# a\n'.repeat(20_000), kind: 'post', siteUrl: '', sizes: {} }) ?? ''
    expect(new Set(html.match(/id="[^"]+"/g)).size).toBe(20_000)
  })

  test('with quotes nested 200 deep is refused instead of truncated', () => {
    expect(nested(30)?.match(/<blockquote>/g)).toHaveLength(30)
    expect(nested(200)).toBeNull()
  })
})
