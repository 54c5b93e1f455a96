import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { meQuery } from '../me.queries.ts'
import { Avatar } from '../ui/avatar.tsx'

/** The way to one's profile: the first letter of the username on the person's colour. */
export function MemberAvatar() {
  const say = useSay()
  const { data: me } = useQuery(meQuery)
  return (
    <Link to={paths.profile} className="icon-button" aria-label={say('navigation.profile')}>
      {me ? (
        <Avatar name={me.username} colour={me.avatar_color} />
      ) : (
        <span className="size-8 rounded-full bg-brand-soft" />
      )}
    </Link>
  )
}
