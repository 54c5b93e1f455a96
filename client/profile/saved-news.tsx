import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { PostCard } from '#shared/blog.ts'
import { blogPaths } from '#shared/blog-paths.ts'
import { paths } from '#shared/paths.ts'
import { usePublicDateFormat } from '../app/public-date.ts'
import { Spinner } from '../ui/spinner.tsx'
import { EmptySection } from './empty-section.tsx'
import { useTranslate } from './messages.ts'
import { savedPostsQuery } from './saved-news.queries.ts'
import { UnsaveButton } from './unsave-button.tsx'

function Row({ post }: { post: PostCard }) {
  const t = useTranslate()
  const day = usePublicDateFormat()
  return (
    <li className="card relative flex flex-wrap items-center gap-x-4 gap-y-3 sm:flex-nowrap">
      {post.cover_url && (
        <img
          src={post.cover_url}
          alt=""
          width={post.cover_width ?? undefined}
          height={post.cover_height ?? undefined}
          loading="lazy"
          className="h-auto w-24 rounded-lg"
        />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="text-lg leading-snug font-bold">
          <Link to={blogPaths.post(post.slug)} className="card-link" dir="auto" lang={post.content_locale}>
            {post.title}
          </Link>
        </h3>
        <p className="mt-1 text-sm text-muted">
          <time dateTime={post.published_at}>{day(post.published_at)}</time>
        </p>
      </div>
      <div className="relative">
        <UnsaveButton
          title={post.title}
          paths={{ save: blogPaths.api.save(post.slug), unsave: blogPaths.api.unsave(post.slug) }}
          texts={{ save: t('news.save'), saved: t('news.saved'), failed: t('news.save_failed') }}
          onToggled={(client, isSaved) => {
            client.setQueryData(['saved_post', post.slug], isSaved)
            void client.invalidateQueries({ queryKey: ['saved', 'posts'], refetchType: 'none' })
          }}
        />
      </div>
    </li>
  )
}

export function SavedNews() {
  const t = useTranslate()
  const id = useId()
  const list = useInfiniteQuery(savedPostsQuery)
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  const posts = [...new Map(data?.pages.flatMap(({ results }) => results).map((post) => [post.id, post])).values()]
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl font-bold">
        {t('news.title')}
      </h2>
      {!data && !isError && <Spinner label={t('loading')} className="mt-4" />}
      {data && posts.length === 0 && <EmptySection text={t('news.empty')} link={t('news.link')} to={paths.blog} />}
      <ul className="mt-4 grid gap-4">
        {posts.map((post) => (
          <Row key={post.id} post={post} />
        ))}
      </ul>
      {isError && (
        <p role="alert" className="mt-4">
          <span className="text-danger">{t('common.load_failed')}</span>{' '}
          {!data && (
            <button type="button" className="button button-quiet ml-2" onClick={() => void refetch()}>
              {t('failed.retry')}
            </button>
          )}
        </p>
      )}
      {hasNextPage && (
        <p className="mt-6 text-center">
          <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage && <Spinner />}
            {t(isFetchingNextPage ? 'common.loading' : 'common.load_more')}
          </button>
        </p>
      )}
    </section>
  )
}
