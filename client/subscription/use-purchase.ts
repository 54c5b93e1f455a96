import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkoutPaths } from '#shared/checkout-paths.ts'
import { CheckoutUrl } from '#shared/subscription.ts'
import type { NewCheckout } from '#shared/subscription.ts'
import { ApiProblem, send } from '../app/api.ts'
import { plansQuery } from '../app/plans.queries.ts'
import { statusQuery } from './status.queries.ts'
import { useViewer } from '../app/viewer.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { useTranslate } from './messages.ts'

/** What the member has, as far as that is known; a visitor asks for nothing. */
export function useSubscription() {
  const { is_signed_in } = useViewer()
  const { data } = useQuery({ ...statusQuery, enabled: is_signed_in })
  return is_signed_in ? data?.subscription : null
}

/** What the server says of a refusal. */
export const detailOf = (error: unknown) =>
  typeof (error as ApiProblem | null)?.body === 'object' && error instanceof ApiProblem ? error.message : null

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
      const { checkout_url } = await send(client, 'POST', checkoutPaths.checkout, { body: checkout, schema })
      // The way back may bring this very page from the browser's memory.
      addEventListener('pageshow', () => setBusy(false), { once: true })
      location.assign(checkout_url)
    } catch (error) {
      setBusy(false)
      const isRefused = error instanceof ApiProblem && error.status < 500
      alert(detailOf(error) ?? t('sub_error'), isRefused ? undefined : () => void purchase(checkout))
      await Promise.all([client.invalidateQueries(statusQuery), client.invalidateQueries(plansQuery)])
    }
  }
  return { purchase, isBusy }
}
