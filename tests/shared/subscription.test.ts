import { describe, expect, test } from 'vitest'
import { discountOf, featuresOf, offerOf } from '#shared/subscription.ts'
import type { Plan } from '#shared/subscription.ts'

const price = { price: 9.99, old_price: null, discount: 20, duration_days: 30 }
const plan: Plan = {
  id: 2,
  name: 'Premium',
  sub_title: '',
  description: 'One\n\nTwo',
  currency: 'USD',
  purchasable: true,
  unavailable_text: null,
  monthly: price,
  yearly: price,
}

describe('what stands where the button of a plan is', () => {
  test.each<[string, Partial<Plan>, number | null]>([
    ['buy', {}, null],
    ['buy', {}, 7],
    ['yours', {}, 2],
    ['yours', { purchasable: false, unavailable_text: 'coming' }, 2],
    ['coming', { purchasable: false, unavailable_text: 'coming' }, null],
    ['contact', { purchasable: false, unavailable_text: 'contact', monthly: null }, null],
    ['personal', { purchasable: false, monthly: { ...price, price: 0 } }, null],
    ['other', { purchasable: false, unavailable_text: 'Sold out' }, null],
    ['other', { purchasable: true, unavailable_text: 'Yearly only', monthly: null }, null],
  ])('is %s for %j when %s is active', (offer, differences, active) => {
    expect(offerOf({ ...plan, ...differences }, 'month', active)).toBe(offer)
  })
})

test('a discount is shown for the yearly period of a plan that can be bought only', () => {
  expect(discountOf(plan, 'year')).toBe(20)
  expect(discountOf(plan, 'month')).toBeNull()
  expect(discountOf({ ...plan, purchasable: false }, 'year')).toBeNull()
  expect(discountOf({ ...plan, yearly: null }, 'year')).toBeNull()
})

test('each line of a description is a feature', () => {
  expect(featuresOf(plan)).toEqual(['One', 'Two'])
})
