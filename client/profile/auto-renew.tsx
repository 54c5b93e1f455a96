import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { SubscriptionStatus } from '#shared/subscription/schema.ts'
import { problemDetailOf, send } from '../app/api.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { useTranslate } from './messages.ts'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'

type AutoRenewProps = {
  isOn: boolean
  plan: string
  end: string
  credit: string
}

/** Switch of the renewal. Switching off asks for confirmation and names the end date. */
export function AutoRenewSwitch({ isOn, plan, end, credit }: AutoRenewProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const change = async (enabled: boolean) => {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    try {
      const schema = import.meta.env.DEV && SubscriptionStatus
      const status = await send(client, 'POST', paymentPaths.autoRenew, { body: { enabled }, schema })
      client.setQueryData(subscriptionStatusQuery.queryKey, status)
    } catch (error) {
      setProblem(problemDetailOf(error) ?? t('subscription.failed'))
    }
    setBusy(false)
    setAsking(false)
  }
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-busy={isBusy}
        onClick={() => (isOn ? setAsking(true) : void change(true))}
      >
        {isOn ? t('subscription.turn_off') : t('subscription.turn_on')}
      </button>
      {problem && (
        <p role="alert" className="w-full text-danger">
          {problem}
        </p>
      )}
      {isAsking && (
        <Dialog title={t('subscription.off_title')} isAlert onClose={() => setAsking(false)}>
          {end !== '' && <p className="mt-2 text-muted">{t('subscription.off_note', { plan, date: end })}</p>}
          {credit !== '' && <p className="mt-2 text-muted">{t('subscription.off_credit', { amount: credit, plan })}</p>}
          <p className="mt-6 flex flex-wrap justify-end gap-3">
            <DialogClose className="button button-quiet">{t('subscription.keep')}</DialogClose>
            <button
              type="button"
              className="button button-danger"
              aria-busy={isBusy}
              onClick={() => void change(false)}
            >
              {t('subscription.turn_off')}
            </button>
          </p>
        </Dialog>
      )}
    </>
  )
}
