import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { forumPaths } from '#shared/forum-paths.ts'
import type { Role } from '#shared/users.ts'
import { meQuery } from '../app/me.queries.ts'
import { useSite } from '../app/site.ts'
import { useSignedIn } from '../app/use-signed-in.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './moderation-messages.ts'
import { ReviewList } from './review-list.tsx'

function Lists({ role }: { role: Role }) {
  const t = useTranslate()
  if (role === 'user')
    return (
      <p className="card flex max-w-3xl flex-wrap items-center justify-between gap-3">
        {t('only_moderators')}
        <Link to={forumPaths.forum()} className="button button-quiet">
          {t('to_forum')}
        </Link>
      </p>
    )
  return <ReviewList />
}

/** Rendered in the browser alone: the server's page knows nobody. */
export function ModerationPage() {
  const t = useTranslate()
  const site = useSite()
  const isSignedIn = useSignedIn()
  const { data: me, error } = useQuery({ ...meQuery, enabled: isSignedIn })
  if (error && !me && isSignedIn) throw error
  return (
    <main className="frame py-10" data-without-feed>
      <title>{`${t('title')} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl font-bold">{t('title')}</h1>
      <p className="without-script mt-6">{t('without_script')}</p>
      <div className="needs-script mt-6 min-h-dvh">
        {isSignedIn && me ? <Lists role={me.role} /> : <Spinner label={t('common.loading')} />}
      </div>
    </main>
  )
}
