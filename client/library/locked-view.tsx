import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import type { WordKey } from '#shared/words.ts'
import { useSay } from '../i18n.tsx'
import { useAskToLogIn } from '../layout/asking.tsx'
import { Lock } from '../ui/lock.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useViewer } from '../viewer.ts'
import type { LockState } from './use-lock.ts'

type LockedViewProps = { title: WordKey; reason: WordKey; lock: LockState }

/** While a member's browser asks again; what follows stays below the fold, as nobody knows yet how much comes. */
function Opening({ lock }: { lock: LockState }) {
  const say = useSay()
  return (
    <div className="mt-6 min-h-dvh">
      {typeof lock === 'string' ? (
        <Spinner label={say('locked.opening')} />
      ) : (
        <div role="alert">
          <p className="text-danger">{say('failed.text')}</p>
          <button type="button" className="button mt-4" onClick={lock.retry}>
            {say('failed.retry')}
          </button>
        </div>
      )}
    </div>
  )
}

/** In place of what the viewer's tier does not open: a visitor is asked to log in, a member is shown the plans. */
export function LockedView({ title, reason, lock }: LockedViewProps) {
  const say = useSay()
  const { pathname } = useLocation()
  const { is_known, is_signed_in } = useViewer()
  const askToLogIn = useAskToLogIn()
  const navigate = useNavigate()
  useEffect(() => {
    if (!is_known || lock !== 'holds') return
    if (is_signed_in) void navigate(paths.subscription, { replace: true })
    else askToLogIn(reason, pathname)
  }, [is_known, is_signed_in, lock, navigate, askToLogIn, reason, pathname])
  if (is_signed_in) return <Opening lock={lock} />
  return (
    <section className={`card mt-6 text-center ${is_known ? '' : 'for-visitors'}`} aria-labelledby="locked">
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
