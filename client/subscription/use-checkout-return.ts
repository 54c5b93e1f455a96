import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '#shared/paths.ts'
import { CheckoutOutcome } from '#shared/subscription.ts'
import { send } from '../app/api.ts'

const pollMs = 2_000
const maxPolls = 30

/** How a checkout ended, asked again while the payment is on its way; then all that a tier locks is asked for anew. */
export function useCheckoutReturn(session_id: string | null): CheckoutOutcome['outcome'] | null {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['checkout-return', session_id],
    queryFn: () =>
      send(client, 'POST', paths.api.checkoutReturn, {
        body: { session_id },
        schema: import.meta.env.DEV && CheckoutOutcome,
      }),
    enabled: session_id !== null,
    refetchInterval: ({ state }) =>
      state.data?.outcome === 'processing' && state.dataUpdateCount < maxPolls ? pollMs : false,
    staleTime: Infinity,
    retry: 2,
  })
  const outcome = data?.outcome ?? null
  const isOpen = outcome === 'activated' || outcome === 'extended'
  useEffect(() => {
    if (isOpen) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'checkout-return' })
  }, [client, isOpen])
  return outcome
}
