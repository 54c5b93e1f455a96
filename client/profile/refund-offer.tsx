import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { Payment } from '#shared/subscription/schema.ts'
import { problemDetailOf, send } from '../app/api.ts'
import { useDateFormat } from '../app/format/dates.ts'
import { useCurrencyFormat } from '../app/format/money.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { useTranslate } from './messages.ts'

type RefundProps = { payment: Payment; onDone: (text: string) => void }

/** Refund offer in the first days. It asks for confirmation, since the refund ends the plan. */
export function RefundOffer({ payment, onDone }: RefundProps) {
  const { plan, currency, refundable_until, refundable_amount } = payment
  const t = useTranslate()
  const client = useQueryClient()
  const date = useDateFormat()
  const money = useCurrencyFormat()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const texts = {
    amount: money(refundable_amount ?? 0, currency),
    plan: plan ?? '',
    date: date(refundable_until ?? ''),
  }
  const refund = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    let isDone = false
    try {
      await send(client, 'POST', paymentPaths.refund)
      await client.invalidateQueries()
      isDone = true
    } catch (error) {
      setProblem(problemDetailOf(error) ?? t('subscription.failed'))
    }
    setBusy(false)
    setAsking(false)
    if (isDone) onDone(t('refund.done', texts))
  }
  return (
    <div className="card mt-4 flex flex-wrap items-center justify-between gap-3 px-6 py-4">
      <p className="min-w-0 flex-1 basis-64">
        {t('refund.note', texts)} <Link to={`${paths.cancel}?kind=withdraw`}>{t('refund.withdraw')}</Link>
      </p>
      <button type="button" className="button button-quiet" onClick={() => setAsking(true)}>
        {t('refund.open')}
      </button>
      {problem && (
        <p role="alert" className="w-full text-danger">
          {problem}
        </p>
      )}
      {isAsking && (
        <Dialog title={t('refund.title', texts)} isAlert onClose={() => setAsking(false)}>
          <p className="mt-2 text-muted">{t('refund.consequence', texts)}</p>
          <p className="mt-6 flex flex-wrap justify-end gap-3">
            <DialogClose className="button button-quiet">{t('refund.keep', texts)}</DialogClose>
            <button type="button" className="button button-danger" aria-busy={isBusy} onClick={() => void refund()}>
              {t('refund.submit')}
            </button>
          </p>
        </Dialog>
      )}
    </div>
  )
}
