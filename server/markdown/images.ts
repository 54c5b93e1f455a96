import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { linkTokens, replaceInline, textToken } from './links.ts'

export type MediaSizes = Record<string, readonly [number, number]> // width and height in pixels, by hash
export type ImageRules = { siteUrl: string; sizes: MediaSizes } | null

const mediaImage = /^\/media\/([\da-f]{64})\.[a-z\d]{2,5}$/
export const isMediaImage = (src: string) => mediaImage.test(src)

function showImage(token: Token, { siteUrl, sizes }: NonNullable<ImageRules>): boolean {
  const address = String(token.attrGet('src'))
  const src = siteUrl !== '' && address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address
  const [, hash = ''] = mediaImage.exec(src) ?? []
  if (hash === '') return false
  token.attrSet('src', src)
  const [width, height] = sizes[hash] ?? []
  if (width && height) token.attrs?.push(['width', width], ['height', height])
  token.attrs?.push(['loading', 'lazy'], ['decoding', 'async'])
  return true
}

/** Turns external images into links, since loading them would reveal readers to other hosts. */
export function addImageRule(markdown: MarkdownIt, rulesOf: (state: StateCore) => ImageRules): void {
  markdown.core.ruler.after('inline', 'images', (state) => {
    const rules = rulesOf(state)
    replaceInline(state, (token, isLinked) => {
      if (token.type !== 'image' || (rules && showImage(token, rules))) return null
      const src = String(token.attrGet('src'))
      const alt = markdown.renderer.renderInlineAsText(token.children ?? [], markdown.options, state.env).trim()
      const text = [textToken(state, alt || src)]
      return isLinked || src === '' ? text : linkTokens(state, src, text)
    })
  })
}
