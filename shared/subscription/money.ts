/** By Stripe's list (docs.stripe.com/currencies), which is not Intl's: a forint has a hundred, and so has a króna. */
const wholeOnly = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const inThousandths = new Set('BHD JOD KWD OMR TND'.split(' '))

/** How many of the currency's smallest unit make one of it, as Stripe counts: 100 cents, 1 yen, 1,000 fils. */
export function unitsOf(currency: string): number {
  const code = currency.toUpperCase()
  if (wholeOnly.has(code)) return 1
  return inThousandths.has(code) ? 1000 : 100
}

/** Stripe charges multiples of it: what has three decimals in hundredths, and whole krónur and shillings. */
export function stepOf(currency: string): number {
  if (unitsOf(currency) === 1000) return 10
  return /^(?:isk|ugx)$/i.test(currency) ? 100 : 1
}

/** Decimal of the currency, for an amount in its smallest unit. */
export const decimalOf = (amount: number, currency: string) => amount / unitsOf(currency)
