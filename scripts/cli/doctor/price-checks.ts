import { decimalOf, formatMoney, leastChargeOf, unitsOf } from '#shared/subscription/money.ts'
import { ok, warning } from './check.ts'
import type { Finding } from './check.ts'
import type { rowsOf } from './database-checks.ts'

/** Intl writes them without decimals, and Stripe counts them in hundredths: an earlier version stored a hundredth of the price. */
const mistakable = Intl.supportedValuesOf('currency').filter((currency) => {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return maximumFractionDigits === 0 && unitsOf(currency) === 100
})

type Price = { slug: string; currency: string; amount: number; was_entered: boolean }

/** Prices of plans, present and scheduled; `was_entered`: the audit log has the stored amount as the price that somebody entered. */
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
  was_entered || amount % 100 !== 0 || amount < leastChargeOf(currency)

/** Looks for prices that an earlier version stored in the wrong unit. */
export async function lookAtPrices(rows: ReturnType<typeof rowsOf>): Promise<Finding[]> {
  const found = (await rows<Price>(prices, [mistakable])).filter(isDoubtful)
  if (found.length === 0) return [ok('Stored as Stripe counts them.')]
  return found.map(({ slug, currency, amount }) => {
    const [stored, entered] = [decimalOf(amount, currency), amount].map((decimal) =>
      formatMoney(decimal, currency, 'en'),
    )
    return warning(
      `${slug}: ${stored} is charged, which may be ${entered} as an earlier version counted it.`,
      'If so, enter the price anew at /admin/plans, or where subscribers pay it by npm run cli -- plan price.',
    )
  })
}
