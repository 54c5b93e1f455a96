import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import type { CheckoutOutcome } from '#shared/subscription.ts'
import { useViewer } from '../app/viewer.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import type { WantedItem } from './use-wanted-item.ts'

/**
 * `success`: paid, and not active yet; `late`: still not after a minute. `unknown`: no payment of this person.
 * `unchecked`: nobody could say.
 */
export type Outcome =
  | Exclude<CheckoutOutcome['outcome'], 'processing'>
  | 'checking'
  | 'success'
  | 'cancel'
  | 'late'
  | 'unknown'
  | 'unchecked'
export type ResultProps = {
  outcome: Outcome
  wanted: WantedItem | null
  onRetry: () => void
  onClose: () => void
}

const noted = ['cancel', 'late', 'pending', 'unpaid', 'unknown', 'unchecked'] as const

export function ResultDialog({ outcome, wanted, onRetry, onClose }: ResultProps) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const note = noted.find((one) => one === outcome)
  const isWaiting = outcome === 'checking' || (outcome === 'success' && is_signed_in)
  const isActive = outcome === 'activated' || outcome === 'extended'
  const isLeft = outcome === 'cancel' || outcome === 'unpaid'
  const isOpen = isActive && wanted?.is_open === true
  return (
    <Dialog title={t(`result.${outcome}`)} onClose={onClose}>
      {note && <p className="mt-2 text-muted">{t(`result.notes.${note}`)}</p>}
      {isWaiting && <Spinner label={t('result.waiting')} className="mt-4" />}
      {outcome === 'success' && !is_signed_in && (
        <p className="mt-2">
          <Link to={paths.login}>{t('result.log_in')}</Link>
        </p>
      )}
      {isOpen && (
        <p className="mt-2" dir="auto">
          {t('wanted.open', wanted)}
        </p>
      )}
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
        {isOpen ? (
          <Link to={wanted.path} className="button">
            {t('wanted.go')}
          </Link>
        ) : outcome === 'unchecked' ? (
          <button type="button" className="button" onClick={onRetry}>
            {t('result.again')}
          </button>
        ) : (
          <DialogClose className="button">{isLeft ? t('result.again') : t('result.ok')}</DialogClose>
        )}
      </p>
    </Dialog>
  )
}
