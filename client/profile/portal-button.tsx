import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentPaths } from '#shared/payment-paths.ts'
import { ApiProblem, send } from '../app/api.ts'
import { useTranslate } from './messages.ts'

/** Leads to Stripe's pages for cards and invoices, and back. */
export function PortalButton() {
  const t = useTranslate()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const open = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    try {
      const { url } = await send<{ url: string }>(client, 'POST', paymentPaths.billingPortal)
      location.assign(url)
    } catch (error) {
      setBusy(false)
      setProblem(error instanceof ApiProblem ? error.message : t('subscription.failed'))
    }
  }
  return (
    <>
      <button type="button" className="button button-quiet" aria-busy={isBusy} onClick={() => void open()}>
        {t('subscription.portal')}
      </button>
      {problem && (
        <p role="alert" className="w-full text-danger">
          {problem}
        </p>
      )}
    </>
  )
}
