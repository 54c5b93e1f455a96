import { useEffect } from 'react'
import type { ReactNode } from 'react'
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

type LockedViewProps = { item: TierItem; title: string; lock: LockState; children?: ReactNode }

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

/** Title, note and actions of a locked item. `children` shows its shape; by default, the lines of a list. */
export function LockedView({ item, title, lock, children = <div className="closed-list" /> }: LockedViewProps) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const { is_known, is_signed_in } = useViewer()
  const promptTier = useTierPrompt()
  useEffect(() => {
    if (is_known && lock === 'locked') promptTier(item, pathname)
  }, [is_known, lock, promptTier, item, pathname])
  if (lock !== 'locked') return <LoadingView lock={lock} />
  return (
    <div className={is_known ? '' : 'for-visitors'}>
      <section className="locked-gate" aria-labelledby="locked">
        <h2 id="locked">
          <LockIcon label={t('common.locked')} /> {is_signed_in ? t('locked.member') : title}
        </h2>
        <p>{t('locked.note')}</p>
        <Link to={`${paths.subscription}?for=${pathname.slice(paths.library.length + 1)}`} className="button">
          {t('locked.plans')}
        </Link>
        {!is_signed_in && (
          <Link to={`${paths.login}?next=${encodeURIComponent(pathname)}`} className="button button-quiet">
            {t('dialog.log_in')}
          </Link>
        )}
      </section>
      {children}
    </div>
  )
}
