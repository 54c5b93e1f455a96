import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentLink } from '#shared/subscription/schema.ts'
import { detailOf, send } from './api.ts'

/** Opens what Stripe has of a payment, by an address that is fetched at the click. `failure` is said where nothing else explains it. */
export function usePaymentLink(path: string, failure: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<PaymentLink | null>(null)
  const [problem, setProblem] = useState('')
  const open = async (link: PaymentLink) => {
    if (busy !== null) return
    setBusy(link)
    setProblem('')
    // A tab that is opened after the answer would be blocked; a file needs none.
    const tab = link === 'invoice' ? null : window.open('', '_blank')
    if (tab) tab.opener = null
    try {
      const { url } = await send<{ url: string }>(client, 'POST', path, { body: { link } })
      if (!tab) location.assign(url)
      else if (!tab.closed) tab.location.replace(url)
    } catch (error) {
      tab?.close()
      setProblem(detailOf(error) ?? failure)
      if (link === 'pay') void client.invalidateQueries({ queryKey: ['payments'] })
    }
    setBusy(null)
  }
  return { open, busy, problem }
}
