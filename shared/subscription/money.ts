/** Currencies without decimals at Stripe (docs.stripe.com/currencies). HUF and ISK have two there, unlike in Intl. */
const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const threeDecimal = new Set('BHD JOD KWD OMR TND'.split(' '))

/** Smallest units in a unit of the currency at Stripe: 100 cents, 1 yen, 1,000 fils. */
export function minorUnitsPerUnit(currency: string): number {
  const code = currency.toUpperCase()
  if (zeroDecimal.has(code)) return 1
  return threeDecimal.has(code) ? 1000 : 100
}

/** Step of charges at Stripe, in the smallest unit: 10 for three-decimal currencies, 100 for ISK and UGX. */
export function chargeStepOf(currency: string): number {
  if (minorUnitsPerUnit(currency) === 1000) return 10
  return /^(?:isk|ugx)$/i.test(currency) ? 100 : 1
}

export const fromMinorUnits = (amount: number, currency: string) => amount / minorUnitsPerUnit(currency)

/** Minimum charges in the smallest unit, for currencies in which Stripe pays out. */
const minCharges: [amount: number, currencies: string][] = [
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
/** Minimum charge in the smallest unit. If Stripe names none, it is the step of charges. */
export const minChargeOf = (currency: string) =>
  minCharges.find(([, currencies]) => currencies.includes(currency.toUpperCase()))?.[0] ?? chargeStepOf(currency)

/** Maximum charge in the smallest unit, which Stripe accepts and an int4 column can store. */
export function maxChargeOf(currency: string): number {
  if (/^(?:cop|huf|idr|jpy|lbp)$/i.test(currency)) return 2_147_483_647
  return /^inr$/i.test(currency) ? 999_999_999 : 99_999_999
}

/** Display of a symbol that names one currency: $ is USD. Symbols of XAF and XOF differ by a space only. */
function displayOf(currency: string): Intl.NumberFormatOptions['currencyDisplay'] {
  if (/^(?:usd|eur|gbp)$/i.test(currency)) return 'narrowSymbol'
  return /^(?:xaf|xof)$/i.test(currency) ? 'code' : 'symbol'
}

type MoneyOptions = Pick<Intl.NumberFormatOptions, 'minimumFractionDigits'>

/** Formats a decimal with an unambiguous symbol. HUF 1,990.50 has two decimals, HUF 1,990 has none. */
export function formatMoney(amount: number, currency: string, locale: string, options: MoneyOptions = {}): string {
  const digits = Math.log10(minorUnitsPerUnit(currency))
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: displayOf(currency),
    useGrouping: true, // Spanish has no separator in 1234,50 by default
    ...(!Number.isInteger(amount) && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    ...options,
  }).format(amount + 0)
}
