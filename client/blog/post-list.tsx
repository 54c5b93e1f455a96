import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { blogPaths } from '#shared/blog/paths.ts'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { PagedList } from '../app/lists/paged-list.tsx'
import { postsQuery } from './blog.queries.ts'
import type { PostFilters } from './blog.queries.ts'
import { useTranslate } from './messages.ts'
import { PostCard } from './post-card.tsx'

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
  const query = useSuspenseInfiniteQuery(postsQuery(filters))
  const { data } = query
  const { results: latest = [], previous } = data.pages[0] ?? {}
  const isFront = !filters.tag && !filters.q && !previous
  const featured = isFront ? (latest.find(({ is_featured }) => is_featured) ?? latest[0]) : undefined
  const first = featured ?? latest[0]
  const pages = data.pages.map((page) => ({ ...page, results: page.results.filter(({ id }) => id !== featured?.id) }))
  return (
    <PagedList
      query={{ ...query, data: { ...data, pages } }}
      filters={filters}
      addressOf={blogPaths.blog}
      lead={featured && <PostCard post={featured} isWide isFirst />}
      renderItem={(post) => (
        <li key={post.id}>
          <PostCard post={post} isFirst={post.id === first?.id} />
        </li>
      )}
      empty={!featured && <NoPosts filters={filters} />}
      end={t('blog.no_more')}
      loaded={(count) => t('blog.loaded', { count })}
      className="post-rows"
      isPending={false}
    />
  )
}
