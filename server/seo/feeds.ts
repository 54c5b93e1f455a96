import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { inLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { ThreadListQuery } from '#shared/forum/schema.ts'
import { paths, withQuery } from '#shared/paths.ts'
import type { Site } from '#shared/site/schema.ts'
import { listFeedPosts } from '../blog/feed-posts.ts'
import type { FeedPost } from '../blog/feed-posts.ts'
import { mediaTypes } from '../blog/media.ts'
import { cacheTags as tags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { listLatestThreads } from '../forum/thread-lists.ts'
import { translate } from '../translate.ts'
import { escapeXml, xmlStart } from './xml.ts'

type Item = {
  title: string
  url: string
  at: string
  author: string | null
  categories: string[]
  text: string
  html?: string | null
  picture?: Picture | null
}
type Picture = { url: string; type: string; length: number; width: number; height: number; alt: string }
type Channel = { title: string; description: string; page: string; self: string; locale: Locale; items: Item[] }
type SiteName = Pick<Site, 'name' | 'url'>

const itemsPerFeed = 30

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
/** Element with text as HTML, which RSS readers expect. The text is escaped for HTML and then for XML. */
const htmlElement = (name: string, text: string) => element(name, escapeXml(text))

const dateOf = (at: string) => new Date(at).toUTCString()

function pictureOf({ url, type, length, width, height, alt }: Picture): string {
  const [address, kind] = [`url="${escapeXml(url)}"`, `type="${type}"`]
  const description = alt && element('media:description', alt)
  return (
    `<enclosure ${address} length="${length}" ${kind}/>` +
    `<media:content ${address} fileSize="${length}" ${kind} medium="image" width="${width}" height="${height}">${description}</media:content>`
  )
}

const itemOf = ({ title, url, at, author, categories, text, html, picture }: Item) =>
  [
    '<item>',
    element('title', title),
    element('link', url),
    `<guid isPermaLink="true">${escapeXml(url)}</guid>`,
    element('pubDate', dateOf(at)),
    ...(author === null ? [] : [element('dc:creator', author)]),
    ...categories.map((name) => element('category', name)),
    htmlElement('description', text),
    ...(html ? [element('content:encoded', html)] : []),
    ...(picture ? [pictureOf(picture)] : []),
    '</item>\n',
  ].join('')

const namespaces = Object.entries({
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  media: 'http://search.yahoo.com/mrss/',
})
  .map(([prefix, address]) => `xmlns:${prefix}="${address}"`)
  .join(' ')

function rss({ title, description, page, self, locale, items }: Channel): string {
  const [latest] = items
  return (
    `${xmlStart}<rss version="2.0" ${namespaces}><channel>\n` +
    `${element('title', title)}${element('link', page)}${htmlElement('description', description)}${element('language', locale)}` +
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(self)}"/>` +
    `${latest ? element('lastBuildDate', dateOf(latest.at)) : ''}\n` +
    `${items.map(itemOf).join('')}</channel></rss>\n`
  )
}

/** Makes URLs absolute for feed readers. In sanitised HTML, `<` always begins a tag. */
const withAbsoluteLinks = (html: string, page: string, siteUrl: string) =>
  html.replaceAll(/<[^<>]+>/g, (tag) =>
    tag.replace(/(?<= (?:href|src)=")[/#]/, (start) => (start === '#' ? `${escapeXml(page)}#` : `${siteUrl}/`)),
  )

function coverOf({ cover_url, cover_bytes, cover_width, cover_height, cover_alt }: FeedPost, siteUrl: string) {
  const type = mediaTypes[cover_url?.split('.').at(-1) ?? '']
  if (!cover_url || !type || !cover_bytes || !cover_width || !cover_height) return null
  return {
    url: siteUrl + cover_url,
    type,
    length: cover_bytes,
    width: cover_width,
    height: cover_height,
    alt: cover_alt,
  }
}

export async function newsFeed({ name, url }: SiteName, locale: Locale): Promise<Tagged<string>> {
  const { value, cacheTags } = await listFeedPosts(itemsPerFeed, locale)
  const items = value.map((post) => {
    const page = inLocale(url + blogPaths.post(post.slug), post.content_locale)
    return {
      title: post.title,
      url: page,
      at: post.published_at,
      author: post.author.name,
      categories: post.tags.map((tag) => tag.name),
      text: post.excerpt,
      html: post.body_html && withAbsoluteLinks(post.body_html, page, url),
      picture: coverOf(post, url),
    }
  })
  const channel = {
    title: translate(locale, 'feed.news', { site: name }),
    description: translate(locale, 'feed.about_news', { site: name }),
    page: inLocale(url + paths.blog, locale),
    self: url + blogPaths.rss(locale),
    locale,
    items,
  }
  return { value: rss(channel), cacheTags: [...cacheTags, tags.site] }
}

export async function forumFeed(
  { name, url }: SiteName,
  locale: Locale,
  languages: ThreadListQuery['languages'],
): Promise<Tagged<string>> {
  const { value, cacheTags } = await listLatestThreads({ limit: itemsPerFeed, languages }, locale)
  const items = value.map((thread) => ({
    title: thread.title,
    url: url + forumPaths.thread(thread.meta_slug),
    at: thread.published_at,
    author: thread.author?.username ?? null,
    categories: [thread.section.name],
    text: thread.excerpt,
  }))
  const channel = {
    title: translate(locale, 'feed.forum', { site: name }),
    description: translate(locale, 'feed.about_forum', { site: name }),
    page: inLocale(url + forumPaths.forum({ languages }), locale),
    self: inLocale(url + withQuery(forumPaths.rss, { languages }), locale),
    locale,
    items,
  }
  return { value: rss(channel), cacheTags: [...cacheTags, tags.site] }
}
