import type { Author, ThreadCard } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { Link } from '../app/link.tsx'
import { ShortTime } from '../app/format/date-time.tsx'
import { useNumberFormat } from '../app/i18n.tsx'
import { UnreadLink } from '../app/unread-link.tsx'
import { TeamBadge } from '../app/team-badge.tsx'
import { AuthorAvatar } from '../ui/avatar.tsx'
import { Highlight } from '../app/lists/highlight.tsx'
import { useTranslate } from './messages.ts'
import { LanguageMark } from './language-switch.tsx'
import { StateChip, threadStates } from './thread-state.tsx'

export function AuthorName({ author }: { author: Author }) {
  const t = useTranslate()
  if (!author) return <i>{t('forum.deleted_user')}</i>
  return (
    <>
      <Link to={forumPaths.forum({ author: author.username })} className="author-link">
        <bdi>{author.username}</bdi>
      </Link>
      {author.is_team && (
        <>
          {' '}
          <TeamBadge />
        </>
      )}
    </>
  )
}

type ThreadNumberProps = { count: number; label: string; thread?: ThreadCard }

/** Number in a column of wide windows, and in words elsewhere. Zero is not shown. */
function ThreadNumber({ count, label, thread }: ThreadNumberProps) {
  const t = useTranslate()
  const format = useNumberFormat()
  if (count === 0) return <span className="thread-number" />
  return (
    <span className="thread-number">
      <span className="digits" aria-hidden="true">
        {format(count)}
      </span>
      <span className="word">{label}</span>
      {thread && (
        <>
          {' '}
          <UnreadLink thread={thread} label={(params) => t('forum.unread', params)} className="unread" />
        </>
      )}
    </span>
  )
}

export function ThreadRow({ thread, pattern }: { thread: ThreadCard; pattern: RegExp | null }) {
  const t = useTranslate()
  const { meta_slug, title, excerpt, section, author, language, status, last_activity_at, comment_count, likes } =
    thread
  return (
    <li data-row className={pattern ? 'thread-row found' : 'thread-row'}>
      <AuthorAvatar author={author} />
      <h2 className="thread-title">
        <Link to={forumPaths.thread(meta_slug)} className="card-link" dir="auto" lang={language}>
          <Highlight text={title} pattern={pattern} />
        </Link>
        <LanguageMark language={language} />
        {threadStates.map(
          (state) => thread[`is_${state}`] && <StateChip key={state} state={state} label={t(`forum.${state}`)} />,
        )}
        {status !== 'published' && <span className="chip ml-1.5 bg-warning">{t(`forum.statuses.${status}`)}</span>}
      </h2>
      <p className="thread-facts">
        <span className="thread-note">
          <AuthorName author={author} />
          <span className="excerpt" dir="auto" lang={language}>
            {' · '}
            <Highlight text={excerpt} pattern={pattern} />
          </span>
        </span>
        <bdi className="thread-section">{section.name}</bdi>
        <ThreadNumber count={comment_count} label={t('forum.comments', { count: comment_count })} thread={thread} />
        <ThreadNumber count={likes} label={t('forum.likes', { count: likes })} />
      </p>
      <ShortTime at={last_activity_at} className="thread-time" />
    </li>
  )
}
