import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { PostCard as PostCardData } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { paths } from '#shared/paths.ts'
import { LoadMore, useFocusFirstNew, PreviousPageLinks } from '../app/load-more.tsx'
import { postsQuery } from './blog.queries.ts'
import type { PostFilters } from './blog.queries.ts'
import { useTranslate } from './messages.ts'
import { PostCard } from './post-card.tsx'

/** Page of this site that shows the results of an API path. */
const addressOf = (path: string) => blogPaths.blog(Object.fromEntries(new URL(path, 'http://site').searchParams))

/** Removes duplicates: a post may have moved to the next page between two requests. */
const once = (posts: PostCardData[]) => [...new Map(posts.map((post) => [post.id, post])).values()]

function NoPosts({ filters: { tag, q, cursor } }: { filters: PostFilters }) {
  const t = useTranslate()
  const isNarrowed = Boolean(tag ?? q)
  const text = () => {
    if (cursor) return t('blog.no_more')
    return t(isNarrowed ? 'common.nothing_found' : 'blog.none')
  }
  return (
    <div className="mt-8">
      <output className="block text-muted">{text()}</output>
      {isNarrowed && (
        <Link to={paths.blog} className="button button-quiet mt-4">
          {t('blog.show_all')}
        </Link>
      )}
    </div>
  )
}

export function PostList({ filters }: { filters: PostFilters }) {
  const t = useTranslate()
  const { data, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useSuspenseInfiniteQuery(
    postsQuery(filters),
  )
  const posts = once(data.pages.flatMap(({ results }) => results))
  const next = data.pages.at(-1)?.next
  const { tag, q, cursor } = filters
  const { results: latest = [], previous } = data.pages[0] ?? {}
  const isFront = !tag && !q && !previous
  const featured = isFront ? (latest.find(({ is_featured }) => is_featured) ?? latest[0]) : undefined
  const others = posts.filter(({ id }) => id !== featured?.id)
  const { list, arrived, expect } = useFocusFirstNew(others.length)
  const previousLinks = cursor && (
    <PreviousPageLinks previous={previous ? addressOf(previous) : null} first={blogPaths.blog({ tag, q })} />
  )
  if (posts.length === 0)
    return (
      <>
        {previousLinks}
        <NoPosts filters={filters} />
      </>
    )
  return (
    <>
      {previousLinks}
      {featured && (
        <div className="mt-6">
          <PostCard post={featured} isWide isFirst />
        </div>
      )}
      <ul ref={list} className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {others.map((post, index) => (
          <li key={post.id} className="grid min-w-0">
            <PostCard post={post} isFirst={!featured && index === 0} />
          </li>
        ))}
      </ul>
      {(next || data.pages.length > 1 || cursor) && (
        <LoadMore
          address={next ? addressOf(next) : null}
          end={t('blog.no_more')}
          isLoading={isFetchingNextPage}
          isFailed={isFetchNextPageError}
          fetchMore={() => {
            expect()
            void fetchNextPage()
          }}
        />
      )}
      <output className="sr-only">{arrived > 0 && t('blog.loaded', { count: arrived })}</output>
      {next && <link rel="next" href={addressOf(next)} />}
    </>
  )
}
