import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentLinkKind } from '#shared/subscription/schema.ts'
import { problemDetailOf, send } from './api.ts'
import { useRequest } from './form.tsx'

/** Opens a link of a payment. `busy` is the link that is being opened. */
export function usePaymentLink(path: string, failure: string) {
  const client = useQueryClient()
  const [link, setLink] = useState<PaymentLinkKind | null>(null)
  const { run, isBusy, problem } = useRequest((error) => problemDetailOf(error) ?? failure)
  const open = (kind: PaymentLinkKind) =>
    run(async () => {
      setLink(kind)
      // The tab opens before the request: browsers block tabs opened later. An invoice is a download and needs no tab.
      const tab = kind === 'invoice' ? null : window.open('', '_blank')
      if (tab) tab.opener = null
      try {
        const { url } = await send<{ url: string }>(client, 'POST', path, { body: { link: kind } })
        if (!tab) location.assign(url)
        else if (!tab.closed) tab.location.replace(url)
      } catch (error) {
        tab?.close()
        if (kind === 'pay') void client.invalidateQueries({ queryKey: ['payments'] })
        throw error
      }
    })
  return { open, busy: isBusy ? link : null, problem }
}
