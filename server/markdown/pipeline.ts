import MarkdownIt from 'markdown-it'
import type { MarkdownIt as Parser, StateCore } from 'markdown-it'
import { useHeadings } from './headings.ts'
import { useImages } from './images.ts'
import type { ImageRules, Sizes } from './images.ts'
import { useSafeLinks } from './links.ts'
import { useMentions } from './mentions.ts'
import { languageClass, sanitizeForum, sanitizePost } from './sanitize.ts'

/** What a text is: only posts may hold headings with anchors, and pictures. */
export type TextKind = 'post' | 'thread' | 'comment'
export type Rendering = { text: string; kind: TextKind; siteUrl: string; sizes: Sizes }

/** Of lists, quotes and emphasis in each other. The parser drops what is deeper than 100. */
const maxDepth = 40
/** Characters of HTML: a reference used often, or a table of empty cells, is many times as long as its source. */
const maxLengthOf = (text: string) => 20 * text.length + 10_000

class TooComplex extends Error {}

/** Rows of a table are filled up to its columns: a wide one of empty rows is the one text known to take longer than it may. */
function hasEmptyTable(text: string): boolean {
  const lines = text.split('\n')
  const columns = lines.map((line) => (/^[\s>|:-]*$/.test(line) ? line.split('|').length : 0))
  return columns.reduce((one, other) => Math.max(one, other), 0) * lines.length > 2 * text.length + 1_000
}

function refuseDepth({ tokens }: StateCore) {
  const isDeep = tokens.some(
    ({ level, children }) => level > maxDepth || children?.some((token) => token.level > maxDepth),
  )
  if (isDeep) throw new TooComplex()
}

/** Browsers take no style attribute under the policy of this site. */
function alignCells({ tokens }: StateCore) {
  for (const token of tokens) {
    const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
    if (align) token.attrs = [['align', align]]
  }
}

function useBlocks({ core, renderer, utils }: Parser) {
  core.ruler.after('inline', 'depth', refuseDepth)
  core.ruler.push('cells', alignCells)
  const code = (content: string, language = '') => {
    const name = `language-${language.toLowerCase()}`
    const attribute = languageClass.test(name) ? ` class="${name}"` : ''
    return `<pre tabindex="0"><code${attribute}>${utils.escapeHtml(content)}</code></pre>\n`
  }
  renderer.rules.fence = (tokens, at) => code(tokens[at]?.content ?? '', tokens[at]?.info.trim().split(/\s/)[0])
  renderer.rules.code_block = (tokens, at) => code(tokens[at]?.content ?? '')
  renderer.rules.table_open = () => '<div class="table-scroll" tabindex="0"><table>\n'
  renderer.rules.table_close = () => '</table></div>\n'
}

/** In a post a line ends where its paragraph does; in the forum people see what they typed. */
function createForum(): Parser {
  const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
  useSafeLinks(markdown)
  useBlocks(markdown)
  useImages(markdown, () => null)
  useMentions(markdown)
  useHeadings(markdown, { first: 3, last: 6 }, { anchors: false })
  return markdown
}

function createPost(): Parser {
  const markdown = new MarkdownIt({ html: false, linkify: true })
  useSafeLinks(markdown)
  useBlocks(markdown)
  useImages(markdown, ({ env }) => env.images as ImageRules)
  useHeadings(markdown, { first: 2, last: 4 }, { anchors: true })
  return markdown
}

const forum = createForum()
const post = createPost()

function render({ text, kind, siteUrl, sizes }: Rendering): string {
  if (hasEmptyTable(text)) throw new TooComplex()
  const html = kind === 'post' ? post.render(text, { images: { siteUrl, sizes } }) : forum.render(text)
  if (html.length > maxLengthOf(text)) throw new TooComplex()
  return kind === 'post' ? sanitizePost(html, siteUrl) : sanitizeForum(html)
}

/** Null for a text that is nested too deeply, or grows too much. Takes its time with a hostile one: `RenderPool` ends it. */
export function renderText(rendering: Rendering): string | null {
  try {
    return render(rendering)
  } catch (error) {
    // A RangeError is a stack that the text has filled.
    if (error instanceof TooComplex || error instanceof RangeError) return null
    throw error
  }
}
