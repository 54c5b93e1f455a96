import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { FoundComment } from '#shared/forum/comment-search.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { DateTime } from '../app/format/date-time.tsx'
import { LoadMore, PreviousPageLinks, useFocusFirstNew } from '../app/load-more.tsx'
import { TeamBadge } from '../app/team-badge.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Highlight } from '../ui/highlight.tsx'
import { foundCommentsQuery } from './forum.queries.ts'
import type { CommentSearch } from './forum.queries.ts'
import { useTranslate } from './messages.ts'
import { highlightPatternOf } from './thread-list.tsx'
import { AuthorName } from './thread-row.tsx'

/** Page of this site that shows the results of an API path. */
const addressOf = (path: string) =>
  forumPaths.forum({ ...Object.fromEntries(new URL(path, 'http://site').searchParams), in: 'comments' })

function FoundRow({ comment, pattern }: { comment: FoundComment; pattern: RegExp | null }) {
  const { id, thread, author, created_at, excerpt } = comment
  return (
    <li data-row className="card relative grid scroll-mt-20 scroll-mb-20 grid-cols-[auto_1fr] gap-x-3">
      <Avatar name={author?.username ?? '–'} colour={author?.avatar_color ?? '#6d6784'} />
      <div className="min-w-0">
        <h2 className="text-lg leading-snug font-bold">
          <Link to={forumPaths.thread(thread.meta_slug, { comment: id })} className="card-link" dir="auto">
            {thread.title}
          </Link>
        </h2>
        <p className="mt-1 line-clamp-4 wrap-anywhere text-muted" dir="auto">
          <Highlight text={excerpt} pattern={pattern} />
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span className="inline-flex min-w-0 items-center gap-x-1.5">
            <AuthorName author={author} />
            {author?.is_team && <TeamBadge />}
          </span>
          <DateTime at={created_at} />
        </p>
      </div>
    </li>
  )
}

export function FoundComments({ search, isPending }: { search: CommentSearch; isPending: boolean }) {
  const t = useTranslate()
  const { data, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useSuspenseInfiniteQuery(
    foundCommentsQuery(search),
  )
  const comments = data.pages.flatMap(({ results }) => results)
  const next = data.pages.at(-1)?.next
  const { list, arrived, expect } = useFocusFirstNew(comments.length)
  const pattern = highlightPatternOf(search.q)
  const { cursor, ...first } = search
  return (
    <>
      {next && <link rel="next" href={addressOf(next)} />}
      {cursor && <PreviousPageLinks previous={null} first={forumPaths.forum({ ...first, in: 'comments' })} />}
      {comments.length === 0 && (
        <output className="mt-6 block text-muted">
          {t(cursor ? 'forum.no_more_comments' : 'common.nothing_found')}
        </output>
      )}
      <ul ref={list} className="mt-5 grid gap-3" aria-busy={isPending}>
        {comments.map((comment) => (
          <FoundRow key={comment.id} comment={comment} pattern={pattern} />
        ))}
      </ul>
      {comments.length > 0 && (next || data.pages.length > 1 || cursor) && (
        <LoadMore
          address={next ? addressOf(next) : null}
          end={t('forum.no_more_comments')}
          isLoading={isFetchingNextPage}
          isFailed={isFetchNextPageError}
          fetchMore={() => {
            expect()
            void fetchNextPage()
          }}
        />
      )}
      <output className="sr-only">{arrived > 0 && t('forum.loaded_comments', { count: arrived })}</output>
    </>
  )
}
