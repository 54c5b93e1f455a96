import { useQuery } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { meQuery } from '../app/session/me.queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { useTranslate } from '../app/i18n.tsx'

export function MemberAvatar() {
  const t = useTranslate()
  const { data: me } = useQuery(meQuery)
  return (
    <Link to={paths.profile} className="icon-button" aria-label={t('navigation.profile')}>
      {me ? (
        <Avatar name={me.username} colour={me.avatar_color} />
      ) : (
        <span className="size-8 rounded-full bg-brand-soft" />
      )}
    </Link>
  )
}
