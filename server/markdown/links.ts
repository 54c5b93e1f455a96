import type { MarkdownIt, StateCore, Token } from 'markdown-it'

const safe = /^(?:https?:\/\/[^/\\]|mailto:[^/\\]|#|\/(?![/\\]))/i
/** True for a complete http(s) or mail link and for a link within the site. Excludes scripts and `//host`. */
export const isSafeLink = (href: string) => safe.test(href) && (/^[#/]/.test(href) || URL.canParse(href))

export function linkTokens(state: StateCore, href: string, text: Token[]): Token[] {
  const open = new state.Token('link_open', 'a', 1)
  open.attrs = [['href', href]]
  return [open, ...text, new state.Token('link_close', 'a', -1)]
}

export function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0)
  token.content = content
  return token
}

export function replaceInline(state: StateCore, replace: (token: Token, isLinked: boolean) => Token[] | null): void {
  for (const block of state.tokens) {
    let links = 0
    block.children &&= block.children.flatMap((token) => {
      links += Number(token.type === 'link_open') - Number(token.type === 'link_close')
      return replace(token, links > 0) ?? [token]
    })
  }
}

/** Adds rules for links. Text becomes a link only with a scheme or `www.`, since file names look like domains. */
export function addSafeLinkRules(markdown: MarkdownIt): void {
  markdown.validateLink = isSafeLink
  markdown.linkify
    .set({ fuzzyLink: false, fuzzyEmail: false })
    .add('ftp:', null)
    .add('//', null)
    .add('www.', {
      validate: (text, position, self) => {
        const host = self.re.get_relative_proto_validator()
        host.lastIndex = position
        return host.exec(text)?.[0].length ?? 0
      },
      normalize: (match) => void (match.url = `https://${match.url}`),
    })
}
