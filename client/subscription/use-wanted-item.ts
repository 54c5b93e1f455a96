import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Plan } from '#shared/subscription.ts'
import { planFor } from '#shared/subscription.ts'
import { pathOfWanted, SubscriptionQuery } from '#shared/wanted-item.ts'
import { usePageQuery } from '../app/page-query.ts'
import { useViewer } from '../app/viewer.ts'
import { storeWanted } from '../app/wanted-item.ts'
import { wantedQuery } from '../app/wanted-item.queries.ts'

export type WantedItem = { title: string; path: string; plan: string; is_open: boolean }

/** What the address says somebody came for: null where it is nothing that a plan opens. */
export function useWantedItem(plans: Plan[] | undefined): { wanted: WantedItem | null; isLoading: boolean } {
  const { for: reference } = usePageQuery(SubscriptionQuery)
  const { tier } = useViewer()
  const { data, isLoading } = useQuery({
    ...wantedQuery(reference ?? ''),
    enabled: reference !== undefined,
    retry: false,
  })
  const item: { title?: string; name?: string; required_tier: number } | undefined = data?.item
  const plan = item && item.required_tier > 0 ? planFor(plans ?? [], item.required_tier) : undefined
  if (reference === undefined || !item || !plan) return { wanted: null, isLoading }
  const wanted = {
    title: item.title ?? item.name ?? '',
    path: pathOfWanted(reference),
    plan: plan.name,
    is_open: item.required_tier <= tier,
  }
  return { wanted, isLoading }
}

/** Keeps it for the way back from the checkout, whose address does not tell it. */
export function useStoreWanted(isReturn: boolean): void {
  const { for: reference } = usePageQuery(SubscriptionQuery)
  useEffect(() => {
    if (!isReturn) storeWanted(reference)
  }, [reference, isReturn])
}
