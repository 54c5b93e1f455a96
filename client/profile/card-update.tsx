import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { statusQuery } from './subscription.queries.ts'
import { usePortal } from './portal-button.tsx'

/** ms. Stripe's word of a new card comes after the person does. */
const webhookDelays = [2_000, 6_000]

/** From a mail's button on to Stripe's page for another card, and what the way back says. */
export function CardUpdate() {
  const t = useTranslate()
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const { open, isBusy, problem } = usePortal(paymentPaths.updateCard)
  const isStarted = useRef(false)
  const starts = search.has('update_card')
  const isUpdated = search.has('card_updated')
  useEffect(() => {
    if (!starts || isStarted.current) return
    isStarted.current = true
    void open()
    // The way back must not lead there again.
    setSearch(
      (current) => {
        current.delete('update_card')
        return current
      },
      { replace: true },
    )
  }, [starts, open, setSearch])
  useEffect(() => {
    if (!isUpdated) return
    const timers = webhookDelays.map((delay) => setTimeout(() => void client.invalidateQueries(statusQuery), delay))
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
      {isUpdated && <output className="mt-4 block">{t('subscription.card_updated')}</output>}
    </>
  )
}
