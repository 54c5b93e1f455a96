import { priceOf } from '#shared/subscription/schema.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { BrokenIsland } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import { Progress } from '../ui/progress.tsx'
import { useTranslate } from './messages.ts'
import type { ResultProps } from './result-dialog.tsx'
import { readStoredCheckout, usePurchase } from './use-purchase.ts'
import { useCheckoutStatus } from './use-checkout-return.ts'
import type { CheckoutReturn } from './use-checkout-return.ts'
import type { PurchaseTarget } from './purchase-target.tsx'

function PlainResult({ outcome, onClose }: ResultProps) {
  const t = useTranslate()
  return <BrokenIsland text={t(`result.${outcome}`)} onClose={onClose} />
}
const ResultDialog = island(async () => (await import('./result-dialog.tsx')).ResultDialog, {
  pending: <Progress />,
  Failed: PlainResult,
})

type CheckoutResultProps = {
  returned: CheckoutReturn
  plans: Plan[]
  target: PurchaseTarget | null
  onClose: () => void
}

/** The checkout that was left, at the price that the page shows. */
function useLeftCheckout(plans: Plan[]): (() => void) | undefined {
  const { purchase } = usePurchase()
  const left = readStoredCheckout()
  const plan = plans.find(({ id }) => id === left?.plan_id)
  const price = left && plan && priceOf(plan, left.billing_period)?.price
  return left && price ? () => void purchase({ ...left, price }) : undefined
}

/** On the way back from the checkout, says how it went. */
export function CheckoutResult({ returned, plans, target, onClose }: CheckoutResultProps) {
  const startAgain = useLeftCheckout(plans)
  const { outcome, retry } = useCheckoutStatus(returned)
  return <ResultDialog outcome={outcome} target={target} onRetry={retry} onCheckout={startAgain} onClose={onClose} />
}
