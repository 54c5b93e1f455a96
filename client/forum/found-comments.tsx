import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { FoundComment } from '#shared/forum/comment-search.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { Link } from '../app/link.tsx'
import { DateTime } from '../app/format/date-time.tsx'
import { PagedList } from '../app/lists/paged-list.tsx'
import { TeamBadge } from '../app/team-badge.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Highlight } from '../app/lists/highlight.tsx'
import { foundCommentsQuery } from './forum.queries.ts'
import type { CommentSearch } from './forum.queries.ts'
import { useTranslate } from './messages.ts'
import { highlightPatternOf } from './thread-list.tsx'
import { AuthorName } from './thread-row.tsx'

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
  const pattern = highlightPatternOf(search.q)
  return (
    <PagedList
      query={useSuspenseInfiniteQuery(foundCommentsQuery(search))}
      filters={search}
      addressOf={(filters) => forumPaths.forum({ ...filters, in: 'comments' })}
      renderItem={(comment) => <FoundRow key={comment.id} comment={comment} pattern={pattern} />}
      empty={
        <output className="mt-6 block text-muted">
          {t(search.cursor ? 'forum.no_more_comments' : 'common.nothing_found')}
        </output>
      }
      end={t('forum.no_more_comments')}
      loaded={(count) => t('forum.loaded_comments', { count })}
      className="mt-5 grid gap-3"
      isPending={isPending}
    />
  )
}
