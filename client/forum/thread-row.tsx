import type { Author, ThreadCard } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { Link } from '../app/link.tsx'
import { DateTime } from '../app/format/date-time.tsx'
import { UnreadLink } from '../app/unread-link.tsx'
import { TeamBadge } from '../app/team-badge.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Highlight } from '../app/lists/highlight.tsx'
import { useTranslate } from './messages.ts'
import { StateChip, threadStates } from './thread-state.tsx'

export function AuthorName({ author }: { author: Author }) {
  const t = useTranslate()
  if (!author) return <span className="italic">{t('forum.deleted_user')}</span>
  return (
    <Link
      to={forumPaths.forum({ author: author.username })}
      className="relative -my-2.5 inline-flex min-h-11 items-center font-medium text-text hover:text-brand"
    >
      <bdi>{author.username}</bdi>
    </Link>
  )
}

export function ThreadRow({ thread, pattern }: { thread: ThreadCard; pattern: RegExp | null }) {
  const t = useTranslate()
  const { meta_slug, title, excerpt, section, author, status, last_activity_at, comment_count, likes } = thread
  return (
    <li data-row className="card relative grid scroll-mt-20 scroll-mb-20 grid-cols-[auto_1fr] gap-x-3">
      <Avatar name={author?.username ?? '–'} colour={author?.avatar_color ?? '#6d6784'} />
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg leading-snug font-bold">
          <Link to={forumPaths.thread(meta_slug)} className="card-link min-w-0" dir="auto">
            <Highlight text={title} pattern={pattern} />
          </Link>
          {threadStates.map(
            (state) => thread[`is_${state}`] && <StateChip key={state} state={state} label={t(`forum.${state}`)} />,
          )}
          {status !== 'published' && (
            <span className="chip bg-warning font-sans font-medium">{t(`forum.statuses.${status}`)}</span>
          )}
        </h2>
        <p className="mt-1 line-clamp-2 text-muted" dir="auto">
          <Highlight text={excerpt} pattern={pattern} />
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span className="inline-flex min-w-0 items-center gap-x-1.5">
            <AuthorName author={author} />
            {author?.is_team && <TeamBadge />}
          </span>
          <span className="chip" dir="auto">
            {section.name}
          </span>
          <span className="flex gap-x-3 whitespace-nowrap">
            <span>{t('forum.comments', { count: comment_count })}</span>
            <UnreadLink thread={thread} label={(params) => t('forum.unread', params)} />
            <span>{t('forum.likes', { count: likes })}</span>
          </span>
          <span>
            <span className="max-sm:sr-only">{t('forum.last_activity')}</span> <DateTime at={last_activity_at} />
          </span>
        </p>
      </div>
    </li>
  )
}
