import sanitizeHtml from 'sanitize-html'
import type { Attributes, IOptions } from 'sanitize-html'
import { isHeadingId } from './headings.ts'
import { isMediaImage } from './images.ts'
import { isSafeLink } from './links.ts'

export const languageClass = /^language-[a-z][a-z\d+#-]{0,29}$/

const texts = 'p br hr strong em s code pre blockquote ul ol li a div table thead tbody tr th td'.split(' ')
const attributes: Record<string, string[]> = {
  a: ['href', 'title', 'rel'],
  ol: ['start'],
  th: ['align'],
  td: ['align'],
  pre: ['tabindex'],
  div: ['tabindex'],
}
const shared: IOptions = {
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  allowedClasses: { code: [languageClass], div: ['table-scroll'] },
  parseStyleAttributes: false,
}

const safeLink = ({ href = '', title }: Attributes, rel: string | null): Attributes => ({
  ...(isSafeLink(href) && { href }),
  ...(title && { title }),
  ...(rel && { rel }),
})

/** Options for the forum, whose links do not pass on search ranking. */
const forumOptions: IOptions = {
  ...shared,
  allowedTags: [...texts, 'h3', 'h4', 'h5', 'h6'],
  allowedAttributes: attributes,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: safeLink(attribs, 'nofollow ugc noopener') }),
  },
}

function isOutside(href: string, siteUrl: string): boolean {
  if (!/^https?:/i.test(href)) return false
  return siteUrl === '' || (href !== siteUrl && !['/', '?', '#'].some((next) => href.startsWith(siteUrl + next)))
}

const headings = ['h2', 'h3', 'h4']
const withSafeId = (tagName: string, { id }: Attributes) => ({
  tagName,
  attribs: id !== undefined && isHeadingId(id) ? { id } : ({} as Attributes),
})

const postOptions = (siteUrl: string): IOptions => ({
  ...shared,
  allowedTags: [...texts, ...headings, 'img'],
  allowedAttributes: {
    ...attributes,
    ...Object.fromEntries(headings.map((tag) => [tag, ['id']])),
    img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
  },
  transformTags: {
    ...Object.fromEntries(headings.map((tag) => [tag, withSafeId])),
    a: (tagName, attribs) => ({
      tagName,
      attribs: safeLink(attribs, isOutside(attribs.href ?? '', siteUrl) ? 'noopener' : null),
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isMediaImage(attribs.src ?? ''),
})

export const sanitizeForum = (html: string) => sanitizeHtml(html, forumOptions)
export const sanitizePost = (html: string, siteUrl: string) => sanitizeHtml(html, postOptions(siteUrl))
