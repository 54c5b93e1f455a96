import type { Locale } from '#shared/locale.ts'
import { formatMoney } from '#shared/subscription/money.ts'
import type { PlanPlaceholder } from '#shared/subscription/placeholders.ts'
import { isFreePlan, priceOf, availablePeriod, wholeLibraryPlan } from '#shared/subscription/schema.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { translate } from '../../translate.ts'

export type PlanNames = Record<PlanPlaceholder, string | undefined>

function formatPrice(locale: Locale, plan: Plan): string | undefined {
  const period = availablePeriod(plan, 'month')
  const price = period && priceOf(plan, period)
  if (!price) return undefined
  const amount = formatMoney(price.price, plan.currency, locale)
  return translate(locale, `subscription.price_of_plan.${period}`, { amount })
}

export function planPlaceholdersOf(plans: readonly Plan[], locale: Locale): PlanNames {
  const whole = wholeLibraryPlan(plans)
  return {
    plan: whole?.name,
    plan_price: whole && formatPrice(locale, whole),
    free_plan: plans.find(isFreePlan)?.name,
  }
}

/** Replaces `{plan}`, `{plan_price}` and `{free_plan}` in a text. Null if the plan is missing. */
export function fillPlanPlaceholders(text: string, names: PlanNames): string | null {
  let isMissing = false
  const filled = text.replaceAll(
    /(?<![${])\{(plan|plan_price|free_plan)\}(?!\})/g,
    (placeholder, name: PlanPlaceholder) => {
      isMissing ||= names[name] === undefined
      return names[name] ?? placeholder
    },
  )
  return isMissing ? null : filled
}
