import { forumPaths } from '#shared/forum/paths.ts'
import type { UnreadComments } from '#shared/forum/reading.ts'
import { Link } from './link.tsx'

type UnreadLinkProps = {
  thread: { meta_slug: string; unread?: UnreadComments | null | undefined }
  label: (params: { number: string }) => string
  className?: string
}

export function UnreadLink({
  thread: { meta_slug, unread },
  label,
  className = 'relative -my-2.5 inline-flex min-h-11 items-center font-bold text-brand',
}: UnreadLinkProps) {
  if (!unread) return null
  const { count, first_id } = unread
  return (
    <Link
      to={`${forumPaths.thread(meta_slug, { comment: first_id })}#comment-${first_id}`}
      rel="nofollow"
      className={className}
    >
      {label({ number: count > 99 ? '99+' : String(count) })}
    </Link>
  )
}
