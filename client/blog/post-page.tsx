import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useId } from 'react'
import type { Post } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { paths } from '#shared/paths.ts'
import { inLocale } from '#shared/locale.ts'
import type { Site } from '#shared/site/schema.ts'
import { Link } from '../app/link.tsx'
import { breadcrumbList, Head } from '../app/head.tsx'
import type { Loader, PageModule } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { useParam } from '../ui/use-param.ts'
import { postQuery } from './blog.queries.ts'
import { FeedLink } from './feed-link.tsx'
import { useTranslate } from './messages.ts'
import { PostActions } from './post-actions.tsx'
import { PostArticle } from './post-article.tsx'
import { PostCard } from './post-card.tsx'

export const load: Loader = ({ params, query }) => query(postQuery(params.slug ?? ''))

/** Share image of a post. SVG covers are excluded, since other sites do not display them. */
export const imageOf: PageModule['imageOf'] = ({ params, client }) => {
  const post = client.getQueryData(postQuery(params.slug ?? '').queryKey)
  if (!post?.cover_url || post.cover_url.endsWith('.svg') || !post.cover_width || !post.cover_height) return null
  return { path: post.cover_url, alt: post.cover_alt, width: post.cover_width, height: post.cover_height }
}

function Neighbours({ post: { previous, next } }: { post: Post }) {
  const t = useTranslate()
  if (!previous && !next) return null
  return (
    <nav aria-label={t('post.more')} className="post mt-12 grid gap-4 border-t border-line pt-6 sm:grid-cols-2">
      {previous && (
        <Link to={blogPaths.post(previous.slug)} rel="prev" className="post-neighbour">
          <span className="text-sm text-muted">{t('post.previous')}</span>
          <span className="font-semibold" dir="auto">
            {previous.title}
          </span>
        </Link>
      )}
      {next && (
        <Link to={blogPaths.post(next.slug)} rel="next" className="post-neighbour sm:col-start-2 sm:text-right">
          <span className="text-sm text-muted">{t('post.next')}</span>
          <span className="font-semibold" dir="auto">
            {next.title}
          </span>
        </Link>
      )}
    </nav>
  )
}

function RelatedPosts({ posts }: { posts: Post['related'] }) {
  const t = useTranslate()
  const id = useId()
  if (posts.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-12 print:hidden">
      <h2 id={id} className="text-2xl font-bold">
        {t('post.related')}
      </h2>
      <ul className="post-rows">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function PostPage() {
  const t = useTranslate()
  const site = useSite()
  const { data: post } = useSuspenseQuery(postQuery(useParam('slug')))
  const path = blogPaths.post(post.slug)
  const steps = [
    { name: t('navigation.news'), path: paths.blog },
    { name: post.title, path },
  ]
  return (
    <main className="frame py-8">
      <Head
        title={post.title}
        description={post.excerpt}
        address={path}
        type="article"
        languages={post.locales}
        jsonLd={[articleData(site, post), breadcrumbList(site, steps)]}
      />
      <meta property="article:published_time" content={post.published_at} />
      <link rel="alternate" type="text/markdown" href={site.url + blogPaths.postMarkdown(post.slug)} />
      <FeedLink />
      <p className="post -mt-3 print:hidden">
        <Link to={paths.blog} className="inline-flex min-h-11 items-center gap-1.5 text-brand">
          <ArrowLeft className="size-4" aria-hidden="true" />
          {t('post.more')}
        </Link>
      </p>
      <PostArticle post={post}>
        <PostActions post={post} />
      </PostArticle>
      <Neighbours post={post} />
      <RelatedPosts posts={post.related} />
    </main>
  )
}

function articleData(site: Site, post: Post) {
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
