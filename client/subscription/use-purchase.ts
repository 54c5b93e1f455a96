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
import { statusQuery } from './status.queries.ts'
import { useTranslate } from './messages.ts'

/** What the member has, as far as that is known; a visitor asks for nothing. */
export function useSubscription() {
  const { is_signed_in } = useViewer()
  const { data } = useQuery({ ...statusQuery, enabled: is_signed_in })
  return is_signed_in ? data?.subscription : null
}

/** Why nothing was bought, in the server's words where it refused; its own failure, and a proxy's, have none for a buyer. */
export const refusalOf = (error: unknown) => (error instanceof ApiProblem && error.status !== 500 ? error.detail : null)

export const previewKey = ['switch-preview']

export function newPriceOf(error: unknown): { price: number; currency: string } | null {
  const body = error instanceof ApiProblem ? (error.body as Record<string, unknown> | null) : null
  const { code, price, currency } = body ?? {}
  return code === 'price_changed' && typeof price === 'number' && typeof currency === 'string'
    ? { price, currency }
    : null
}

/** What has to be paid or confirmed on a page that leads nowhere. */
export type UnpaidInvoice = { url: string; checkout: NewCheckout }
const invoiceKey = ['unpaid-invoice']

/** The page's: the plan's card, where it began, changes with the payment. */
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
      // The way back may bring this very page from the browser's memory.
      addEventListener('pageshow', () => setBusy(false), { once: true })
      location.assign(checkout_url)
    } catch (error) {
      setBusy(false)
      const isRefused = error instanceof ApiProblem && error.status < 500
      const now = newPriceOf(error)
      const price = now && t('new_price', { price: money(now.price, now.currency) })
      const text = [refusalOf(error) ?? t('sub_error'), price].filter(Boolean).join(' ')
      alert(text, { retry: isRefused ? undefined : () => void purchase(checkout) })
      const outdated = [statusQuery, plansQuery, { queryKey: previewKey }]
      await Promise.all(outdated.map(({ queryKey }) => client.invalidateQueries({ queryKey })))
    }
  }
  return { purchase, isBusy }
}

type StoredCheckout = Pick<NewCheckout, 'plan_id' | 'billing_period'>

/** The checkout that this tab left for, so that it can be started again on the way back. */
const storeCheckout = ({ plan_id, billing_period }: StoredCheckout) =>
  writeStorage('checkout', JSON.stringify({ plan_id, billing_period }))

export const readStoredCheckout = () =>
  parseStorage<StoredCheckout>(
    readStorage('checkout'),
    ({ plan_id, billing_period }) => Number.isInteger(plan_id) && billingPeriods.includes(billing_period),
  )
