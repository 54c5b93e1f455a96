import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BillingPeriod, Plan } from '#shared/subscription/schema.ts'
import { planForTier, SubscriptionQuery } from '#shared/subscription/schema.ts'
import { pathOfPurchaseTarget } from '#shared/subscription/purchase-target.ts'
import { paths, withQuery } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { usePageQuery } from '../app/page-query.ts'
import { useViewer } from '../app/session/viewer.ts'
import { purchaseTargetQuery, storePurchaseTarget } from '../app/purchase-target.ts'
import { useTranslate } from './messages.ts'

export type PurchaseTarget = { title: string; path: string; plan: string; is_open: boolean }

/** Library item in the address that led the user to the plans. Null if no plan opens it. */
export function usePurchaseTarget(plans: Plan[] | undefined): { target: PurchaseTarget | null; isLoading: boolean } {
  const { for: reference } = usePageQuery(SubscriptionQuery)
  const { tier } = useViewer()
  const { data, isLoading } = useQuery({
    ...purchaseTargetQuery(reference ?? ''),
    enabled: reference !== undefined,
    retry: false,
  })
  const item: { title?: string; name?: string; required_tier: number } | undefined = data?.item
  const plan = item && item.required_tier > 0 ? planForTier(plans ?? [], item.required_tier) : undefined
  if (reference === undefined || !item || !plan) return { target: null, isLoading }
  const target = {
    title: item.title ?? item.name ?? '',
    path: pathOfPurchaseTarget(reference),
    plan: plan.name,
    is_open: item.required_tier <= tier,
  }
  return { target, isLoading }
}

/** Returns a function for the address of this page with its item and a period. */
export function usePlansPath() {
  const { for: reference } = usePageQuery(SubscriptionQuery)
  return (period: BillingPeriod) =>
    withQuery(paths.subscription, { for: reference, period: period === 'month' ? undefined : period })
}

/** Stores the item for the return from the checkout, since the checkout's address does not contain it. */
export function useStorePurchaseTarget(isReturn: boolean): void {
  const { for: reference } = usePageQuery(SubscriptionQuery)
  useEffect(() => {
    if (!isReturn) storePurchaseTarget(reference)
  }, [reference, isReturn])
}

/** Sentence about the item that led to the plans. Its title is a filled blank. */
export function PurchaseTargetNote({ target }: { target: PurchaseTarget | null }) {
  const t = useTranslate()
  if (!target) return <p className="mt-4 min-h-7" />
  const [before, after] = t(target.is_open ? 'wanted.open' : 'wanted.locked', { title: '\n', plan: target.plan }).split(
    '\n',
  )
  return (
    <p className="mt-4 min-h-7 text-lg text-pretty">
      {before}
      <span className="blank-title" dir="auto">
        {target.title}
      </span>
      {after}{' '}
      {target.is_open ? (
        <Link to={target.path}>{t('wanted.go')}</Link>
      ) : (
        <span className="text-muted">{t('wanted.note')}</span>
      )}
    </p>
  )
}
