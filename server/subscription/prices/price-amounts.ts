import { fromMinorUnits, minChargeOf, maxChargeOf, chargeStepOf } from '#shared/subscription/money.ts'
import { messageWithParams } from '../../translate.ts'

export const smallPriceProblem = (currency: string) =>
  messageWithParams('subscription.problem.small_price', {
    amount: fromMinorUnits(minChargeOf(currency), currency),
    currency,
  })

/** Error for a price that cannot be charged. `least` and `most` are in the smallest unit. */
export function wrongAmountProblem(currency: string, least: number, most = maxChargeOf(currency)) {
  const step = chargeStepOf(currency)
  const decimal = (amount: number) => fromMinorUnits(amount, currency)
  return messageWithParams('subscription.problem.wrong_price', {
    min: decimal(least),
    max: decimal(most - (most % step)),
    step: decimal(step),
    currency,
  })
}
