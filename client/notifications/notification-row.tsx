import { BadgeCheck, BadgeX, FolderInput, MessageSquareOff, ShieldCheck, Trash2 } from 'lucide-react'
import { forumPaths } from '#shared/forum/paths.ts'
import { isActivity, maxGrouped } from '#shared/forum/notifications.ts'
import type { Notification } from '#shared/forum/notifications.ts'
import { Link } from '../app/link.tsx'
import { ShortTime } from '../app/format/date-time.tsx'
import { useDateTimeFormat } from '../app/format/dates.ts'
import { AuthorAvatar } from '../ui/avatar.tsx'
import { useTranslate } from './messages.ts'

const icons = {
  thread_published: BadgeCheck,
  thread_rejected: BadgeX,
  edit_published: BadgeCheck,
  edit_rejected: BadgeX,
  report_handled: ShieldCheck,
  thread_removed: Trash2,
  comment_removed: Trash2,
  thread_closed: MessageSquareOff,
  thread_moved: FolderInput,
  silenced: MessageSquareOff,
  silence_ended: BadgeCheck,
}

function Picture({ kind, actor }: Pick<Notification, 'kind' | 'actor'>) {
  if (isActivity(kind)) return <AuthorAvatar author={actor} />
  const Icon = icons[kind]
  return (
    <span aria-hidden="true" className="flex size-8 shrink-0 items-center justify-center text-muted">
      <Icon className="size-5" />
    </span>
  )
}

export function NotificationRow({ notification }: { notification: Notification }) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  const { kind, actor, thread, comment_id, note, created_at, is_read, count, ends_at } = notification
  const name = actor?.username ?? t('list.somebody')
  const grouped = () => {
    if (count === maxGrouped) return t('list.many_comments')
    return t(is_read ? 'list.comments' : 'list.new_comments', { count })
  }
  const content = (
    <>
      <Picture kind={kind} actor={actor} />
      <span className="min-w-0 flex-1">
        <span className={`block ${is_read ? '' : 'font-semibold'}`}>
          {!is_read && <span className="sr-only">{t('list.fresh')} </span>}
          {count > 1 ? grouped() : t(`list.kinds.${kind}`, { name, until: ends_at ? moment(ends_at) : '' })}
        </span>
        {thread && (
          <span dir="auto" className="line-clamp-2 text-sm text-muted">
            {thread.title}
          </span>
        )}
        {note && (
          <q dir="auto" className="mt-1 block text-sm whitespace-pre-wrap">
            {note}
          </q>
        )}
      </span>
      <ShortTime at={created_at} className="text-xs whitespace-nowrap text-muted" />
    </>
  )
  const className = `flex items-start gap-3 px-2 py-3 text-text no-underline ${is_read ? '' : 'unread-item'}`
  if (!thread || kind === 'thread_removed') return <li className={className}>{content}</li>
  return (
    <li>
      <Link
        to={forumPaths.thread(thread.meta_slug, { comment: comment_id ?? undefined })}
        className={`${className} hover:bg-brand-soft`}
      >
        {content}
      </Link>
    </li>
  )
}
