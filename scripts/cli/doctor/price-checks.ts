import { fromMinorUnits, formatMoney, minChargeOf, minorUnitsPerUnit } from '#shared/subscription/money.ts'
import { ok, warning } from './check.ts'
import type { Finding } from './check.ts'
import type { rowsOf } from './database-checks.ts'

/** Currencies without decimals in Intl and with hundredths at Stripe: an earlier version stored a hundredth of the price. */
const mistakable = Intl.supportedValuesOf('currency').filter((currency) => {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return maximumFractionDigits === 0 && minorUnitsPerUnit(currency) === 100
})

type Price = { slug: string; currency: string; amount: number; was_entered: boolean }

/** Current and scheduled prices. `was_entered`: the audit log has the stored amount as the entered price. */
const prices = `
  SELECT slug, plan.currency, priced.amount, EXISTS (
           SELECT FROM audit_entry
            WHERE kind = 'plan' AND target = plan.id::text
              AND priced.amount IN ((after->>priced.name)::numeric, (after->>'price')::numeric)) AS was_entered
    FROM plan, LATERAL (
           SELECT 'monthly_price', monthly_price UNION ALL SELECT 'yearly_price', yearly_price
           UNION ALL SELECT 'price', change.amount FROM price_change AS change
            WHERE plan_id = plan.id AND applied_at IS NULL AND replaced_at IS NULL) AS priced(name, amount)
   WHERE plan.currency = ANY($1) AND priced.amount > 0
   ORDER BY position, plan.id, priced.amount`

const isDoubtful = ({ currency, amount, was_entered }: Price) =>
  was_entered || amount % 100 !== 0 || amount < minChargeOf(currency)

/** Finds prices that an earlier version stored in the wrong unit. */
export async function lookAtPrices(rows: ReturnType<typeof rowsOf>): Promise<Finding[]> {
  const found = (await rows<Price>(prices, [mistakable])).filter(isDoubtful)
  if (found.length === 0) return [ok('Prices are stored in the units of Stripe.')]
  return found.map(({ slug, currency, amount }) => {
    const [stored, entered] = [fromMinorUnits(amount, currency), amount].map((decimal) =>
      formatMoney(decimal, currency, 'en'),
    )
    return warning(
      `${slug}: ${stored} is charged. If an earlier version stored this price, ${entered} may be meant.`,
      'If so, correct it at /admin/plans, or with npm run cli -- plan price if subscribers pay it.',
    )
  })
}
