import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { island } from '../app/island.tsx'
import { Link } from '../app/link.tsx'
import type { TierItem } from '../dialogs/dialog-content.ts'
import { LockIcon } from '../ui/lock.tsx'
import { useViewer } from '../app/session/viewer.ts'
import { useTranslate } from './messages.ts'
import type { LockState } from './use-lock.ts'

const PlanCost = island(async () => (await import('../dialogs/plan-cost.tsx')).PlanCost)

type LockedViewProps = { item: TierItem; title: string; lock: LockState; children?: ReactNode }

/** Lines of a text while a member's data loads. It fills the viewport, since the height of the data is unknown. */
function LoadingView({ lock }: { lock: LockState }) {
  const t = useTranslate()
  return (
    <div className="mt-6 min-h-dvh">
      {typeof lock === 'string' ? (
        <>
          <output className="sr-only">{t('locked.opening')}</output>
          <div className="closed-list late" />
        </>
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
        <div className="plan-cost">{is_known && <PlanCost item={item} />}</div>
      </section>
      {children}
    </div>
  )
}
