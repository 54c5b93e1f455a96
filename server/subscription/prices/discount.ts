type Prices = { monthly_price: number | null; yearly_price: number | null; yearly_old_price: number | null }

const tolerance = 1

/** Returns the percentage saved by paying yearly, not rounded. Null if a year costs no less. */
export function yearlySavings({ monthly_price, yearly_price, yearly_old_price }: Prices): number | null {
  const full = yearly_old_price ?? 12 * (monthly_price ?? 0)
  return yearly_price !== null && yearly_price < full ? (1 - yearly_price / full) * 100 : null
}

export function isCorrectDiscount(discount: number, prices: Prices): boolean {
  const saved = yearlySavings(prices)
  return saved !== null && Math.abs(discount - saved) <= tolerance
}
