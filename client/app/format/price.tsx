import type { Plan } from '#shared/subscription/schema.ts'
import { useTranslate } from '../i18n.tsx'
import { useCurrencyFormat } from './money.ts'
import { useSite } from '../site.ts'

type PriceLineProps = {
  amount: string
  period?: string
  old?: { amount: string; label: string } | null
}

export function PriceLine({ amount, period, old }: PriceLineProps) {
  return (
    <div className="@container">
      <p className="flex items-baseline gap-x-[0.3em] text-[clamp(1.25rem,11cqi,2.5rem)] leading-tight whitespace-nowrap">
        <span className="font-bold">{amount}</span>
        {period && <span className="text-[max(0.8125rem,0.45em)] text-muted">{period}</span>}
        {old && (
          <s className="text-[max(0.8125rem,0.45em)] text-muted">
            <span className="sr-only">{old.label} </span>
            {old.amount}
          </s>
        )}
      </p>
    </div>
  )
}

export function TaxNote({ plan: { tax_behavior } }: { plan: Pick<Plan, 'tax_behavior'> }) {
  const t = useTranslate()
  const { adds_tax } = useSite()
  return adds_tax && tax_behavior !== 'unspecified' && <p className="text-sm text-muted">{t(`tax.${tax_behavior}`)}</p>
}

type Prices = Pick<Plan, 'currency' | 'monthly' | 'yearly'>

/** Price of a month if a year is paid at once. Nothing if that is not cheaper. */
export function YearlyNote({ plan: { currency, monthly, yearly } }: { plan: Prices }) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  if (!monthly || !yearly || yearly.price / 12 >= monthly.price) return null
  const [month, year] = [yearly.price / 12, yearly.price].map((price) => money(price, currency))
  return <p className="text-sm text-muted">{t('plan_price.yearly', { month: month ?? '', year: year ?? '' })}</p>
}
