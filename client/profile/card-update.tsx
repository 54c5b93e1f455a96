import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { usePortal } from './portal-button.tsx'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'

/** Delays of refetches in ms, since Stripe's webhook arrives after the user returns. */
const webhookDelays = [2_000, 6_000]

/** Target of a mail's button. Opens Stripe's page for cards, and shows the result on return. */
export function CardUpdate() {
  const t = useTranslate()
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const { open, isBusy, problem } = usePortal(paymentPaths.updateCard)
  const isStarted = useRef(false)
  const starts = search.has('update_card')
  const [isUpdated, setUpdated] = useState(false)
  const isBack = search.has('card_updated')
  if (isBack && !isUpdated) setUpdated(true)
  const { data } = useQuery(subscriptionStatusQuery)
  const isOwed = data?.subscription?.status === 'past_due'
  useEffect(() => {
    if (!starts || isStarted.current) return
    isStarted.current = true
    void open()
  }, [starts, open])
  useEffect(() => {
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
  useEffect(() => {
    if (!isUpdated) return
    const timers = webhookDelays.map((delay) =>
      setTimeout(() => void client.invalidateQueries(subscriptionStatusQuery), delay),
    )
    return () => timers.forEach(clearTimeout)
  }, [isUpdated, client])
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
          {isOwed && (
            <>
              {t('subscription.card_owed')} <Link to={`${paths.profile}?tab=payments`}>{t('subscription.pay')}</Link>
            </>
          )}
        </output>
      )}
    </>
  )
}
