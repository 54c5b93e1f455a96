import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { linkTokens } from './links.ts'

/** Before each id, so that none is that of a part of the page or of something in the browser. */
const prefix = 'h-'
const maxSlugLength = 80
export const isHeadingId = (id: string) => /^h-[\p{L}\p{N}-]+$/u.test(id)

function textOf(tokens: Token[]): string {
  return tokens.map(({ content, children }) => (children ? textOf(children) : content)).join('')
}

function slugOf(text: string): string {
  const plain = text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? ['section']
  const slug = words.join('-')
  return Array.from(slug).slice(0, maxSlugLength).join('').replace(/-$/, '')
}

/** Ids that are taken, each with the last number that was put behind it. */
type Taken = Map<string, number>

function takeId(slug: string, taken: Taken): string {
  let id = slug
  let number = taken.get(slug) ?? 1
  while (taken.has(id)) id = `${slug}-${++number}`
  taken.set(slug, number).set(id, taken.get(id) ?? 1)
  return id
}

function addAnchor(state: StateCore, heading: Token, inline: Token, taken: Taken) {
  const text = textOf(inline.children ?? []).trim()
  const id = takeId(prefix + slugOf(text), taken)
  heading.attrSet('id', id)
  const isLinked = inline.children?.some(({ type }) => type === 'link_open')
  if (inline.children && text !== '' && !isLinked)
    inline.children = linkTokens(state, `#${encodeURIComponent(id)}`, inline.children)
}

type Levels = { shift: number; first: number; last: number }

/** Levels as they fit the page, whose title is the first; with anchors the text of a heading links to itself. */
export function useHeadings(markdown: MarkdownIt, { shift, first, last }: Levels, { anchors }: { anchors: boolean }) {
  markdown.core.ruler.push('headings', (state) => {
    const taken: Taken = new Map()
    for (const [at, token] of state.tokens.entries()) {
      if (token.type !== 'heading_open' && token.type !== 'heading_close') continue
      token.tag = `h${Math.min(Math.max(Number(token.tag.slice(1)) + shift, first), last)}`
      const inline = state.tokens[at + 1]
      if (anchors && token.type === 'heading_open' && inline) addAnchor(state, token, inline, taken)
    }
  })
}
