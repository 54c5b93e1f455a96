import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { SubscriptionStatus } from '#shared/subscription/schema.ts'
import { problemDetailOf, send } from '../app/api.ts'
import { useCurrencyFormat } from '../app/format/money.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { useTranslate } from './messages.ts'

type CreditProps = { credit: NonNullable<SubscriptionStatus['credit']>; onDone: (text: string) => void }

/** Credit of a user without a subscription. It can be refunded to the card. */
export function UnusedCredit({ credit, onDone }: CreditProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const money = useCurrencyFormat()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const isSending = useRef(false)
  const { amount, currency, refundable } = credit
  const texts = { amount: money(amount, currency), refundable: money(refundable, currency) }
  const refund = async () => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setProblem('')
    let isDone = false
    try {
      await send(client, 'POST', paymentPaths.creditRefund)
      await client.invalidateQueries()
      isDone = true
    } catch (error) {
      setProblem(problemDetailOf(error) ?? t('subscription.failed'))
    }
    isSending.current = false
    setBusy(false)
    setAsking(false)
    if (isDone) onDone(t('credit.done', texts))
  }
  return (
    <div className="card mt-4 flex flex-wrap items-center justify-between gap-3 px-6 py-4">
      <p className="min-w-0 flex-1 basis-64">
        {t('credit.note', texts)} {refundable < amount && t(refundable > 0 ? 'credit.rest' : 'credit.none', texts)}
      </p>
      {refundable > 0 && (
        <button type="button" className="button button-quiet" onClick={() => setAsking(true)}>
          {t('credit.open')}
        </button>
      )}
      {problem && (
        <p role="alert" className="w-full text-danger">
          {problem}
        </p>
      )}
      {isAsking && (
        <Dialog title={t('credit.title', texts)} isAlert onClose={() => setAsking(false)}>
          <p className="mt-2 text-muted">{t('credit.consequence', texts)}</p>
          <p className="mt-6 flex flex-wrap justify-end gap-3">
            <DialogClose className="button button-quiet">{t('credit.keep')}</DialogClose>
            <button type="button" className="button" aria-busy={isBusy} onClick={() => void refund()}>
              {t('credit.submit')}
            </button>
          </p>
        </Dialog>
      )}
    </div>
  )
}
