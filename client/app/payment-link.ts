import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentLinkKind } from '#shared/subscription/schema.ts'
import { problemDetailOf, send } from './api.ts'

export function usePaymentLink(path: string, failure: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<PaymentLinkKind | null>(null)
  const [problem, setProblem] = useState('')
  const open = async (link: PaymentLinkKind) => {
    if (busy !== null) return
    setBusy(link)
    setProblem('')
    // The tab opens before the request: browsers block tabs opened later. An invoice is a download and needs no tab.
    const tab = link === 'invoice' ? null : window.open('', '_blank')
    if (tab) tab.opener = null
    try {
      const { url } = await send<{ url: string }>(client, 'POST', path, { body: { link } })
      if (!tab) location.assign(url)
      else if (!tab.closed) tab.location.replace(url)
    } catch (error) {
      tab?.close()
      setProblem(problemDetailOf(error) ?? failure)
      if (link === 'pay') void client.invalidateQueries({ queryKey: ['payments'] })
    }
    setBusy(null)
  }
  return { open, busy, problem }
}
