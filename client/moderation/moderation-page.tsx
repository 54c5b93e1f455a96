import { useQuery } from '@tanstack/react-query'
import { forumPaths } from '#shared/forum/paths.ts'
import { can } from '#shared/users/rights.ts'
import type { Me } from '#shared/users/schema.ts'
import { Link } from '../app/link.tsx'
import { meQuery } from '../app/session/me.queries.ts'
import { useSite } from '../app/site.ts'
import { useRequireSignIn } from '../app/session/use-require-sign-in.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { ReviewList } from './review-list.tsx'

function Lists({ me }: { me: Me }) {
  const t = useTranslate()
  if (!can(me, 'moderation.read'))
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

/** Moderation page. It is rendered in the browser, since the API needs the moderator's token. */
export function ModerationPage() {
  const t = useTranslate()
  const site = useSite()
  const isSignedIn = useRequireSignIn()
  const { data: me, error } = useQuery({ ...meQuery, enabled: isSignedIn })
  if (error && !me && isSignedIn) throw error
  return (
    <main className="frame max-w-(--frame-text) py-8" data-without-feed>
      <title>{`${t('title')} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl font-bold">{t('title')}</h1>
      <p className="without-script mt-6">{t('without_script')}</p>
      <div className="needs-script mt-6 min-h-dvh">
        {isSignedIn && me ? <Lists me={me} /> : <Spinner label={t('common.loading')} />}
      </div>
    </main>
  )
}
