import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { linkTokens } from './links.ts'

const prefix = 'h-' // keeps ids apart from ids of the page and globals of the browser
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

type UsedIds = Map<string, number>

function uniqueId(slug: string, usedIds: UsedIds): string {
  let id = slug
  let number = usedIds.get(slug) ?? 1
  while (usedIds.has(id)) id = `${slug}-${++number}`
  usedIds.set(slug, number).set(id, usedIds.get(id) ?? 1)
  return id
}

function addAnchor(state: StateCore, heading: Token, inline: Token, usedIds: UsedIds) {
  const text = textOf(inline.children ?? []).trim()
  const id = uniqueId(prefix + slugOf(text), usedIds)
  heading.attrSet('id', id)
  const isLinked = inline.children?.some(({ type }) => type === 'link_open')
  if (inline.children && text !== '' && !isLinked)
    inline.children = linkTokens(state, `#${encodeURIComponent(id)}`, inline.children)
}

type Levels = { first: number; last: number }

/** Maps heading levels to the page's outline, without gaps. With anchors, a heading links to itself. */
export function addHeadingRule(markdown: MarkdownIt, { first, last }: Levels, { anchors }: { anchors: boolean }) {
  markdown.core.ruler.push('headings', (state) => {
    const usedIds: UsedIds = new Map()
    let above: string[] = []
    for (const [at, token] of state.tokens.entries()) {
      if (token.type !== 'heading_open' && token.type !== 'heading_close') continue
      if (token.type === 'heading_open') above = [...above.filter((tag) => tag < token.tag), token.tag]
      token.tag = `h${Math.min(first + above.length - 1, last)}`
      const inline = state.tokens[at + 1]
      if (anchors && token.type === 'heading_open' && inline) addAnchor(state, token, inline, usedIds)
    }
  })
}
