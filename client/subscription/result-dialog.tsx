import { useRef } from 'react'
import { paths } from '#shared/paths.ts'
import type { CheckoutOutcome } from '#shared/subscription/schema.ts'
import { Link } from '../app/link.tsx'
import { storeRedirect } from '../app/session/redirect.ts'
import { useViewer } from '../app/session/viewer.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import type { PurchaseTarget } from './purchase-target.tsx'

/** `success`: paid, not active yet. `late`: so after a minute. `unknown`: another user's. `unchecked`: no response. */
export type ResultOutcome =
  | Exclude<CheckoutOutcome['outcome'], 'processing'>
  | 'checking'
  | 'success'
  | 'cancel'
  | 'late'
  | 'unknown'
  | 'unchecked'
export type ResultProps = {
  outcome: ResultOutcome
  target: PurchaseTarget | null
  /** Address to return to after a log-in. */
  back: string
  onRetry: () => void
  /** Restarts the abandoned checkout. Undefined if this tab has no stored checkout. */
  onCheckout?: (() => void) | undefined
  onClose: () => void
}

const outcomesWithNote = ['cancel', 'late', 'pending', 'unpaid', 'unknown', 'unchecked'] as const

export function ResultDialog({ outcome, target, back, onRetry, onCheckout, onClose }: ResultProps) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const openLink = useRef<HTMLAnchorElement>(null)
  const note = outcomesWithNote.find((one) => one === outcome)
  const isWaiting = outcome === 'checking' || (outcome === 'success' && is_signed_in)
  const isActive = outcome === 'activated' || outcome === 'extended'
  const isLeft = outcome === 'cancel' || outcome === 'unpaid'
  const isOpen = isActive && target?.is_open === true
  return (
    // A new key remounts the dialog, so that the right element gets the focus.
    <Dialog key={String(isOpen)} title={t(`result.${outcome}`)} initialFocus={openLink} onClose={onClose}>
      {note && <p className="mt-2 text-muted">{t(`result.notes.${note}`)}</p>}
      {isWaiting && <Spinner label={t('result.waiting')} className="mt-4" />}
      {outcome === 'success' && !is_signed_in && (
        <p className="mt-2">
          <Link to={paths.login} onClick={() => storeRedirect(back)}>
            {t('result.log_in')}
          </Link>
        </p>
      )}
      {isOpen && (
        <p className="mt-2" dir="auto">
          {t('wanted.open', target)}
        </p>
      )}
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
        {isOpen ? (
          <Link ref={openLink} to={target.path} className="button">
            {t('wanted.go')}
          </Link>
        ) : outcome === 'unchecked' ? (
          <button type="button" className="button" onClick={onRetry}>
            {t('result.again')}
          </button>
        ) : isLeft && onCheckout ? (
          <button type="button" className="button" onClick={onCheckout}>
            {t('result.again')}
          </button>
        ) : (
          <DialogClose className="button">{isLeft ? t('result.again') : t('result.ok')}</DialogClose>
        )}
      </p>
    </Dialog>
  )
}
