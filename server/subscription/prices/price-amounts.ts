import { stepOf, unitsOf } from '#shared/subscription/money.ts'

/** A decimal of the currency in its smallest unit; null where it is none that can be paid. */
export function amountIn(decimal: number, currency: string): number | null {
  const exact = decimal * unitsOf(currency)
  const amount = Math.round(exact)
  const isSold = amount >= 0 && amount <= 99_999_999 && amount % stepOf(currency) === 0
  return Math.abs(exact - amount) < 1e-6 && isSold ? amount : null
}
