import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import type { WordKey } from '#shared/words.ts'
import { useSay } from '../i18n.tsx'
import { useAskToLogIn } from '../layout/asking.tsx'
import { Lock } from '../ui/lock.tsx'
import { useViewer } from '../viewer.ts'

/** In place of what the viewer's tier does not open: a visitor is asked to log in, a member is shown the plans. */
export function LockedView({ title, reason }: { title: WordKey; reason: WordKey }) {
  const say = useSay()
  const { pathname } = useLocation()
  const { is_known, is_signed_in } = useViewer()
  const askToLogIn = useAskToLogIn()
  const navigate = useNavigate()
  useEffect(() => {
    if (!is_known) return
    if (is_signed_in) void navigate(paths.subscription, { replace: true })
    else askToLogIn(reason, pathname)
  }, [is_known, is_signed_in, navigate, askToLogIn, reason, pathname])
  return (
    <section className="card mt-6 text-center" aria-labelledby="locked">
      <h2 id="locked" className="flex items-center justify-center gap-2 text-lg font-bold">
        <Lock label={say('library.locked')} /> {say(title)}
      </h2>
      <p className="mx-auto mt-2 max-w-prose text-muted">{say('locked.note')}</p>
      <p className="mt-4 flex flex-wrap items-center justify-center gap-4">
        <Link to={`${paths.login}?next=${encodeURIComponent(pathname)}`} className="button">
          {say('locked.log_in')}
        </Link>
        <Link to={paths.subscription}>{say('locked.plans')}</Link>
      </p>
    </section>
  )
}

/** A text that stands in for a missing translation says so. */
export function LanguageNote({ item, locale }: { item: { content_locale: string }; locale: string }) {
  const say = useSay()
  return item.content_locale === locale ? null : <p className="mt-1 text-sm text-muted">{say('library.in_english')}</p>
}
