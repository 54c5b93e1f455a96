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

/** Stripe's smallest charges in currencies that it pays out, in the smallest unit. Others are measured by what they are worth in those. */
const leastCharges: [amount: number, currencies: string][] = [
  [30, 'GBP'],
  [50, 'AUD BRL CAD CHF EUR INR JPY NZD SGD USD'],
  [100, 'BGN'],
  [200, 'AED MYR PLN RON'],
  [250, 'DKK'],
  [300, 'NOK SEK'],
  [400, 'HKD'],
  [1_000, 'MXN THB'],
  [1_500, 'CZK'],
  [17_500, 'HUF'],
]
/** The smallest amount that Stripe charges, in the currency's smallest unit; 1 where Stripe's list does not have the currency. */
export const leastChargeOf = (currency: string) =>
  leastCharges.find(([, currencies]) => currencies.includes(currency.toUpperCase()))?.[0] ?? stepOf(currency)

/** The largest amount that Stripe charges and a column holds (int4), in the currency's smallest unit: eight digits for most. */
export function mostChargeOf(currency: string): number {
  if (/^(?:cop|huf|idr|jpy|lbp)$/i.test(currency)) return 2_147_483_647
  return /^inr$/i.test(currency) ? 999_999_999 : 99_999_999
}

/** The symbol where no other currency has it: $ is the US dollar alone. The two CFA francs differ for Intl by a space. */
function displayOf(currency: string): Intl.NumberFormatOptions['currencyDisplay'] {
  if (/^(?:usd|eur|gbp)$/i.test(currency)) return 'narrowSymbol'
  return /^(?:xaf|xof)$/i.test(currency) ? 'code' : 'symbol'
}

type MoneyOptions = Pick<Intl.NumberFormatOptions, 'minimumFractionDigits'>

/** Returns a decimal of the currency as people write it, told apart from every other currency. No digit that is charged is rounded off: 1,990.50 forints have two, 1,990 have none. */
export function formatMoney(amount: number, currency: string, locale: string, options: MoneyOptions = {}): string {
  const digits = Math.log10(unitsOf(currency))
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: displayOf(currency),
    // Spanish would leave 1234,50 as it is.
    useGrouping: true,
    ...(!Number.isInteger(amount) && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    ...options,
  }).format(amount + 0)
}
