import { decimalOf, leastChargeOf, mostChargeOf, stepOf, unitsOf } from '#shared/subscription/money.ts'
import { messageWithParams } from '../../translate.ts'

/** A decimal of the currency in its smallest unit; null where it is none that can be paid. */
export function amountIn(decimal: number, currency: string): number | null {
  const exact = decimal * unitsOf(currency)
  const amount = Math.round(exact)
  const isPayable = amount >= 0 && amount <= mostChargeOf(currency) && amount % stepOf(currency) === 0
  return Math.abs(exact - amount) < 1e-6 && isPayable ? amount : null
}

/** Problem of a price that Stripe would never charge for being so small. */
export const smallPriceProblem = (currency: string) =>
  messageWithParams('subscription.problem.small_price', {
    amount: decimalOf(leastChargeOf(currency), currency),
    currency,
  })

/** Problem of an amount that is no multiple of what Stripe charges, or outside of `least` and `most`, which are in the smallest unit. */
export function wrongAmountProblem(currency: string, least: number, most = mostChargeOf(currency)) {
  const step = stepOf(currency)
  const decimal = (amount: number) => decimalOf(amount, currency)
  return messageWithParams('subscription.problem.wrong_price', {
    min: decimal(least),
    max: decimal(most - (most % step)),
    step: decimal(step),
    currency,
  })
}
