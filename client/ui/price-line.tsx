type PriceLineProps = {
  amount: string
  period?: string
  /** What it cost before, and what says so to who cannot see that it is struck out. */
  old?: { amount: string; label: string } | null
}

/** On one line in any card: it shrinks with the card rather than break. */
export function PriceLine({ amount, period, old }: PriceLineProps) {
  return (
    <div className="@container">
      <p className="flex items-baseline gap-x-[0.3em] text-[clamp(1.25rem,11cqi,2.5rem)] leading-tight whitespace-nowrap">
        <span className="font-heading font-bold">{amount}</span>
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
