import type { Post } from '#shared/blog.ts'
import { blogPaths } from '#shared/blog-paths.ts'
import type { Site } from '#shared/site.ts'

/** What search engines read of a post. */
export function articleData(site: Site, post: Post) {
  const { title, excerpt, cover_url, published_at, updated_at, author, tags, content_locale } = post
  const address = `${site.url}${blogPaths.post(post.slug)}`
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description: excerpt,
    ...(cover_url && { image: [site.url + cover_url] }),
    datePublished: published_at,
    dateModified: updated_at > published_at ? updated_at : published_at,
    author: { '@type': author.name === site.name ? 'Organization' : 'Person', name: author.name },
    publisher: {
      '@type': 'Organization',
      name: site.name,
      url: site.url,
      logo: { '@type': 'ImageObject', url: `${site.url}/favicon.svg` },
    },
    inLanguage: content_locale,
    keywords: tags.map(({ name }) => name),
    mainEntityOfPage: content_locale === 'en' ? address : `${address}?lang=${content_locale}`,
  }
}
