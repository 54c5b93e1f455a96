import { blogPaths } from '#shared/blog-paths.ts'
import { PostListQuery } from '#shared/blog.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { inLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site.ts'
import { listPosts } from '../blog/post-lists.ts'
import { cacheTags as tags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { listLatestThreads } from '../forum/thread-lists.ts'
import { translate } from '../messages.ts'
import { escapeXml, xmlStart } from './xml.ts'

/** `at`: when it was published. */
type Item = { title: string; url: string; at: string; author: string | null; categories: string[]; text: string }
type Channel = { title: string; description: string; page: string; self: string; locale: Locale; items: Item[] }
type SiteName = Pick<Site, 'name' | 'url'>

const itemsPerFeed = 30

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
/** RSS holds HTML here: of a plain text the signs are written as HTML does, and that as XML does. */
const htmlElement = (name: string, text: string) => element(name, escapeXml(text))

const dateOf = (at: string) => new Date(at).toUTCString()

const itemOf = ({ title, url, at, author, categories, text }: Item) =>
  [
    '<item>',
    element('title', title),
    element('link', url),
    `<guid isPermaLink="true">${escapeXml(url)}</guid>`,
    element('pubDate', dateOf(at)),
    ...(author === null ? [] : [element('dc:creator', author)]),
    ...categories.map((name) => element('category', name)),
    htmlElement('description', text),
    '</item>\n',
  ].join('')

/** Of the latest items, the first was published last. */
function rss({ title, description, page, self, locale, items }: Channel): string {
  const [latest] = items
  return (
    `${xmlStart}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>\n` +
    `${element('title', title)}${element('link', page)}${htmlElement('description', description)}${element('language', locale)}` +
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(self)}"/>` +
    `${latest ? element('lastBuildDate', dateOf(latest.at)) : ''}\n` +
    `${items.map(itemOf).join('')}</channel></rss>\n`
  )
}

export async function newsFeed({ name, url }: SiteName, locale: Locale): Promise<Tagged<string>> {
  const { value, cacheTags } = await listPosts(PostListQuery.parse({ limit: itemsPerFeed }), locale)
  const items = value.results.map((post) => ({
    title: post.title,
    url: inLocale(url + blogPaths.post(post.slug), post.content_locale),
    at: post.published_at,
    author: post.author.name,
    categories: post.tags.map((tag) => tag.name),
    text: post.excerpt,
  }))
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

export async function forumFeed({ name, url }: SiteName, locale: Locale): Promise<Tagged<string>> {
  const { value, cacheTags } = await listLatestThreads(itemsPerFeed, locale)
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
    page: inLocale(url + paths.forum, locale),
    self: inLocale(url + forumPaths.rss, locale),
    locale,
    items,
  }
  return { value: rss(channel), cacheTags: [...cacheTags, tags.site] }
}
