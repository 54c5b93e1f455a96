import type { Post } from '#shared/blog.ts'
import { blogPaths } from '#shared/blog-paths.ts'
import { inLocale } from '#shared/locale.ts'
import type { Site } from '#shared/site.ts'

/** What search engines read of a post. */
export function articleData(site: Site, post: Post) {
  const { title, excerpt, cover_url, published_at, updated_at, author, tags, content_locale } = post
  const address = inLocale(site.url + blogPaths.post(post.slug), content_locale)
  const publisher = { '@type': 'Organization', name: site.name, url: site.url }
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    url: address,
    headline: title,
    description: excerpt,
    ...(cover_url && { image: [site.url + cover_url] }),
    datePublished: published_at,
    dateModified: updated_at > published_at ? updated_at : published_at,
    author: author.name === site.name ? publisher : { '@type': 'Person', name: author.name },
    publisher: { ...publisher, logo: { '@type': 'ImageObject', url: site.url + (site.logo ?? '/icon-512.png') } },
    inLanguage: content_locale,
    keywords: tags.map(({ name }) => name),
    mainEntityOfPage: address,
  }
}
