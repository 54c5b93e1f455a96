import type { Plan } from '#shared/subscription/schema.ts'
import { useTranslate } from '../i18n.tsx'
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
