import { describe, expect, test } from 'vitest'
import { discountOf, planFeaturesOf, planOfferOf, availablePeriod, tierOfStatus } from '#shared/subscription/schema.ts'
import type { Plan } from '#shared/subscription/schema.ts'

const price = { price: 9.99, old_price: null, discount: 20, duration_days: 30 }
const plan: Plan = {
  id: 2,
  tier: 1,
  name: 'Premium',
  sub_title: '',
  description: 'One\n\nTwo',
  currency: 'USD',
  tax_behavior: 'exclusive',
  purchasable: true,
  unavailable_text: null,
  monthly: price,
  yearly: price,
}

describe('the button of a plan', () => {
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
    ['other', { purchasable: false }, null],
    ['year_only', { monthly: null }, null],
    ['yours', { monthly: null }, 2],
    ['contact', { monthly: null, unavailable_text: 'contact' }, null],
    ['personal', { monthly: { ...price, price: 0 } }, null],
  ])('is %s for %j if the active plan is %s', (offer, differences, active) => {
    expect(planOfferOf({ ...plan, ...differences }, 'month', active)).toBe(offer)
  })

  test('names the period that the plan is sold for if the other one is chosen', () => {
    expect(planOfferOf({ ...plan, yearly: null }, 'year', null)).toBe('month_only')
    expect(planOfferOf({ ...plan, yearly: null }, 'month', null)).toBe('buy')
  })
})

test('the one period for which a plan is sold is used whichever period is chosen', () => {
  expect(availablePeriod(plan, 'month')).toBe('month')
  expect(availablePeriod(plan, 'year')).toBe('year')
  expect(availablePeriod({ ...plan, monthly: null }, 'month')).toBe('year')
  expect(availablePeriod({ ...plan, yearly: null }, 'year')).toBe('month')
  expect(availablePeriod({ ...plan, monthly: null, yearly: null }, 'year')).toBeNull()
})

test('a discount is shown only for the yearly period of a plan that can be bought', () => {
  expect(discountOf(plan, 'year')).toBe(20)
  expect(discountOf(plan, 'month')).toBeNull()
  expect(discountOf({ ...plan, purchasable: false }, 'year')).toBeNull()
  expect(discountOf({ ...plan, yearly: null }, 'year')).toBeNull()
})

test("each line of a plan's description is a feature", () => {
  expect(planFeaturesOf(plan)).toEqual(['One', 'Two'])
})

test("the tier of a member is the member's own tier, else that of the plan, else 0", () => {
  expect(tierOfStatus({ subscription: { user_tier: 0, plan_tier: 1 } })).toBe(0)
  expect(tierOfStatus({ subscription: { user_tier: null, plan_tier: 1 } })).toBe(1)
  expect(tierOfStatus({ subscription: { user_tier: null, plan_tier: null } })).toBe(0)
  expect(tierOfStatus({ subscription: null })).toBe(0)
})
