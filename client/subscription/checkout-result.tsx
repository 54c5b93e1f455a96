import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { BrokenIsland } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import { Progress } from '../ui/progress.tsx'
import { useViewer } from '../app/viewer.ts'
import { useTranslate } from './messages.ts'

const outcomes = ['success', 'cancel'] as const
type ResultProps = { outcome: (typeof outcomes)[number]; onClose: () => void }
function PlainResult({ outcome, onClose }: ResultProps) {
  const t = useTranslate()
  return <BrokenIsland text={t(`result.${outcome}`)} onClose={onClose} />
}
const ResultDialog = island(async () => (await import('./result-dialog.tsx')).ResultDialog, {
  pending: <Progress />,
  Failed: PlainResult,
})

/** On the way back from the checkout, says how it went. The address forgets it at once, so that no reload says it again. */
export function CheckoutResult() {
  const [search, setSearch] = useSearchParams()
  const { is_known } = useViewer()
  // The server's page knows nothing of a payment.
  const returned = is_known ? outcomes.find((one) => one === search.get('stripe')) : undefined
  const [outcome, setOutcome] = useState(returned)
  if (returned && returned !== outcome) setOutcome(returned)
  useEffect(() => {
    if (returned)
      setSearch((current) => (current.delete('stripe'), current.delete('session_id'), current), { replace: true })
  }, [returned, setSearch])
  return outcome && <ResultDialog outcome={outcome} onClose={() => setOutcome(undefined)} />
}
