import type { ReactNode } from 'react'
import type { Author } from '#shared/forum/schema.ts'
import { DateTime, ShortTime } from '../../app/format/date-time.tsx'
import { TeamBadge } from '../../app/team-badge.tsx'
import { AuthorAvatar } from '../../ui/avatar.tsx'
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
    <div className="byline">
      <AuthorAvatar author={author} />
      <p>
        <b dir="auto">{name}</b> {author?.is_team && <TeamBadge />} {children}{' '}
        {address ? (
          <a href={address} rel="nofollow">
            <span className="sr-only">{t('thread.link')} </span>
            <ShortTime at={created_at} />
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
