import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useViewer } from '../viewer.ts'
import type { SubscriptionCopy } from './subscription-copy.en.ts'

const ResultDialog = lazy(async () => ({ default: (await import('./result-dialog.tsx')).ResultDialog }))

/** On the way back from the checkout, says how it went; then the address forgets it. */
export function CheckoutResult({ text }: { text: SubscriptionCopy['result'] }) {
  const [search, setSearch] = useSearchParams()
  const { is_known } = useViewer()
  // The server's page knows nothing of a payment.
  const outcome = is_known ? search.get('stripe') : null
  const forget = () =>
    setSearch((current) => (current.delete('stripe'), current.delete('session_id'), current), { replace: true })
  return (
    <Suspense>
      {(outcome === 'success' || outcome === 'cancel') && (
        <ResultDialog outcome={outcome} text={text} onClose={forget} />
      )}
    </Suspense>
  )
}
