import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { forumPaths } from '#shared/forum/paths.ts'
import { Username } from '#shared/users/schema.ts'
import { linkTokens, replaceInline, textToken } from './links.ts'

/** Pattern of a mention. It excludes e-mail addresses, paths and package names. */
const mention = /(?<![\p{L}\p{N}\p{M}_@./\\-])@([\p{L}\p{N}_-]{3,30})(?![\p{L}\p{N}\p{M}_@/-])/gu
const isUsername = (name: string) => Username.safeParse(name).data === name

function splitAtMentions(state: StateCore, text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { 0: found, 1: name = '', index } of text.matchAll(mention)) {
    if (!isUsername(name)) continue
    if (index > end) tokens.push(textToken(state, text.slice(end, index)))
    tokens.push(...linkTokens(state, forumPaths.forum({ author: name }), [textToken(state, found)]))
    end = index + found.length
  }
  if (end < text.length) tokens.push(textToken(state, text.slice(end)))
  return tokens
}

export function addMentionRule(markdown: MarkdownIt): void {
  markdown.core.ruler.after('linkify', 'mentions', (state) =>
    replaceInline(state, ({ type, content }, isLinked) =>
      type === 'text' && !isLinked && content.includes('@') ? splitAtMentions(state, content) : null,
    ),
  )
}
