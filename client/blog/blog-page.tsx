import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { BlogQuery } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { readQuery } from '#shared/query-params.ts'
import { Head } from '../app/head.tsx'
import { usePageQuery } from '../app/page-query.ts'
import { useIsNavigating } from '../app/site-router.tsx'
import type { Loader } from '../app/page-module.ts'
import { BlogFilters } from './blog-filters.tsx'
import { postsQuery, postTagsQuery } from './blog.queries.ts'
import { FeedLink } from './feed-link.tsx'
import { useTranslate } from './messages.ts'
import { PostList } from './post-list.tsx'

export const load: Loader = async ({ search, client, query }) => {
  await Promise.all([client.fetchInfiniteQuery(postsQuery(readQuery(BlogQuery, search))), query(postTagsQuery)])
}

export function BlogPage() {
  const t = useTranslate()
  const filters = usePageQuery(BlogQuery)
  const isNavigating = useIsNavigating()
  const { data: tags } = useSuspenseQuery(postTagsQuery)
  const { data } = useSuspenseInfiniteQuery(postsQuery(filters))
  const { tag, q, cursor } = filters
  const [page] = data.pages
  // The first page has no previous page, and its canonical address has no cursor.
  const address = blogPaths.blog({ tag, q, cursor: page?.previous === null ? undefined : cursor })
  const isEmpty = page?.results.length === 0
  const name = tags.find(({ slug }) => slug === tag)?.name
  const title = name ? t('blog.tagged', { tag: name }) : t('blog.title')
  return (
    <main className="frame py-8" aria-busy={isNavigating}>
      <Head title={title} description={t('blog.description')} address={address} />
      {(q || (isEmpty && (tag ?? cursor))) && <meta name="robots" content="noindex" />}
      <FeedLink />
      <h1 className="text-3xl font-bold" dir="auto">
        {title}
      </h1>
      <p className="mt-2 max-w-prose text-pretty text-muted">{q ? t('blog.found', { q }) : t('blog.description')}</p>
      <BlogFilters tags={tags} filters={filters} />
      <PostList key={JSON.stringify(filters)} filters={filters} />
    </main>
  )
}
