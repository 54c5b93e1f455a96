import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useViewer } from '../viewer.ts'
import type { SubscriptionCopy } from './subscription-copy.en.ts'

const ResultDialog = lazy(async () => ({ default: (await import('./result-dialog.tsx')).ResultDialog }))
const outcomes = ['success', 'cancel'] as const
type CheckoutResultProps = { text: SubscriptionCopy['result'] }

function Result({ text }: CheckoutResultProps) {
  const [search, setSearch] = useSearchParams()
  const { is_known } = useViewer()
  // The server's page knows nothing of a payment.
  const told = is_known ? outcomes.find((one) => one === search.get('stripe')) : undefined
  const [outcome, setOutcome] = useState(told)
  if (told && told !== outcome) setOutcome(told)
  // Runs once the dialog is there: while it is being fetched, nothing of this component is.
  useEffect(() => {
    if (told)
      setSearch((current) => (current.delete('stripe'), current.delete('session_id'), current), { replace: true })
  }, [told, setSearch])
  return outcome && <ResultDialog outcome={outcome} text={text} onClose={() => setOutcome(undefined)} />
}

/** On the way back from the checkout, says how it went. The address forgets it at once, so that no reload says it again. */
export function CheckoutResult({ text }: CheckoutResultProps) {
  return (
    <Suspense>
      <Result text={text} />
    </Suspense>
  )
}
