import type { ReactNode } from 'react'
import type { Author } from '#shared/forum/schema.ts'
import { DateTime } from '../../app/format/date-time.tsx'
import { TeamBadge } from '../../app/team-badge.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useTranslate } from './messages.ts'

type BylineProps = {
  author: Author
  created_at: string
  edited_at: string | null
  address?: string
  children?: ReactNode
}

export function useAuthorName() {
  const t = useTranslate()
  return (author: Author) => author?.username ?? t('thread.deleted_user')
}

export function Byline({ author, created_at, edited_at, address, children }: BylineProps) {
  const t = useTranslate()
  const name = useAuthorName()(author)
  return (
    <div className="flex min-h-8 items-start gap-2 text-sm text-muted">
      {author ? (
        <Avatar name={author.username} colour={author.avatar_color} />
      ) : (
        <span className="size-8 shrink-0 rounded-full bg-brand-soft" />
      )}
      <p className="min-w-0 flex-1 leading-6">
        <span className="font-semibold text-text" dir="auto">
          {name}
        </span>{' '}
        {author?.is_team && (
          <span className="ml-1">
            <TeamBadge />
          </span>
        )}{' '}
        {children}
        <br />
        {address ? (
          <a href={address} rel="nofollow" className="text-muted hover:underline">
            <span className="sr-only">{t('thread.link')} </span>
            <DateTime at={created_at} />
          </a>
        ) : (
          <DateTime at={created_at} />
        )}
        {edited_at && (
          <>
            {' · '}
            <span>{t('thread.edited')}</span>
          </>
        )}
      </p>
    </div>
  )
}
