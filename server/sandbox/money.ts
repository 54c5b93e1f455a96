/** By Stripe's list, which is not Intl's: a forint has two. */
const withoutDecimals = /^(?:bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/
const withThreeDecimals = /^(?:bhd|jod|kwd|omr|tnd)$/

export const decimalsOf = (currency: string) => {
  if (withoutDecimals.test(currency)) return 0
  return withThreeDecimals.test(currency) ? 3 : 2
}

/** Amounts of currencies with three decimals are multiples of ten; those of krónur and shillings are whole. */
export function stepOf(currency: string): number {
  if (withThreeDecimals.test(currency)) return 10
  return /^(?:isk|ugx)$/.test(currency) ? 100 : 1
}

const leastAmounts: Record<string, number> = { usd: 50, eur: 50, gbp: 30, jpy: 50 }
/** Less is not charged: it waits in the customer's balance. */
export const leastChargeOf = (currency: string) => leastAmounts[currency] ?? 0

/** The share `part / whole` of an amount, rounded half away from zero to what the currency can say. */
export function shareOf(amount: number, part: number, whole: number, currency: string): number {
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
