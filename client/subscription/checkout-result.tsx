import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { BrokenIsland } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import { Progress } from '../ui/progress.tsx'
import { useViewer } from '../app/viewer.ts'
import { useTranslate } from './messages.ts'
import type { Outcome } from './result-dialog.tsx'
import { useCheckoutReturn } from './use-checkout-return.ts'

const ways = ['success', 'cancel'] as const
type Returned = { way: (typeof ways)[number]; session_id: string | null }
type ResultProps = { outcome: Outcome; onClose: () => void }
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
  const { is_known, is_signed_in } = useViewer()
  const [returned, setReturned] = useState<Returned | null>(null)
  const way = ways.find((one) => one === search.get('stripe'))
  // The server's page knows nothing of a payment.
  if (is_known && way && returned?.way !== way) setReturned({ way, session_id: search.get('session_id') })
  useEffect(() => {
    if (is_known && way)
      setSearch((current) => (current.delete('stripe'), current.delete('session_id'), current), { replace: true })
  }, [is_known, way, setSearch])
  const isPaid = returned?.way === 'success' && is_signed_in
  const outcome = useCheckoutReturn(isPaid ? returned.session_id : null)
  if (!returned) return null
  const said = returned.way === 'cancel' ? 'cancel' : outcome === null || outcome === 'processing' ? 'success' : outcome
  return <ResultDialog outcome={said} onClose={() => setReturned(null)} />
}
