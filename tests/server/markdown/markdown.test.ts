import { describe, expect, test } from 'vitest'
import { excerptOf } from '../../../server/markdown/excerpt.ts'
import { rerenderMarkdown, renderMarkdown } from '../../../server/markdown/markdown.ts'
import type { TextKind } from '../../../server/markdown/render-text.ts'
import { openApp, sql } from '../../support/app.ts'

await openApp()

const rel = 'rel="nofollow ugc noopener"'
const render = (text: string, kind: TextKind = 'comment') => renderMarkdown(text, kind, 'body')
const hash = (digit: string) => digit.repeat(64)

describe('a forum text', () => {
  test.each([
    ['a *b* __c__ ~~d~~ `e`', '<p>a <em>b</em> <strong>c</strong> <s>d</s> <code>e</code></p>\n'],
    ['one\ntwo\n\nthree', '<p>one<br />\ntwo</p>\n<p>three</p>\n'],
    ['# a\n## b\n### c\n##### d', '<h3>a</h3>\n<h4>b</h4>\n<h5>c</h5>\n<h6>d</h6>\n'],
    ['### a\n##### b\n# c\n## d', '<h3>a</h3>\n<h4>b</h4>\n<h3>c</h3>\n<h4>d</h4>\n'],
    ['> a\n\n---', '<blockquote>\n<p>a</p>\n</blockquote>\n<hr />\n'],
    ['3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n'],
    ['<b onclick="x">a</b> &amp; "b"', '<p>&lt;b onclick="x"&gt;a&lt;/b&gt; &amp; "b"</p>\n'],
    ['    a < b', '<pre tabindex="0"><code>a &lt; b\n</code></pre>\n'],
    ['```C++ x="y"\na\n```', '<pre tabindex="0"><code class="language-c++">a\n</code></pre>\n'],
    ['```js"onclick\na\n```', '<pre tabindex="0"><code>a\n</code></pre>\n'],
    [
      '| a | b |\n|:-:|-|\n| 1 | 2 |',
      '<div class="table-scroll" tabindex="0"><table>\n<thead>\n<tr>\n<th align="center">a</th>\n<th>b</th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td align="center">1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table></div>\n',
    ],
  ])('%j renders to the expected HTML', async (text, html) => {
    expect(await render(text)).toBe(html)
    expect(await render(text, 'thread')).toBe(html)
  })

  test.each([
    ['[a](https://x.test/b?c&d "e")', `<a href="https://x.test/b?c&amp;d" title="e" ${rel}>a</a>`],
    ['[a](/library)', `<a href="/library" ${rel}>a</a>`],
    ['[a](mailto:b@x.test)', `<a href="mailto:b@x.test" ${rel}>a</a>`],
    ['https://x.test/a_b.', `<a href="https://x.test/a_b" ${rel}>https://x.test/a_b</a>.`],
    ['www.x.test/a', `<a href="https://www.x.test/a" ${rel}>www.x.test/a</a>`],
    ['README.md b@x.test ftp://x.test //x.test', 'README.md b@x.test ftp://x.test //x.test'],
    ['[a](javascript:b)', '[a](javascript:b)'],
    ['[a](//x.test)', '[a](//x.test)'],
    ['[a](x.test)', '[a](x.test)'],
    ['![a *b*](https://x.test/c.png)', `<a href="https://x.test/c.png" ${rel}>a b</a>`],
    ['![](/media/c.png)', `<a href="/media/c.png" ${rel}>/media/c.png</a>`],
    ['[![a](https://x.test/c.png)](https://x.test)', `<a href="https://x.test" ${rel}>a</a>`],
  ])('in %j links are set only where allowed, with rel nofollow ugc noopener', async (text, html) => {
    expect(await render(text)).toBe(`<p>${html}</p>\n`)
  })

  test.each([
    [
      '@ana_1 and **@Zoë**',
      `<a href="/forum?author=ana_1" ${rel}>@ana_1</a> and <strong><a href="/forum?author=Zo%C3%AB" ${rel}>@Zoë</a></strong>`,
    ],
    ['(@ana), @ana!', `(<a href="/forum?author=ana" ${rel}>@ana</a>), <a href="/forum?author=ana" ${rel}>@ana</a>!`],
    ['\\@ana `@ana` @an @---', '@ana <code>@ana</code> @an @---'],
    ['a@ana.test @ana@x.test @babel/core x/@ana', 'a@ana.test @ana@x.test @babel/core x/@ana'],
    ['[@ana](/x)', `<a href="/x" ${rel}>@ana</a>`],
    ['https://x.test/@ana', `<a href="https://x.test/@ana" ${rel}>https://x.test/@ana</a>`],
    [`@${'a'.repeat(31)}`, `@${'a'.repeat(31)}`],
  ])('in %j mentioned usernames become links to their threads', async (text, html) => {
    expect(await render(text)).toBe(`<p>${html}</p>\n`)
  })
})

describe('a post', () => {
  test('has headings with unique ids that link to themselves', async () => {
    const text =
      '# The *first* `one`\n## The first one\n### Ñandú 日本\n##### [Elsewhere](/x)\n## !\n##\n## The first one 2'
    expect((await render(text, 'post')).split('\n').slice(0, -1)).toEqual([
      '<h2 id="h-the-first-one"><a href="#h-the-first-one">The <em>first</em> <code>one</code></a></h2>',
      '<h3 id="h-the-first-one-2"><a href="#h-the-first-one-2">The first one</a></h3>',
      '<h4 id="h-nandu-日本"><a href="#h-nandu-%E6%97%A5%E6%9C%AC">Ñandú 日本</a></h4>',
      '<h4 id="h-elsewhere"><a href="/x">Elsewhere</a></h4>',
      '<h3 id="h-section"><a href="#h-section">!</a></h3>',
      '<h3 id="h-section-2"></h3>',
      '<h3 id="h-the-first-one-2-2"><a href="#h-the-first-one-2-2">The first one 2</a></h3>',
    ])
  })

  test('shows pictures of this site only, with their stored size', async () => {
    await sql.query(
      `INSERT INTO media (hash, extension, bytes, width, height) VALUES ($1, 'svg', '', 800, 450) ON CONFLICT DO NOTHING`,
      [hash('a')],
    )
    const html = await render(
      `![a "b"](/media/${hash('a')}.svg "c") ![](http://library.test/media/${hash('b')}.png) ![d](https://x.test/media/${hash('a')}.svg) ![e](/media/x.svg)`,
      'post',
    )
    expect(html).toBe(
      `<p><img src="/media/${hash('a')}.svg" alt="a &quot;b&quot;" title="c" width="800" height="450" loading="lazy" decoding="async" /> ` +
        `<img src="/media/${hash('b')}.png" alt="" loading="lazy" decoding="async" /> ` +
        `<a href="https://x.test/media/${hash('a')}.svg" rel="noopener">d</a> <a href="/media/x.svg">e</a></p>\n`,
    )
  })

  test('marks external links with rel noopener, and does not link usernames', async () => {
    const text = '[a](http://library.test/x) [b](http://library.test.evil.test) [c](/x) [d](#h-x) @ana\nb'
    expect(await render(text, 'post')).toBe(
      '<p><a href="http://library.test/x">a</a> <a href="http://library.test.evil.test" rel="noopener">b</a> ' +
        '<a href="/x">c</a> <a href="#h-x">d</a> @ana\nb</p>\n',
    )
  })
})

describe('a text that is too complex', () => {
  const deep = `${'> '.repeat(200)}<b>x</b>`

  test('is rejected as a problem of its field', async () => {
    await expect(render(deep)).rejects.toMatchObject({ field: 'body', messageKey: 'markdown.problem.too_complex' })
  })

  test('is shown as escaped plain text if an older version stored it', async () => {
    expect(await rerenderMarkdown(`${deep}\n"y"`, 'comment')).toBe(
      `<p>${'&gt; '.repeat(200)}&lt;b&gt;x&lt;/b&gt;<br />\n&quot;y&quot;</p>\n`,
    )
    expect(await rerenderMarkdown('*x*', 'comment')).toBe('<p><em>x</em></p>\n')
  })
})

describe('excerptOf', () => {
  test('returns the readable text in one line', async () => {
    const html = await render('# A & "b"\n\n- <c>\n- [d](/x) `e`\n\n```\nf\n```')
    expect(excerptOf(html, 200)).toBe('A & "b" <c> d e f')
  })

  test.each([
    ['One two three', 13, 'One two three'],
    ['One two three', 12, 'One two…'],
    ['One two three', 8, 'One two…'],
    ['Onetwothree', 6, 'Onetw…'],
    ['🙂🙂🙂🙂', 4, '🙂…'],
    ['', 10, ''],
  ])('cuts %j at %i characters between words', (text, maxLength, excerpt) => {
    expect(excerptOf(`<p>${text}</p>\n`, maxLength)).toBe(excerpt)
    expect(excerpt.length).toBeLessThanOrEqual(maxLength)
  })
})
