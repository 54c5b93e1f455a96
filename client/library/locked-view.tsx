import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { useTierPrompt } from '../dialogs/dialog-provider.tsx'
import type { TierItem } from '../dialogs/dialog-content.ts'
import { LockIcon } from '../ui/lock.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useViewer } from '../app/session/viewer.ts'
import { useTranslate } from './messages.ts'
import type { LockState } from './use-lock.ts'

type LockedViewProps = { item: TierItem; title: string; lock: LockState }

/** Progress note while a member's data loads. It fills the viewport, since the height of the data is unknown. */
function LoadingView({ lock }: { lock: LockState }) {
  const t = useTranslate()
  return (
    <div className="mt-6 min-h-dvh">
      {typeof lock === 'string' ? (
        <Spinner label={t('locked.opening')} />
      ) : (
        <div role="alert">
          <p className="text-danger">{t('failed.text')}</p>
          <button type="button" className="button mt-4" onClick={lock.retry}>
            {t('failed.retry')}
          </button>
        </div>
      )}
    </div>
  )
}

export function LockedView({ item, title, lock }: LockedViewProps) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const { is_known, is_signed_in } = useViewer()
  const promptTier = useTierPrompt()
  useEffect(() => {
    if (is_known && lock === 'locked') promptTier(item, pathname)
  }, [is_known, lock, promptTier, item, pathname])
  if (lock !== 'locked') return <LoadingView lock={lock} />
  return (
    <section className={`card mt-6 text-center ${is_known ? '' : 'for-visitors'}`} aria-labelledby="locked">
      <h2 id="locked" className="flex items-center justify-center gap-2 text-lg font-bold">
        <LockIcon label={t('common.locked')} /> {is_signed_in ? t('locked.member') : title}
      </h2>
      <p className="mx-auto mt-2 max-w-prose text-muted">{t('locked.note')}</p>
      <p className="mt-4 flex flex-wrap items-center justify-center gap-4">
        <Link to={`${paths.subscription}?for=${pathname.slice(paths.library.length + 1)}`} className="button">
          {t('locked.plans')}
        </Link>
        {!is_signed_in && <Link to={`${paths.login}?next=${encodeURIComponent(pathname)}`}>{t('dialog.log_in')}</Link>}
      </p>
    </section>
  )
}
