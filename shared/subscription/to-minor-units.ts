import { maxChargeOf, chargeStepOf, minorUnitsPerUnit } from './money.ts'

/** Converts a decimal to the smallest unit of its currency. Null if this amount cannot be charged. */
export function toMinorUnits(decimal: number, currency: string): number | null {
  const exact = decimal * minorUnitsPerUnit(currency)
  const amount = Math.round(exact)
  const isPayable = amount >= 0 && amount <= maxChargeOf(currency) && amount % chargeStepOf(currency) === 0
  return Math.abs(exact - amount) < 1e-6 && isPayable ? amount : null
}
