/** Decimals of currencies by Stripe's list. It differs from Intl's: a forint has two decimals. */
const withoutDecimals = /^(?:bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/
const withThreeDecimals = /^(?:bhd|jod|kwd|omr|tnd)$/

export const decimalsOf = (currency: string) => {
  if (withoutDecimals.test(currency)) return 0
  return withThreeDecimals.test(currency) ? 3 : 2
}

/** Step of charged amounts: 10 for three decimals; 100 for ISK and UGX, which are charged in whole units. */
export function stepOf(currency: string): number {
  if (withThreeDecimals.test(currency)) return 10
  return /^(?:isk|ugx)$/.test(currency) ? 100 : 1
}

const leastAmounts: [amount: number, currencies: string][] = [
  [30, 'gbp'],
  [50, 'aud brl cad chf eur inr jpy nzd sgd usd'],
  [100, 'bgn'],
  [200, 'aed myr pln ron'],
  [250, 'dkk'],
  [300, 'nok sek'],
  [400, 'hkd'],
  [1_000, 'mxn thb'],
  [1_500, 'czk'],
  [17_500, 'huf'],
]
/** Smallest charge of a currency. A smaller amount stays in the customer's balance. */
export const leastChargeOf = (currency: string) =>
  leastAmounts.find(([, currencies]) => currencies.includes(currency))?.[0] ?? stepOf(currency)

/** Largest charge of a currency. Stripe allows more for some, but the site stores amounts as int4. */
export function mostChargeOf(currency: string): number {
  if (/^(?:cop|huf|idr|jpy|lbp)$/.test(currency)) return 2_147_483_647
  return currency === 'inr' ? 999_999_999 : 99_999_999
}

/** Returns the share `part / whole` of an amount, rounded half away from zero to the step of the currency. */
export function proratedAmount(amount: number, part: number, whole: number, currency: string): number {
  if (whole <= 0) return 0
  const step = BigInt(stepOf(currency))
  const divisor = BigInt(whole) * step
  const product = BigInt(Math.abs(amount)) * BigInt(part)
  const rounded = ((2n * product + divisor) / (2n * divisor)) * step
  return Math.sign(amount) * Number(rounded)
}

export const formatAmount = (amount: number, currency: string, locale = 'en') =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: decimalsOf(currency),
  }).format(amount / 10 ** decimalsOf(currency))
