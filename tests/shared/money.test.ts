import { describe, expect, test } from 'vitest'
import { decimalOf, unitsOf } from '#shared/money.ts'

describe('an amount in the smallest unit', () => {
  test.each([
    ['USD', 999, 9.99],
    ['eur', 100, 1],
    ['JPY', 1500, 1500],
    ['KWD', 1250, 1.25],
    ['ISK', 150_000, 1500],
    ['UGX', 150_000, 1500],
  ])('is decimal in %s as Stripe counts it', (currency, amount, decimal) => {
    expect(decimalOf(amount, currency)).toBe(decimal)
  })

  test('has a hundred of them in a currency that nobody knows', () => {
    expect(unitsOf('XQQ')).toBe(100)
  })
})
