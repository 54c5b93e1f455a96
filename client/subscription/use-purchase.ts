import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { CheckoutUrl, billingPeriods } from '#shared/subscription/schema.ts'
import type { NewCheckout } from '#shared/subscription/schema.ts'
import { ApiProblem, send } from '../app/api.ts'
import { useCurrencyFormat } from '../app/format/money.ts'
import { plansQuery } from '../app/plans.queries.ts'
import { useViewer } from '../app/session/viewer.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { parseStorage, readStorage, writeStorage } from '../app/storage.ts'
import { useTranslate } from './messages.ts'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'

export function useSubscription() {
  const { is_signed_in } = useViewer()
  const { data } = useQuery({ ...subscriptionStatusQuery, enabled: is_signed_in })
  return is_signed_in ? data?.subscription : null
}

/** Returns the server's reason for a refusal; null for a 500 and for a proxy's error. */
export const refusalText = (error: unknown) =>
  error instanceof ApiProblem && error.status !== 500 ? error.detail : null

export const switchPreviewKey = ['switch-preview']

export function newPriceOf(error: unknown): { price: number; currency: string } | null {
  const body = error instanceof ApiProblem ? (error.body as Record<string, unknown> | null) : null
  const { code, price, currency } = body ?? {}
  return code === 'price_changed' && typeof price === 'number' && typeof currency === 'string'
    ? { price, currency }
    : null
}

/** Invoice to pay or confirm on a Stripe page that does not link back. */
export type UnpaidInvoice = { url: string; checkout: NewCheckout }
const invoiceKey = ['unpaid-invoice']

/** Unpaid invoice, in a state of the page: the plan card that started the payment may unmount after it. */
export function useUnpaidInvoice() {
  const client = useQueryClient()
  const { data: invoice } = useQuery<UnpaidInvoice | null>({
    queryKey: invoiceKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
  })
  return { invoice, dismiss: useCallback(() => void client.setQueryData(invoiceKey, null), [client]) }
}

/** Redirects to the checkout, or opens the dialog for an unpaid invoice. Refusals are shown. */
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
      const { checkout_url, is_invoice } = await send(client, 'POST', checkoutPaths.checkout, {
        body: checkout,
        schema,
      })
      if (is_invoice) {
        setBusy(false)
        client.setQueryData<UnpaidInvoice>(invoiceKey, { url: checkout_url, checkout })
        return
      }
      storeCheckout(checkout)
      // Enables the button again if Back restores the page from the back-forward cache.
      addEventListener('pageshow', () => setBusy(false), { once: true })
      location.assign(checkout_url)
    } catch (error) {
      setBusy(false)
      const isRefused = error instanceof ApiProblem && error.status < 500
      const now = newPriceOf(error)
      const price = now && t('new_price', { price: money(now.price, now.currency) })
      const refusal = refusalText(error)
      const text = [refusal ?? t('sub_error'), price].filter(Boolean).join(' ')
      alert(text, {
        note: refusal ? undefined : t(error instanceof ApiProblem ? 'common.try_later' : 'common.check_connection'),
        retry: isRefused ? undefined : () => void purchase(checkout),
      })
      const outdated = [subscriptionStatusQuery, plansQuery, { queryKey: switchPreviewKey }]
      await Promise.all(outdated.map(({ queryKey }) => client.invalidateQueries({ queryKey })))
    }
  }
  return { purchase, isBusy }
}

type StoredCheckout = Pick<NewCheckout, 'plan_id' | 'billing_period'>

/** Stores the checkout of this tab, so that it can be restarted on return. */
const storeCheckout = ({ plan_id, billing_period }: StoredCheckout) =>
  writeStorage('checkout', JSON.stringify({ plan_id, billing_period }))

export const readStoredCheckout = () =>
  parseStorage<StoredCheckout>(
    readStorage('checkout'),
    ({ plan_id, billing_period }) => Number.isInteger(plan_id) && billingPeriods.includes(billing_period),
  )
