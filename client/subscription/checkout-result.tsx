import { paths, withQuery } from '#shared/paths.ts'
import { priceOf } from '#shared/subscription/schema.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { IslandLoadError } from '../app/load-error.tsx'
import { island } from '../app/island.tsx'
import { useViewer } from '../app/session/viewer.ts'
import { useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { Progress } from '../ui/progress.tsx'
import { useTranslate } from './messages.ts'
import type { ResultProps } from './result-dialog.tsx'
import { readStoredCheckout, usePurchase } from './use-purchase.ts'
import { useCheckoutStatus } from './use-checkout-return.ts'
import type { CheckoutReturnState } from './use-checkout-return.ts'
import { usePlansPath } from './purchase-target.tsx'
import type { PurchaseTarget } from './purchase-target.tsx'

function PlainResult({ outcome, onClose }: ResultProps) {
  const t = useTranslate()
  return <IslandLoadError text={t(`result.${outcome}`)} onClose={onClose} />
}
const ResultDialog = island(async () => (await import('./result-dialog.tsx')).ResultDialog, {
  pending: <Progress />,
  Failed: PlainResult,
})

type CheckoutResultProps = {
  returned: CheckoutReturnState
  plans: Plan[]
  target: PurchaseTarget | null
  onClose: () => void
}

/** Returns a function that restarts the abandoned checkout at the price shown. A visitor logs in first. */
function useLeftCheckout(plans: Plan[], onClose: () => void): (() => void) | undefined {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const promptLogin = useLoginPrompt()
  const plansPath = usePlansPath()
  const { purchase } = usePurchase()
  const left = readStoredCheckout()
  if (!is_signed_in)
    return () => {
      onClose()
      promptLogin(t('log_in'), plansPath(left?.billing_period ?? 'month'))
    }
  const plan = plans.find(({ id }) => id === left?.plan_id)
  const price = left && plan && priceOf(plan, left.billing_period)?.price
  return left && price ? () => void purchase({ ...left, price }) : undefined
}

/** Dialog with the result after the return from the checkout. */
export function CheckoutResult({ returned, plans, target, onClose }: CheckoutResultProps) {
  const startAgain = useLeftCheckout(plans, onClose)
  const { outcome, retry } = useCheckoutStatus(returned)
  const { result, session_id, is_switch } = returned
  const back = withQuery(paths.subscription, {
    stripe: result,
    session_id: session_id ?? undefined,
    switched: is_switch ? 1 : undefined,
  })
  return (
    <ResultDialog
      outcome={outcome}
      target={target}
      back={back}
      onRetry={retry}
      onCheckout={startAgain}
      onClose={onClose}
    />
  )
}
