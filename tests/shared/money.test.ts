import { describe, expect, test } from 'vitest'
import {
  fromMinorUnits,
  formatMoney,
  minChargeOf,
  maxChargeOf,
  chargeStepOf,
  minorUnitsPerUnit,
} from '#shared/subscription/money.ts'
import * as sandbox from '../../server/sandbox/money.ts'

describe('an amount in the smallest unit', () => {
  test.each([
    ['USD', 999, 9.99],
    ['eur', 100, 1],
    ['JPY', 1500, 1500],
    ['KWD', 1250, 1.25],
    ['ISK', 150_000, 1500],
    ['UGX', 150_000, 1500],
    // Intl writes it without decimals.
    ['HUF', 199_050, 1990.5],
    ['cop', 1_500_000, 15_000],
    ['IDR', 4_900_000, 49_000],
    ['PKR', 150_000, 1500],
  ])("is converted to a decimal amount in %s by Stripe's list of currencies", (currency, amount, decimal) => {
    expect(fromMinorUnits(amount, currency)).toBe(decimal)
  })

  test('is charged in the steps that Stripe requires for the currency', () => {
    expect(['usd', 'HUF', 'JPY', 'KWD', 'ISK', 'ugx'].map(chargeStepOf)).toEqual([1, 1, 1, 10, 100, 100])
  })

  test('has two decimals in an unknown currency', () => {
    expect(minorUnitsPerUnit('XQQ')).toBe(100)
  })
})

const withSpaces = (text: string) => text.replaceAll('\u00a0', ' ')
const currencies = Intl.supportedValuesOf('currency')

describe('every currency', () => {
  // Currencies without two decimals (docs.stripe.com/currencies).
  const zero = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
  const three = 'BHD JOD KWD OMR TND'.split(' ')

  test("has the decimals of Stripe's list, in upper and lower case", () => {
    const right = currencies.map((code) => [code, zero.includes(code) ? 1 : three.includes(code) ? 1000 : 100])
    expect(currencies.map((code) => [code, minorUnitsPerUnit(code)])).toEqual(right)
    expect(currencies.map((code) => [code, minorUnitsPerUnit(code.toLowerCase())])).toEqual(right)
  })

  test('has the same unit, step and limits in the payment sandbox', () => {
    const product = currencies.map((code) => [
      code,
      minorUnitsPerUnit(code),
      chargeStepOf(code),
      minChargeOf(code),
      maxChargeOf(code),
    ])
    const sandboxed = currencies.map((code) => {
      const currency = code.toLowerCase()
      const { decimalsOf, leastChargeOf: least, mostChargeOf: most, stepOf: step } = sandbox
      return [code, 10 ** decimalsOf(currency), step(currency), least(currency), most(currency)]
    })
    expect(sandboxed).toEqual(product)
  })

  test('is formatted with every charged digit', () => {
    const wrong = currencies.filter((code) => {
      const amount = 1_000 * minorUnitsPerUnit(code) + chargeStepOf(code)
      const digits = formatMoney(fromMinorUnits(amount, code), code, 'en').replace(/^\D+/, '').replaceAll(',', '')
      return Math.round(Number(digits) * minorUnitsPerUnit(code)) !== amount
    })
    expect(wrong).toEqual([])
  })
})

describe('an amount of a currency', () => {
  test.each(['en', 'es'])('is formatted in %s differently from every other currency', (locale) => {
    const texts = currencies.map((code) => withSpaces(formatMoney(7.5, code, locale)).replaceAll(/[\d.,\s]/g, ''))
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })

  test.each([
    [9.99, 'USD', 'es', '9,99 $'],
    [9.99, 'GBP', 'es', '9,99 £'],
    [9.99, 'EUR', 'en', '€9.99'],
    [9.99, 'cad', 'en', 'CA$9.99'],
    [9.99, 'CAD', 'es', '9,99 CAD'],
    [99, 'MXN', 'en', 'MX$99.00'],
    [100.5, 'TWD', 'en', 'NT$100.50'],
    [99, 'SEK', 'en', 'SEK 99.00'],
    [99, 'DKK', 'es', '99,00 DKK'],
    [99, 'CNY', 'en', 'CN¥99.00'],
    [99, 'JPY', 'es', '99 JPY'],
  ])('%d %s is formatted in %s as %s', (amount, currency, locale, text) => {
    expect(withSpaces(formatMoney(amount, currency, locale))).toBe(text)
  })
})

describe('an amount of money', () => {
  test.each([
    [1990.5, 'HUF', 'en', 'HUF 1,990.50'],
    [1990.5, 'HUF', 'es', '1.990,50 HUF'],
    [2990, 'HUF', 'en', 'HUF 2,990'],
    [49_000.25, 'idr', 'en', 'IDR 49,000.25'],
    [1500, 'ISK', 'es', '1.500 ISK'],
    [9.9, 'USD', 'en', '$9.90'],
    [1234.5, 'EUR', 'es', '1.234,50 €'],
    [1500, 'JPY', 'en', '¥1,500'],
    [3.99, 'KWD', 'en', 'KWD 3.990'],
    [-4.5, 'USD', 'en', '-$4.50'],
    [-0, 'USD', 'en', '$0.00'],
  ])('of %d %s is formatted in %s as %s', (amount, currency, locale, text) => {
    expect(withSpaces(formatMoney(amount, currency, locale))).toBe(text)
  })

  test.each([
    ['USD', 50, 99_999_999],
    ['huf', 17_500, 2_147_483_647],
    ['INR', 50, 999_999_999],
    ['IDR', 1, 2_147_483_647],
    ['UGX', 100, 99_999_999],
  ])('in %s is at least %d and at most %d in the smallest unit', (currency, least, most) => {
    expect([minChargeOf(currency), maxChargeOf(currency)]).toEqual([least, most])
  })
})
