import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkoutPaths } from '#shared/checkout-paths.ts'
import { CheckoutUrl } from '#shared/subscription.ts'
import type { NewCheckout } from '#shared/subscription.ts'
import { ApiProblem, send } from '../app/api.ts'
import { useCurrencyFormat } from '../app/money.ts'
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

export const previewKey = ['switch-preview']

function newPriceOf(error: unknown): { price: number; currency: string } | null {
  const body = error instanceof ApiProblem ? (error.body as Record<string, unknown> | null) : null
  const { code, price, currency } = body ?? {}
  return code === 'price_changed' && typeof price === 'number' && typeof currency === 'string'
    ? { price, currency }
    : null
}

/** Sends the browser on to the checkout, or to where a switch leads; what the server refuses is told. */
export function usePurchase() {
  const t = useTranslate()
  const client = useQueryClient()
  const alert = useAlert()
  const money = useCurrencyFormat()
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
      const now = newPriceOf(error)
      const price = now && t('new_price', { price: money(now.price, now.currency) })
      const text = [detailOf(error) ?? t('sub_error'), price].filter(Boolean).join(' ')
      alert(text, isRefused ? undefined : () => void purchase(checkout))
      const outdated = [statusQuery, plansQuery, { queryKey: previewKey }]
      await Promise.all(outdated.map(({ queryKey }) => client.invalidateQueries({ queryKey })))
    }
  }
  return { purchase, isBusy }
}
