/** Stripe counts these in hundredths although they have none. */
const hundredths = new Set(['ISK', 'UGX'])

/** How many of the currency's smallest unit make one of it, as Stripe counts: 100 cents, 1 yen, 1,000 fils. */
export function unitsOf(currency: string): number {
  const code = currency.toUpperCase()
  if (hundredths.has(code)) return 100
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions()
  return 10 ** maximumFractionDigits
}

/** Decimal of the currency, for an amount in its smallest unit. */
export const decimalOf = (amount: number, currency: string) => amount / unitsOf(currency)
