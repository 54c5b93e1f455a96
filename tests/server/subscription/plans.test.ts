import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { describe, expect, test } from 'vitest'
import { ensureCatalog, ensurePrice } from '../../../server/subscription/prices/prices.ts'
import { sql } from '../../support/app.ts'
import { createPerson } from '../../support/people.ts'
import { amountsOf, buy, checkout, plan, sellPlanPerTest } from '../../support/billing/plans.ts'
import { ask, expectConsistent, invoicesOf, openShop, payAt, paymentsOf, stripe } from '../../support/billing/shop.ts'

await openShop()

sellPlanPerTest()

describe('a charged price', () => {
  test('equals the price shown: the checkout returns 409 with the new price after a price change', async () => {
    const person = await createPerson()
    expect((await checkout(person, 'month', { price: 9.99 })).status).toBe(200)
    await sql.query('UPDATE plan SET monthly_price = 1299 WHERE id = $1', [plan.id])
    expect(await checkout(person, 'month', { price: 9.99 })).toMatchObject({
      status: 409,
      body: {
        detail: 'The price has changed, and nothing was charged. Check the new price, then try again.',
        code: 'price_changed',
        price: 12.99,
        currency: 'USD',
      },
    })
    const { body } = await checkout(person, 'month', { price: 12.99 })
    await payAt(body.checkout_url)
    await expectConsistent(person, 1)
    expect(await amountsOf(person)).toEqual([12.99])
  })

  test('of a switch equals the price shown: preview and checkout return 409 after a price change', async () => {
    const person = await buy('month')
    await sql.query('UPDATE plan SET yearly_price = 10788, yearly_old_price = NULL WHERE id = $1', [plan.id])
    const purchase = { plan_id: plan.id, billing_period: 'year', price: 95.88 }
    for (const path of [checkoutPaths.switchPreview, checkoutPaths.checkout])
      expect(await ask(path, person, purchase)).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(await invoicesOf(person)).toHaveLength(1)
  })

  test('has one Stripe product per plan and one Stripe price per amount after simultaneous requests', async () => {
    const purchase = { plan_id: plan.id, billing_period: 'month' } as const
    const ids = await Promise.all(Array.from({ length: 5 }, () => ensurePrice(stripe, purchase)))
    expect(new Set(ids).size).toBe(1)
    const yearly = await ensurePrice(stripe, { ...purchase, billing_period: 'year' })
    await sql.query('UPDATE plan SET monthly_price = 1299 WHERE id = $1', [plan.id])
    const changed = await ensurePrice(stripe, purchase)
    await sql.query('UPDATE plan SET monthly_price = 999 WHERE id = $1', [plan.id])
    expect(await ensurePrice(stripe, purchase)).toBe(ids[0])
    const prices = await Promise.all([ids[0] ?? '', yearly, changed].map((id) => stripe.prices.retrieve(id)))
    expect(prices.map(({ unit_amount }) => unit_amount)).toEqual([999, 9_588, 1_299])
    expect(new Set(prices.map(({ product }) => product)).size).toBe(1)
  })

  test('archived in the Dashboard is replaced by a new active price', async () => {
    const purchase = { plan_id: plan.id, billing_period: 'month' } as const
    const former = await ensurePrice(stripe, purchase)
    await stripe.prices.update(former, { active: false })
    const price = await ensurePrice(stripe, purchase)
    expect(price).not.toBe(former)
    expect(await stripe.prices.retrieve(price)).toMatchObject({ active: true, unit_amount: 999 })
  })

  test('belongs to a product with the present name of the plan', async () => {
    await ensureCatalog(stripe)
    await sql.query(`UPDATE plan_text SET name = 'Plus and more' WHERE plan_id = $1`, [plan.id])
    await ensureCatalog(stripe)
    const { rows } = await sql.query('SELECT stripe_product_id AS id FROM plan WHERE id = $1', [plan.id])
    expect(await stripe.products.retrieve(rows[0].id)).toMatchObject({ name: 'Plus and more' })
    const { rows: prices } = await sql.query('SELECT amount FROM stripe_price WHERE plan_id = $1 ORDER BY 1', [plan.id])
    expect(prices.map(({ amount }) => amount)).toEqual([999, 9_588])
  })

  test.each([
    ['JPY', 1_000, 1_000],
    ['KWD', 3_990, 3.99],
    ['HUF', 199_000, 1990],
  ])('in %s is shown and charged in the units of the currency', async (currency, amount, price) => {
    await sql.query(
      'UPDATE plan SET currency = $1, monthly_price = $2, yearly_price = NULL, yearly_old_price = NULL WHERE id = $3',
      [currency, amount, plan.id],
    )
    const person = await createPerson()
    const { body, status } = await checkout(person, 'month', { price })
    expect(status).toBe(200)
    await payAt(body.checkout_url)
    await expectConsistent(person, 1)
    expect((await paymentsOf(person))[0]).toMatchObject({ amount: price, currency })
  })
})
