import { useQuery } from '@tanstack/react-query'
import { planForTier } from '#shared/subscription/schema.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { useCurrencyFormat } from '../app/format/money.ts'
import { TaxNote } from '../app/format/price.tsx'
import { plansQuery } from '../app/plans.queries.ts'
import type { TierItem } from './dialog-content.ts'
import { useTranslate } from './messages.ts'

/** Returns the cheapest plan that opens an item. `plan` is undefined while plans load, and if no plan does. */
export function usePlanFor({ required_tier }: TierItem) {
  const { data: plans = [], isLoading } = useQuery({ ...plansQuery, retry: false })
  return { plan: planForTier(plans, required_tier), isLoading }
}

export function Cost({ plan }: { plan: Plan }) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const [month, year] = [plan.monthly, plan.yearly].map((price) => price && money(price.price, plan.currency))
  const soldPeriods = month && year ? 'both' : month ? 'month' : 'year'
  return (
    <>
      <p className="mt-3">{t(`tier.${soldPeriods}`, { plan: plan.name, month: month ?? '', year: year ?? '' })}</p>
      <TaxNote plan={plan} />
      <p className="mt-1 text-muted">{t('tier.note')}</p>
    </>
  )
}

/** Price of the plan that opens a locked item, on the page of the item. Nothing if plans cannot be loaded. */
export function PlanCost({ item }: { item: TierItem }) {
  const { plan } = usePlanFor(item)
  return plan && <Cost plan={plan} />
}
