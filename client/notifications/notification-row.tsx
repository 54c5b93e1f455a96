import { BadgeCheck, BadgeX, FolderInput, MessageSquareOff, ShieldCheck, Trash2 } from 'lucide-react'
import { forumPaths } from '#shared/forum/paths.ts'
import { isActivity, maxGrouped } from '#shared/forum/notifications.ts'
import type { Notification } from '#shared/forum/notifications.ts'
import { Link } from '../app/link.tsx'
import { useDateTimeFormat } from '../app/format/dates.ts'
import { Avatar } from '../ui/avatar.tsx'
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
  if (isActivity(kind)) return <Avatar name={actor?.username ?? '?'} {...(actor && { colour: actor.avatar_color })} />
  const Icon = icons[kind]
  return (
    <span aria-hidden="true" className="flex size-8 shrink-0 items-center justify-center rounded-full bg-brand-soft">
      <Icon className="size-5 text-brand" />
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
          <span dir="auto" className="line-clamp-2 text-sm">
            {thread.title}
          </span>
        )}
        {note && (
          <q dir="auto" className="mt-1 block text-sm whitespace-pre-wrap">
            {note}
          </q>
        )}
        <time dateTime={created_at} className="block text-sm text-muted">
          {moment(created_at)}
        </time>
      </span>
      {!is_read && <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-brand" />}
    </>
  )
  const className = 'flex items-start gap-3 rounded-lg px-2 py-3 text-text no-underline'
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
