import MarkdownIt from 'markdown-it'
import type { MarkdownIt as Parser, StateCore } from 'markdown-it'
import { addHeadingRule } from './headings.ts'
import { addImageRule } from './images.ts'
import type { ImageRules, MediaSizes } from './images.ts'
import { addSafeLinkRules } from './links.ts'
import { addMentionRule } from './mentions.ts'
import { languageClass, sanitizeForum, sanitizePost } from './sanitize.ts'

export type TextKind = 'post' | 'thread' | 'comment'
export type Rendering = { text: string; kind: TextKind; siteUrl: string; sizes: MediaSizes }

const maxDepth = 40 // levels of lists, quotes and emphasis; the parser drops levels beyond 100
const maxLengthOf = (text: string) => 20 * text.length + 10_000 // limits HTML, as references and tables multiply the source

class TooComplex extends Error {}

/** True for a wide table of empty rows, which is slow: each row is filled up to the number of columns. */
function hasEmptyTable(text: string): boolean {
  const lines = text.split('\n')
  const columns = lines.map((line) => (/^[\s>|:-]*$/.test(line) ? line.split('|').length : 0))
  return columns.reduce((one, other) => Math.max(one, other), 0) * lines.length > 2 * text.length + 1_000
}

function rejectDeepNesting({ tokens }: StateCore) {
  const isDeep = tokens.some(
    ({ level, children }) => level > maxDepth || children?.some((token) => token.level > maxDepth),
  )
  if (isDeep) throw new TooComplex()
}

/** Sets the alignment by an attribute, since the content security policy blocks style attributes. */
function alignCells({ tokens }: StateCore) {
  for (const token of tokens) {
    const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
    if (align) token.attrs = [['align', align]]
  }
}

function useBlocks({ core, renderer, utils }: Parser) {
  core.ruler.after('inline', 'depth', rejectDeepNesting)
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

function createForum(): Parser {
  const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
  addSafeLinkRules(markdown)
  useBlocks(markdown)
  addImageRule(markdown, () => null)
  addMentionRule(markdown)
  addHeadingRule(markdown, { first: 3, last: 6 }, { anchors: false })
  return markdown
}

function createPost(): Parser {
  const markdown = new MarkdownIt({ html: false, linkify: true })
  addSafeLinkRules(markdown)
  useBlocks(markdown)
  addImageRule(markdown, ({ env }) => env.images as ImageRules)
  addHeadingRule(markdown, { first: 2, last: 4 }, { anchors: true })
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

/** Renders a text. Null if nesting or HTML exceeds its limit. It may be slow: `RenderPool` has a timeout. */
export function renderText(rendering: Rendering): string | null {
  try {
    return render(rendering)
  } catch (error) {
    if (error instanceof TooComplex || error instanceof RangeError) return null // a RangeError is a stack overflow
    throw error
  }
}
