import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { Link } from '../app/link.tsx'
import { problemDetailOf } from '../app/api.ts'
import { useRequest } from '../app/form.tsx'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { openPortal } from './request-button.tsx'

/** Delays of refetches in ms, since Stripe's webhook arrives after the user returns. */
const webhookDelays = [2_000, 6_000]

/** True after the return from Stripe's page for cards. Refetches the status then. */
function useCardUpdated(hasReturned: boolean): boolean {
  const client = useQueryClient()
  const [isUpdated, setUpdated] = useState(false)
  if (hasReturned && !isUpdated) setUpdated(true)
  useEffect(() => {
    if (!isUpdated) return
    const timers = webhookDelays.map((delay) =>
      setTimeout(() => void client.invalidateQueries(subscriptionStatusQuery), delay),
    )
    return () => timers.forEach(clearTimeout)
  }, [isUpdated, client])
  return isUpdated
}

/** Target of a mail's button. Opens Stripe's page for cards, and shows the result on return. */
export function CardUpdate() {
  const t = useTranslate()
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const [starts, isBack] = [search.has('update_card'), search.has('card_updated')]
  const isUpdated = useCardUpdated(isBack)
  const { data } = useQuery(subscriptionStatusQuery)
  const { run, isBusy, problem } = useRequest((error) => problemDetailOf(error) ?? t('subscription.failed'))
  const start = useEffectEvent(() => void run(() => openPortal(client, paymentPaths.updateCard)))
  useEffect(() => {
    if (starts) start()
    if (!starts && !isBack) return
    // Removes the result from the address, so that a reload or Back does not show it again.
    setSearch(
      (current) => {
        for (const name of ['update_card', 'card_updated']) current.delete(name)
        return current
      },
      { replace: true },
    )
  }, [starts, isBack, setSearch])
  return (
    <>
      {isBusy && <Spinner label={t('loading')} className="mt-4" />}
      {problem && (
        <p role="alert" className="mt-4 text-danger">
          {problem}
        </p>
      )}
      {isUpdated && (
        <output className="mt-4 block">
          {t('subscription.card_updated')}{' '}
          {data?.subscription?.status === 'past_due' && (
            <>
              {t('subscription.card_owed')} <Link to={`${paths.profile}?tab=payments`}>{t('subscription.pay')}</Link>
            </>
          )}
        </output>
      )}
    </>
  )
}
