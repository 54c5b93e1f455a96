import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { CheckoutOutcome, tierOfStatus } from '#shared/subscription/schema.ts'
import { ApiProblem, send } from '../app/api.ts'
import { useViewer } from '../app/session/viewer.ts'
import { readStoredPurchaseTarget } from '../app/purchase-target.ts'
import type { ResultOutcome } from './result-dialog.tsx'
import { useSubscription } from './use-purchase.ts'
import { subscriptionStatusQuery } from '../app/subscription-status.queries.ts'

const results = ['success', 'cancel'] as const
export type CheckoutReturnState = { result: (typeof results)[number]; session_id: string | null; is_switch: boolean }

const pollMs = 2_000
/** Number of requests in one minute. Later results come by mail. */
const maxPolls = 30

/** Result in the address after a checkout. It is removed at once, so that a reload does not show it again. */
export function useCheckoutReturn() {
  const [search, setSearch] = useSearchParams()
  const { is_known } = useViewer()
  const [returned, setReturned] = useState<CheckoutReturnState | null>(null)
  const result = results.find((one) => one === search.get('stripe'))
  // Waits until the user is known, since the server rendered the page without the result.
  if (is_known && result && returned?.result !== result)
    setReturned({ result, session_id: search.get('session_id'), is_switch: search.has('switched') })
  useEffect(() => {
    if (!is_known || !result) return
    const target = readStoredPurchaseTarget()
    setSearch(
      (current) => {
        for (const name of ['stripe', 'session_id', 'switched']) current.delete(name)
        if (target !== undefined) current.set('for', target)
        return current
      },
      { replace: true },
    )
  }, [is_known, result, setSearch])
  return { returned, isReturn: result !== undefined, close: () => setReturned(null) }
}

/** Refetches the status after the outcome. True once loaded, so that both appear together. */
function useIsApplied(outcomeAt: number): boolean {
  const client = useQueryClient()
  const { is_signed_in, tier } = useViewer()
  const { data } = useQuery({ ...subscriptionStatusQuery, enabled: is_signed_in })
  const [readFor, setReadFor] = useState(0)
  useEffect(() => {
    if (outcomeAt === 0) return
    // Cancels a running request, which was sent before the payment.
    void client
      .cancelQueries(subscriptionStatusQuery)
      .then(() => client.invalidateQueries(subscriptionStatusQuery))
      .then(() => setReadFor(outcomeAt))
  }, [client, outcomeAt])
  return readFor >= outcomeAt && (data === undefined || tierOfStatus(data) === tier)
}

function failureOf(error: unknown): ResultOutcome {
  if (!(error instanceof ApiProblem) || error.status >= 500) return 'unchecked'
  return error.status === 402 ? 'unpaid' : 'unknown'
}

/** Outcome of a checkout session. It is polled while the payment is processing. */
export function useCheckoutStatus({ result, session_id, is_switch }: CheckoutReturnState): {
  outcome: ResultOutcome
  retry: () => void
} {
  const client = useQueryClient()
  const { is_signed_in } = useViewer()
  const subscription = useSubscription()
  const queryKey = ['checkout-return', session_id]
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey,
    queryFn: () =>
      send(client, 'POST', checkoutPaths.checkoutReturn, {
        body: { session_id },
        schema: import.meta.env.DEV && CheckoutOutcome,
      }),
    enabled: ({ state }) =>
      result === 'success' &&
      session_id !== null &&
      is_signed_in &&
      (state.data?.outcome ?? 'processing') === 'processing',
    refetchInterval: ({ state }) =>
      state.data?.outcome === 'processing' && state.dataUpdateCount < maxPolls ? pollMs : false,
    staleTime: Infinity,
  })
  const isApplied = useIsApplied(dataUpdatedAt)
  return { outcome: outcomeOf(), retry: () => void refetch() }

  function outcomeOf(): ResultOutcome {
    if (result === 'cancel') return 'cancel'
    if (data?.outcome === 'processing')
      return (client.getQueryState(queryKey)?.dataUpdateCount ?? 0) < maxPolls ? 'success' : 'late'
    if ((data?.outcome === 'activated' || data?.outcome === 'extended') && !isApplied)
      return (client.getQueryState(queryKey)?.dataUpdateCount ?? 0) > 1 ? 'success' : 'checking'
    if (data) return data.outcome
    if (error) return failureOf(error)
    // A visitor cannot read the outcome, so the text for success is shown, with a link to the log-in.
    if (!is_signed_in) return 'success'
    if (is_switch && subscription) return 'extended'
    return session_id !== null || (is_switch && subscription !== null) ? 'checking' : 'unknown'
  }
}
