import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { FoundComment } from '#shared/forum/comment-search.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { Link } from '../app/link.tsx'
import { ShortTime } from '../app/format/date-time.tsx'
import { PagedList } from '../app/lists/paged-list.tsx'
import { AuthorAvatar } from '../ui/avatar.tsx'
import { Highlight } from '../app/lists/highlight.tsx'
import { foundCommentsQuery } from './forum.queries.ts'
import type { CommentSearch } from './forum.queries.ts'
import { useTranslate } from './messages.ts'
import { LanguageMark } from './language-switch.tsx'
import { highlightPatternOf } from './thread-list.tsx'
import { AuthorName } from './thread-row.tsx'

function FoundRow({ comment, pattern }: { comment: FoundComment; pattern: RegExp | null }) {
  const { id, thread, author, created_at, excerpt } = comment
  return (
    <li data-row className="thread-row found">
      <AuthorAvatar author={author} />
      <h2 className="thread-title">
        <Link to={forumPaths.thread(thread.meta_slug, { comment: id })} className="card-link" dir="auto">
          {thread.title}
        </Link>
        <LanguageMark language={thread.language} />
      </h2>
      <p className="thread-facts">
        <span className="thread-note">
          <AuthorName author={author} />
          <span className="excerpt" dir="auto">
            {' · '}
            <Highlight text={excerpt} pattern={pattern} />
          </span>
        </span>
      </p>
      <ShortTime at={created_at} className="thread-time" />
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
        <output className="empty block">{t(search.cursor ? 'forum.no_more_comments' : 'common.nothing_found')}</output>
      }
      end={t('forum.no_more_comments')}
      loaded={(count) => t('forum.loaded_comments', { count })}
      className="mt-3"
      isPending={isPending}
    />
  )
}
