import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LockKeyhole, LockKeyholeOpen } from 'lucide-react'
import type { BillingPeriod, Plan } from '#shared/subscription/schema.ts'
import { planForTier, SubscriptionQuery } from '#shared/subscription/schema.ts'
import { pathOfPurchaseTarget, LockedItem, TargetItem } from '#shared/subscription/purchase-target.ts'
import { paths, withQuery } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { usePageQuery } from '../app/page-query.ts'
import { useViewer } from '../app/session/viewer.ts'
import { storePurchaseTarget } from '../app/purchase-target.ts'
import { lockableQuery } from '../app/api.ts'
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

export function PurchaseTargetNote({ target }: { target: PurchaseTarget | null }) {
  const t = useTranslate()
  const Icon = target?.is_open ? LockKeyholeOpen : LockKeyhole
  return (
    <div className="mx-auto mt-6 flex min-h-20 max-w-2xl items-center gap-3 rounded-xl border border-brand bg-surface px-5 py-3">
      <Icon className="size-5 shrink-0 text-brand" aria-hidden="true" />
      {target && (
        <p className="min-w-0 flex-1">
          <span className="font-semibold" dir="auto">
            {t(target.is_open ? 'wanted.open' : 'wanted.locked', { title: target.title, plan: target.plan })}
          </span>{' '}
          {target.is_open ? (
            <Link to={target.path}>{t('wanted.go')}</Link>
          ) : (
            <span className="text-muted">{t('wanted.note')}</span>
          )}
        </p>
      )}
    </div>
  )
}

/** Query of the item as its own page reads it. */
export function purchaseTargetQuery(target: string) {
  const [kind, slug = ''] = target.split('/')
  const { prompt, pipeline, useCase, category } = paths.api
  const pathOf = { prompt, pipeline, 'use-case': useCase }[kind ?? ''] ?? category
  return lockableQuery(pathOf(slug), import.meta.env.DEV && TargetItem, import.meta.env.DEV && LockedItem)
}
