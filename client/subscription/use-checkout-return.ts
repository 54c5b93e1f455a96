import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { checkoutPaths } from '#shared/checkout-paths.ts'
import { CheckoutOutcome } from '#shared/subscription.ts'
import { ApiProblem, send } from '../app/api.ts'
import { statusQuery } from './status.queries.ts'
import { useViewer } from '../app/viewer.ts'
import { readStoredWanted } from '../app/wanted-item.ts'
import type { Outcome } from './result-dialog.tsx'
import { useSubscription } from './use-purchase.ts'

const ways = ['success', 'cancel'] as const
export type Returned = { way: (typeof ways)[number]; session_id: string | null; is_switch: boolean }

const pollMs = 2_000
/** A minute: what takes longer is told by mail. */
const maxPolls = 30

/** What the checkout's way back says. The address forgets it at once, so that no reload says it again, and names what the person came for. */
export function useReturned() {
  const [search, setSearch] = useSearchParams()
  const { is_known } = useViewer()
  const [returned, setReturned] = useState<Returned | null>(null)
  const way = ways.find((one) => one === search.get('stripe'))
  // The server's page knows nothing of a payment.
  if (is_known && way && returned?.way !== way)
    setReturned({ way, session_id: search.get('session_id'), is_switch: search.has('switched') })
  useEffect(() => {
    if (!is_known || !way) return
    const wanted = readStoredWanted()
    setSearch(
      (current) => {
        for (const name of ['stripe', 'session_id', 'switched']) current.delete(name)
        if (wanted !== undefined) current.set('for', wanted)
        return current
      },
      { replace: true },
    )
  }, [is_known, way, setSearch])
  return { returned, isReturn: way !== undefined, close: () => setReturned(null) }
}

function failureOf(error: unknown): Outcome {
  if (!(error instanceof ApiProblem) || error.status >= 500) return 'unchecked'
  return error.status === 402 ? 'unpaid' : 'unknown'
}

/** How the checkout of a session ended, asked again while the payment is on its way. */
export function useOutcome({ way, session_id, is_switch }: Returned): { outcome: Outcome; retry: () => void } {
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
      way === 'success' &&
      session_id !== null &&
      is_signed_in &&
      (state.data?.outcome ?? 'processing') === 'processing',
    refetchInterval: ({ state }) =>
      state.data?.outcome === 'processing' && state.dataUpdateCount < maxPolls ? pollMs : false,
    staleTime: Infinity,
  })
  useEffect(() => {
    // All that a tier locks is then asked for anew.
    if (dataUpdatedAt > 0) void client.invalidateQueries(statusQuery)
  }, [client, dataUpdatedAt])
  return { outcome: outcomeOf(), retry: () => void refetch() }

  function outcomeOf(): Outcome {
    if (way === 'cancel') return 'cancel'
    if (data?.outcome === 'processing')
      return (client.getQueryState(queryKey)?.dataUpdateCount ?? 0) < maxPolls ? 'success' : 'late'
    if (data) return data.outcome
    if (error) return failureOf(error)
    // Who is not logged in can ask nobody.
    if (!is_signed_in) return 'success'
    if (is_switch && subscription) return 'extended'
    return session_id !== null || (is_switch && subscription !== null) ? 'checking' : 'unknown'
  }
}
