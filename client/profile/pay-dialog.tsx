import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pageOf } from '#shared/page.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { Payment } from '#shared/subscription/schema.ts'
import { usePaymentLink } from '../app/payment-link.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { pagesQuery } from '../app/api.ts'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'

export const paymentsQuery = pagesQuery(paymentPaths.payments(), import.meta.env.DEV && pageOf(Payment), ['payments'])

const pollMs = 3_000

/** Explains that Stripe's invoice page does not link back, and waits for the payment. */
export function PayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const [isOpened, setOpened] = useState(false)
  const { open, busy, problem } = usePaymentLink(paymentPaths.paymentLinks(id), t('subscription.failed'))
  const { data } = useInfiniteQuery({ ...paymentsQuery, refetchInterval: isOpened ? pollMs : false })
  const payment = data?.pages.flatMap(({ results }) => results).find((one) => one.id === id)
  const isPayable = payment?.links.includes('pay') ?? true
  const result = payment?.status === 'paid' || payment?.status === 'processing' ? payment.status : 'over'
  useEffect(() => {
    if (!isPayable) void client.invalidateQueries(subscriptionStatusQuery)
  }, [client, isPayable])
  if (!isPayable)
    return (
      // A new key remounts the dialog, so that its button gets the focus.
      <Dialog key="result" title={t(`payments.pay.${result}`)} onClose={onClose}>
        <p className="mt-2 text-muted">{t(`payments.pay.notes.${result}`)}</p>
        <p className="mt-6 flex justify-end">
          <DialogClose className="button">{t('dialog.ok')}</DialogClose>
        </p>
      </Dialog>
    )
  const start = () => {
    setOpened(true)
    void open('pay')
  }
  return (
    <Dialog title={t('payments.pay.title')} isAlert onClose={onClose}>
      <p className="mt-2 text-muted">{t('payments.pay.note')}</p>
      {isOpened && !problem && <Spinner label={t('payments.pay.waiting')} className="mt-4" />}
      {problem && (
        <p role="alert" className="mt-4 text-danger">
          {problem}
        </p>
      )}
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
        <button type="button" className="button" aria-busy={busy !== null} onClick={start}>
          {t('payments.pay.open')}
        </button>
      </p>
    </Dialog>
  )
}
