import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { problemDetailOf, send } from '../app/api.ts'
import { useTranslate } from './messages.ts'

type PortalLinkProps = { path: string; text: string; className: string }

function PortalLink({ path, text, className }: PortalLinkProps) {
  const { open, isBusy, problem } = usePortal(path)
  return (
    <>
      <button type="button" className={className} aria-busy={isBusy} onClick={() => void open()}>
        {text}
      </button>
      {problem && (
        <p role="alert" className="w-full text-danger">
          {problem}
        </p>
      )}
    </>
  )
}

export function PortalButton() {
  const t = useTranslate()
  return (
    <PortalLink path={paymentPaths.billingPortal} text={t('subscription.portal')} className="button button-quiet" />
  )
}

export function BillingAddressButton() {
  const t = useTranslate()
  return <PortalLink path={paymentPaths.billingPortal} text={t('subscription.address')} className="button" />
}

export function UpdateCardButton({ isFirst = false }: { isFirst?: boolean }) {
  const t = useTranslate()
  const className = isFirst ? 'button' : 'button button-quiet'
  return <PortalLink path={paymentPaths.updateCard} text={t('subscription.update_card')} className={className} />
}

export function usePortal(path: string) {
  const t = useTranslate()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const open = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    try {
      const { url } = await send<{ url: string }>(client, 'POST', path)
      // Enables the button again if Back restores the page from the back-forward cache.
      addEventListener('pageshow', () => setBusy(false), { once: true })
      location.assign(url)
    } catch (error) {
      setBusy(false)
      setProblem(problemDetailOf(error) ?? t('subscription.failed'))
    }
  }
  return { open, isBusy, problem }
}
