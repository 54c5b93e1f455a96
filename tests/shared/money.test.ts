import { describe, expect, test } from 'vitest'
import { decimalOf, stepOf, unitsOf } from '#shared/subscription/money.ts'

describe('an amount in the smallest unit', () => {
  test.each([
    ['USD', 999, 9.99],
    ['eur', 100, 1],
    ['JPY', 1500, 1500],
    ['KWD', 1250, 1.25],
    ['ISK', 150_000, 1500],
    ['UGX', 150_000, 1500],
    // Without decimals for Intl.
    ['HUF', 199_050, 1990.5],
    ['cop', 1_500_000, 15_000],
    ['IDR', 4_900_000, 49_000],
    ['PKR', 150_000, 1500],
  ])('is decimal in %s as Stripe counts it', (currency, amount, decimal) => {
    expect(decimalOf(amount, currency)).toBe(decimal)
  })

  test('is a multiple of what Stripe charges', () => {
    expect(['usd', 'HUF', 'JPY', 'KWD', 'ISK', 'ugx'].map(stepOf)).toEqual([1, 1, 1, 10, 100, 100])
  })

  test('has a hundred of them in a currency that nobody knows', () => {
    expect(unitsOf('XQQ')).toBe(100)
  })
})
