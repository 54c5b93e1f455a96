import { mostChargeOf, stepOf, unitsOf } from './money.ts'

/** Converts a decimal to the smallest unit of the currency; null if it cannot be paid. */
export function amountIn(decimal: number, currency: string): number | null {
  const exact = decimal * unitsOf(currency)
  const amount = Math.round(exact)
  const isPayable = amount >= 0 && amount <= mostChargeOf(currency) && amount % stepOf(currency) === 0
  return Math.abs(exact - amount) < 1e-6 && isPayable ? amount : null
}
