import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { beforeEach, expect } from 'vitest'
import type { BillingPeriod } from '#shared/subscription/schema.ts'
import { sql } from '../app.ts'
import { cards } from './payment-sandbox.ts'
import { createPerson } from '../people.ts'
import type { Person } from '../people.ts'
import { ask, payFirst, paymentsOf } from './shop.ts'

let made = 0
export let plan = { id: 0, slug: '' }

/** Each test sells its own plan, at $9.99 a month and $95.88 a year. */
export const sellPlanPerTest = () =>
  beforeEach(async () => {
    const { rows } = await sql.query(
      `INSERT INTO plan (slug, position, tier, purchasable, monthly_price, yearly_price, yearly_old_price, yearly_discount)
       VALUES ($1, 9, 1, true, 999, 9588, 11988, 20) RETURNING id, slug`,
      [`plan-${++made}`],
    )
    plan = rows[0]
    await sql.query(
      `INSERT INTO plan_text (plan_id, locale, name, sub_title, description) VALUES ($1, 'en', 'Plus', '', '')`,
      [plan.id],
    )
  })

export const checkout = (person: Person, billing_period: BillingPeriod, more: object = {}) =>
  ask(checkoutPaths.checkout, person, { plan_id: plan.id, billing_period, ...more })

export async function buy(billing_period: BillingPeriod = 'month', card: string = cards.pays): Promise<Person> {
  const person = await createPerson()
  const { status, body } = await checkout(person, billing_period)
  expect(status).toBe(200)
  await payFirst(person, body.checkout_url, card)
  return person
}

export const amountsOf = async (person: Person) => (await paymentsOf(person)).map(({ amount }) => amount)
