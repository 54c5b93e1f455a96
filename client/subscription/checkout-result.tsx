import { BrokenIsland } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import { Progress } from '../ui/progress.tsx'
import { useTranslate } from './messages.ts'
import type { ResultProps } from './result-dialog.tsx'
import { useOutcome } from './use-checkout-return.ts'
import type { Returned } from './use-checkout-return.ts'
import type { WantedItem } from './use-wanted-item.ts'

function PlainResult({ outcome, onClose }: ResultProps) {
  const t = useTranslate()
  return <BrokenIsland text={t(`result.${outcome}`)} onClose={onClose} />
}
const ResultDialog = island(async () => (await import('./result-dialog.tsx')).ResultDialog, {
  pending: <Progress />,
  Failed: PlainResult,
})

type CheckoutResultProps = { returned: Returned; wanted: WantedItem | null; onClose: () => void }

/** On the way back from the checkout, says how it went. */
export function CheckoutResult({ returned, wanted, onClose }: CheckoutResultProps) {
  const { outcome, retry } = useOutcome(returned)
  return <ResultDialog outcome={outcome} wanted={wanted} onRetry={retry} onClose={onClose} />
}
