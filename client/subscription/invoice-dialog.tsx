import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import type { UnpaidInvoice } from './use-purchase.ts'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'

const pollMs = 3_000

type InvoiceProps = { invoice: UnpaidInvoice; onClose: () => void }

/** Explains that Stripe's invoice page does not link back, and waits for the payment. */
export function InvoiceDialog({ invoice: { url, checkout }, onClose }: InvoiceProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [isOpened, setOpened] = useState(false)
  const { data } = useQuery({ ...subscriptionStatusQuery, refetchInterval: isOpened ? pollMs : false })
  const subscription = data?.subscription
  const isPaid = subscription?.status === 'active'
  const isSwitched =
    subscription?.plan_id === checkout.plan_id && subscription.billing_period === checkout.billing_period
  const [wasOwed, setOwed] = useState(false)
  if (subscription?.status === 'past_due' && !wasOwed) setOwed(true)
  useEffect(() => {
    if (!isPaid || !isSwitched) return
    onClose()
    void navigate(`${paths.subscription}?stripe=success&switched=1`, { replace: true })
  }, [isPaid, isSwitched, onClose, navigate])
  if (isPaid && wasOwed)
    return (
      // A new key remounts the dialog, so that its button gets the focus.
      <Dialog key="paid" title={t('invoice.paid')} onClose={onClose}>
        <p className="mt-2 text-muted">{t('invoice.paid_note')}</p>
        <p className="mt-6 flex justify-end">
          <DialogClose className="button">{t('dialog.ok')}</DialogClose>
        </p>
      </Dialog>
    )
  return (
    <Dialog title={t('invoice.title')} isAlert onClose={onClose}>
      <p className="mt-2 text-muted">{t('invoice.note')}</p>
      {isOpened && <Spinner label={t('result.waiting')} className="mt-4" />}
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
        <a href={url} target="_blank" rel="noopener" className="button" onClick={() => setOpened(true)}>
          {t('invoice.open')}
        </a>
      </p>
    </Dialog>
  )
}
