import { beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { db } from '../../../server/database/db.ts'
import { addStarterPlans } from '../../../server/subscription/prices/plans.ts'
import { findRefundablePayment } from '../../../server/subscription/refunds/refunds.ts'
import { app, get, openApp, renderer, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const plans = async (locale: 'en' | 'es' = 'en') => (await get(paths.api.plans, { locale })).body as Plan[]

/** Writes by SQL, and waits until the API shows the change. */
async function change(statement: string, seen: (now: Plan[]) => boolean) {
  await plans()
  await sql.query(statement)
  await until(async () => seen(await plans()))
}

describe.runIf(renderer)('GET /subscription without plans', () => {
  test.each([
    ['en', 'There are no plans yet.'],
    ['es', 'Todavía no hay planes.'],
  ])('shows in %s that there are no plans, without structured data', async (locale, sentence) => {
    const { status, text } = await get(paths.subscription, { headers: { 'accept-language': locale } })
    expect(status).toBe(200)
    expect(text).toContain(sentence)
    expect(text).not.toMatch(/"@type":"(Product|Offer)"/)
  })
})

describe('GET /api/subscription/plans/', () => {
  beforeAll(async () => {
    await addStarterPlans()
    for (const locale of ['en', 'es'] as const) await until(async () => (await plans(locale)).length > 0)
  })

  test('returns every plan in order, with decimal prices for both periods', async () => {
    const [free, premium, business, ...others] = await plans()
    expect(others).toEqual([])
    expect(free).toMatchObject({ name: 'Free', currency: 'USD', purchasable: false, unavailable_text: null })
    expect(free?.monthly).toEqual({ price: 0, old_price: null, discount: null, duration_days: 30 })
    expect(free?.description).toMatch(/^About /)
    expect(premium).toMatchObject({ name: 'Premium', purchasable: true })
    expect(premium?.description).toMatch(/^Over .* across over .*\nMore complete/)
    expect(premium?.monthly).toEqual({ price: 9.99, old_price: null, discount: null, duration_days: 30 })
    expect(premium?.yearly).toEqual({ price: 95.88, old_price: 119.88, discount: 20, duration_days: 365 })
    expect(business).toMatchObject({ purchasable: false, unavailable_text: 'contact', monthly: null, yearly: null })
  })

  test("returns plans in the reader's language, or in English where a translation is missing", async () => {
    const [english, spanish] = [await plans('en'), await plans('es')]
    expect(spanish[0]?.name).toBe('Gratis')
    expect(spanish.map(({ id }) => id)).toEqual(english.map(({ id }) => id))
    await sql.query(`DELETE FROM plan_text WHERE locale = 'es' AND name = 'Gratis'`)
    await until(async () => (await plans('es'))[0]?.name === 'Free')
  })

  test('is served from the response cache', async () => {
    await plans()
    const { etag } = (await get(paths.api.plans)).headers
    const again = await get(paths.api.plans, { headers: { 'if-none-match': String(etag) } })
    expect(again.status).toBe(304)
    expect(app.responseCache.get(`en ${paths.api.plans}`)).toBeDefined()
  })

  test('shows every change of a plan and its texts', async () => {
    await change(
      `UPDATE plan SET monthly_price = 1299 WHERE slug = 'premium'`,
      (now) => now[1]?.monthly?.price === 12.99,
    )
    await change(`UPDATE plan_text SET name = 'Plus' WHERE name = 'Premium'`, (now) => now[1]?.name === 'Plus')
    await change(`UPDATE plan SET position = 9 WHERE slug = 'free'`, (now) => now[2]?.name === 'Free')
    await change(`DELETE FROM plan WHERE slug = 'business'`, (now) => now.length === 2)
    expect((await plans()).map(({ name }) => name)).toEqual(['Plus', 'Free'])
  })

  test("returns an operator's plans unchanged: addStarterPlans fills only an empty table", async () => {
    await Promise.all([addStarterPlans(), addStarterPlans()])
    expect(await plans()).toHaveLength(2)
    await sql.query('TRUNCATE plan CASCADE')
    await Promise.all([addStarterPlans(), addStarterPlans(), addStarterPlans()])
    await until(async () => (await plans()).length === 3)
  })
})

describe('a plan', () => {
  test.each([
    ['monthly_price', '-1'],
    ['currency', `'usd'`],
    ['yearly_discount', '0'],
    ['tier', '-1'],
    ['monthly_days', '0'],
    ['monthly_old_price', 'monthly_price'],
    ['yearly_old_price', 'yearly_price'],
  ])('is refused by the database with %s = %s', async (column, value) => {
    await expect(sql.query(`UPDATE plan SET ${column} = ${value}`)).rejects.toThrow(/violates check constraint/)
  })

  test('may have a former monthly price', async () => {
    await sql.query(`UPDATE plan SET monthly_old_price = monthly_price + 1 WHERE slug = 'premium'`)
    await until(async () => (await plans())[1]?.monthly?.old_price === 10)
    expect((await plans())[1]?.monthly?.price).toBe(9.99)
  })

  test('without a price cannot be purchasable', async () => {
    await expect(sql.query(`UPDATE plan SET purchasable = true WHERE slug = 'business'`)).rejects.toThrow(
      'plan_purchasable',
    )
  })
})

const days = (count: number) => count * 86_400_000

test('findRefundablePayment returns only the first payment, for 14 days to the millisecond', async () => {
  const { id: user_id } = await createPerson()
  const customer_id = 'cus_first'
  await db.customer.create({ data: { id: customer_id, user_id } })
  for (const day of [0, 10]) {
    const at = new Date(days(day))
    const data = { customer_id, amount: 999, currency: 'USD', status: 'paid', created_at: at, paid_at: at }
    await db.payment.create({ data: { ...data, id: `in_${day}`, payment_intent_id: `pi_${day}` } })
  }
  const found = async (ms: number) => (await findRefundablePayment(user_id, new Date(ms)))?.id
  expect([await found(0), await found(days(14) - 1), await found(days(14))]).toEqual(['in_0', 'in_0', undefined])
})
