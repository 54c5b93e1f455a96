import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import { CheckoutUrl } from '#shared/subscription.ts'
import type { NewCheckout } from '#shared/subscription.ts'
import { ApiProblem, send } from '../app/api.ts'
import { plansQuery } from '../app/plans.queries.ts'
import { statusQuery } from '../app/subscription.queries.ts'
import { useViewer } from '../app/viewer.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { useTranslate } from './messages.ts'

/** What the member has, as far as that is known; a visitor asks for nothing. */
export function useSubscription() {
  const { is_signed_in } = useViewer()
  const { data } = useQuery({ ...statusQuery, enabled: is_signed_in })
  return data?.subscription ?? null
}

/** Sends the browser on to the checkout, or to where a switch leads; what the server refuses is told. */
export function usePurchase() {
  const t = useTranslate()
  const client = useQueryClient()
  const alert = useAlert()
  const [isBusy, setBusy] = useState(false)
  const purchase = async (checkout: NewCheckout) => {
    if (isBusy) return
    setBusy(true)
    try {
      const schema = import.meta.env.DEV && CheckoutUrl
      const { checkout_url } = await send(client, 'POST', paths.api.checkout, { body: checkout, schema })
      // The way back may bring this very page from the browser's memory.
      addEventListener('pageshow', () => setBusy(false), { once: true })
      location.assign(checkout_url)
    } catch (error) {
      setBusy(false)
      alert(error instanceof ApiProblem && error.message ? error.message : t('sub_error'))
      await Promise.all([client.invalidateQueries(statusQuery), client.invalidateQueries(plansQuery)])
    }
  }
  return { purchase, isBusy }
}
