import { useQuery } from '@tanstack/react-query'
import { highestTier } from '#shared/tier.ts'
import { plansQuery } from '../../app/plans.queries.ts'
import type { Option } from '../form-fields.tsx'
import { useTranslate } from './messages.ts'

/** Returns a function that names a tier: by its plans, or by who can open it. */
export function useTierName() {
  const t = useTranslate()
  const { data: plans = [] } = useQuery(plansQuery)
  return (tier: number): string => {
    if (tier === 0) return t('tiers.free')
    const purchasablePlans = plans.filter((plan) => plan.purchasable && plan.tier === tier)
    if (purchasablePlans.length > 0) return purchasablePlans.map(({ name }) => name).join(', ')
    return tier === 1 ? t('tiers.subscribers') : t('tiers.higher', { tier })
  }
}

export function useTierOptions(): Option[] {
  const tierName = useTierName()
  return Array.from({ length: highestTier + 1 }, (_, tier) => ({ value: String(tier), name: tierName(tier) }))
}
