import { decimalOf, leastChargeOf, mostChargeOf, stepOf } from '#shared/subscription/money.ts'
import { messageWithParams } from '../../translate.ts'

export const smallPriceProblem = (currency: string) =>
  messageWithParams('subscription.problem.small_price', {
    amount: decimalOf(leastChargeOf(currency), currency),
    currency,
  })

/** `least` and `most` are in the smallest unit. */
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
