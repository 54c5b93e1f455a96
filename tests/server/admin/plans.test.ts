import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { PlanState } from '#shared/admin/plans.ts'
import { paths } from '#shared/paths.ts'
import { get, post, put, remove, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createPerson } from '../../support/people.ts'
import { checkout, createSubscriber, mailsOf, openShop, premium, shop } from '../../support/billing/shop.ts'
import { rowLock, statementsDuring } from '../../support/postgres/statements.ts'

await openShop()

const { api } = adminMoneyPaths
const admin = await createPerson({ role: 'admin' })
const options = { as: admin, of: shop }
const text = { name: 'Team', sub_title: 'For several', description: 'One\nTwo', unavailable_text: '' }
const state = (slug: string, more: Partial<PlanState> = {}): PlanState => ({
  slug,
  position: 5,
  tier: 2,
  currency: 'USD',
  tax_behavior: 'exclusive',
  purchasable: true,
  hidden: false,
  monthly_price: 19.99,
  monthly_old_price: null,
  yearly_price: null,
  yearly_old_price: null,
  yearly_discount: null,
  texts: { en: text, es: { ...text, name: 'Equipo' } },
  ...more,
})
async function edit(id: number, changes: object) {
  const { body, headers } = await get(api.plan(id), options)
  const { id: _id, ...now } = body
  return put(api.plan(id), { ...now, ...changes }, { ...options, headers: { 'if-match': String(headers.etag) } })
}
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const inFortyDays = dayIn(40)
const schedule = (body: object) =>
  post(api.priceChanges(premium), { billing_period: 'month', price: 12.99, starts_on: inFortyDays, ...body }, options)
const auditOf = async (id: number) =>
  (
    await sql.query(`SELECT action FROM audit_entry WHERE kind = 'plan' AND target = $1 ORDER BY id`, [String(id)])
  ).rows.map(({ action }) => action)

const shown = async () => (await get(paths.api.plans, { of: shop })).body.map(({ id }: { id: number }) => id)
const answer = async (changes: object, locale: 'en' | 'es' = 'en') =>
  (await post(api.plans, state(`reckoned-${randomUUID().slice(0, 8)}`, changes), { ...options, locale })).body
const wrong = async (more: object) => Object.keys((await post(api.plans, state('wrong', more), options)).body)

describe("the admin's plan", () => {
  test('is created, shown at once, and gets a Stripe price', async () => {
    const made = await post(api.plans, state('team'), options)
    expect(made).toMatchObject({
      status: 201,
      body: { slug: 'team', monthly_price: 19.99, texts: { es: { name: 'Equipo' } } },
    })
    const { id } = made.body
    await until(async () => (await sql.query('SELECT 1 FROM stripe_price WHERE plan_id = $1', [id])).rows.length === 1)
    const { rows } = await sql.query('SELECT amount FROM stripe_price WHERE plan_id = $1', [id])
    expect(rows).toEqual([{ amount: 1999 }])
    await until(async () =>
      (await get(paths.api.plans, { of: shop })).body.some(({ name }: { name: string }) => name === 'Team'),
    )
    expect((await edit(id, { currency: 'EUR' })).body).toHaveProperty('currency')
    expect((await edit(id, { slug: 'other' })).body).toHaveProperty('slug')
    expect(await edit(id, { monthly_price: 21, tier: 1 })).toMatchObject({ status: 200, body: { monthly_price: 21 } })
    expect(await auditOf(id)).toEqual(['created', 'changed'])
  })

  test('with an invalid value returns 400 naming the field', async () => {
    expect(await wrong({ slug: 'premium' })).toContain('slug')
    expect(await wrong({ monthly_price: 0.001 })).toContain('monthly_price')
    expect(await wrong({ monthly_price: -1 })).toContain('monthly_price')
    expect(await wrong({ monthly_price: 15.5, currency: 'ISK' })).toContain('monthly_price')
    expect(await wrong({ monthly_price: 0, yearly_price: 50 })).toContain('monthly_price')
    expect(await wrong({ currency: 'ZZZ' })).toContain('currency')
    expect(await wrong({ monthly_price: null })).toContain('purchasable')
    expect(await wrong({ monthly_old_price: 5 })).toContain('monthly_old_price')
    expect(await wrong({ monthly_old_price: 20 })).toContain('monthly_old_price')
    expect(await wrong({ tier: 10 })).toContain('tier')
    expect(await wrong({ texts: { en: { ...text, name: '' }, es: text } })).toContain('texts.en.name')
    expect(await wrong({ texts: { en: text, es: { ...text, description: 'Over {promts}' } } })).toContain(
      'texts.es.description',
    )
  })

  test.each([
    ['IDR', 1_500_000, 150_000_000],
    ['HUF', 2_990, 299_000],
    ['COP', 1_200_000, 120_000_000],
    ['JPY', 1_500, 1_500],
    ['KWD', 3.99, 3_990],
    ['ISK', 1_500, 150_000],
  ])("in currency %s stores the price %d in Stripe's unit", async (currency, monthly_price, amount) => {
    expect(await answer({ currency, monthly_price })).toMatchObject({ currency, monthly_price })
    const { rows } = await sql.query('SELECT monthly_price FROM plan WHERE currency = $1', [currency])
    expect(rows).toEqual([{ monthly_price: amount }])
  })

  test.each([
    ['USD', 0.49, 'Enter 0.5 USD or more: the payment provider charges no less.'],
    ['HUF', 29.9, 'Enter 175 HUF or more: the payment provider charges no less.'],
    ['KWD', 3.995, 'Enter an amount from 0.01 to 99,999.99 KWD in steps of 0.01.'],
    ['JPY', 1_000.5, 'Enter an amount from 50 to 2,147,483,647 JPY in steps of 1.'],
    ['ISK', 1_500.5, 'Enter an amount from 1 to 999,999 ISK in steps of 1.'],
    ['USD', 1_000_000, 'Enter an amount from 0.5 to 999,999.99 USD in steps of 0.01.'],
    ['USD', 0, 'Enter an amount from 0.5 to 999,999.99 USD in steps of 0.01.'],
  ])(
    'in currency %s returns 400 for the price %d, which Stripe would refuse',
    async (currency, monthly_price, problem) => {
      expect((await answer({ currency, monthly_price })).monthly_price).toEqual([problem])
    },
  )

  test("that is not for sale may have the price 0, as the problem states in the admin's language", async () => {
    const unsold = { purchasable: false, monthly_price: 12.345 }
    expect((await answer(unsold, 'es')).monthly_price).toEqual([
      'Indica un importe de 0 a 999.999,99 USD en pasos de 0,01.',
    ])
  })

  test('with a discount that differs from its prices returns 400 with the right discount, in either language', async () => {
    const prices = { monthly_price: 12, yearly_price: 120, yearly_old_price: 144 }
    const yearly = (discount: number | null, changes: object = {}) => ({
      ...prices,
      ...changes,
      yearly_discount: discount,
    })
    expect((await answer(yearly(80))).yearly_discount).toEqual([
      'These prices amount to a discount of 17%: enter that, or leave the field empty.',
    ])
    expect((await answer(yearly(15), 'es')).yearly_discount[0]).toContain('17 %')
    expect((await answer(yearly(17, { yearly_price: null, yearly_old_price: null }))).yearly_discount).toHaveLength(1)
    expect((await answer(yearly(1, { yearly_price: 144, yearly_old_price: null }))).yearly_discount[0]).toMatch(
      /no less/,
    )
    for (const right of [yearly(17), yearly(16), yearly(null), yearly(17, { yearly_old_price: null })])
      expect(await answer(right)).toMatchObject({ yearly_discount: right.yearly_discount })
  })

  test('with a wrong discount stored by an older release is shown without a discount', async () => {
    const { body } = await post(
      api.plans,
      state('stored', { monthly_price: 12, yearly_price: 120, yearly_old_price: 144, yearly_discount: 17 }),
      options,
    )
    const discount = async () =>
      (await get(paths.api.plans, { of: shop })).body.find(({ id }: { id: number }) => id === body.id)?.yearly.discount
    await until(async () => (await discount()) === 17)
    await sql.query('UPDATE plan SET yearly_discount = 80 WHERE id = $1', [body.id])
    await until(async () => (await discount()) !== 17)
    expect(await discount()).toBeNull()
  })

  test('returns 412 to a concurrent change, and 400 for a change of a price or tier that subscribers have', async () => {
    await createSubscriber()
    const { headers } = await get(api.plan(premium), options)
    const outdated = { ...options, headers: { 'if-match': String(headers.etag) } }
    expect((await put(api.plan(premium), state('premium'), options)).status).toBe(428)
    expect(Object.keys((await edit(premium, { monthly_price: 12.99 })).body)).toContain('monthly_price')
    expect(Object.keys((await edit(premium, { tier: 2 })).body)).toContain('tier')
    expect((await edit(premium, { position: 7 })).status).toBe(200)
    expect((await put(api.plan(premium), state('premium'), outdated)).status).toBe(412)
    expect((await get(api.plans, options)).body.find(({ id }: { id: number }) => id === premium)).toMatchObject({
      subscribers: 1,
      is_sold: true,
    })
  })

  test('can be removed only if nobody ever had it: otherwise the removal returns 409 with the reason', async () => {
    const { body, headers } = await post(api.plans, state('passing', { tier: 3 }), options)
    const etag = String(headers.etag)
    const removal = async (id: number, tag = etag) =>
      remove(api.plan(id), undefined, { ...options, headers: { 'if-match': tag } })
    await until(
      async () => (await sql.query('SELECT 1 FROM stripe_price WHERE plan_id = $1', [body.id])).rows.length > 0,
    )
    expect((await remove(api.plan(body.id), undefined, options)).status).toBe(428)
    expect((await removal(body.id, '"other"')).status).toBe(412)
    const person = await createPerson()
    await checkout(person, 'month', { plan_id: body.id })
    expect((await removal(body.id)).body).toMatchObject({ code: 'in_use', use: 'checkout' })
    await sql.query('DELETE FROM checkout WHERE plan_id = $1', [body.id])
    await sql.query(`INSERT INTO access (user_id, source, tier) VALUES ($1, 'granted', 3)`, [person.id])
    expect((await removal(body.id)).body).toMatchObject({ code: 'in_use', use: 'tier' })
    await sql.query('DELETE FROM access WHERE user_id = $1', [person.id])
    const both = await Promise.all([removal(body.id), removal(body.id)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
    expect(await auditOf(body.id)).toEqual(['created', 'removed'])
    await createSubscriber()
    expect(await removal(premium, '*')).toMatchObject({ status: 409, body: { code: 'in_use', use: 'bought' } })
    expect(Object.keys((await edit(premium, { hidden: true })).body)).toContain('hidden')
    expect((await edit(premium, { hidden: true, purchasable: false })).status).toBe(200)
    await until(async () => !(await shown()).includes(premium))
    expect((await edit(premium, { hidden: false, purchasable: true })).status).toBe(200)
    await until(async () => (await shown()).includes(premium))
  })
})

describe('a price change', () => {
  test("needs 30 days' notice, and is mailed to the subscribers of its preview when it is canceled", async () => {
    const person = await createSubscriber()
    const early = await schedule({ starts_on: dayIn(20), dry_run: true })
    expect(early.body.starts_on[0]).toMatch(/30 days’ notice/)
    for (const price of [0, 12.345, 1_000_000])
      expect((await schedule({ price, dry_run: true })).body.price).toEqual([
        'Enter an amount from 0.5 to 999,999.99 USD in steps of 0.01.',
      ])
    expect(Object.keys((await schedule({ starts_on: dayIn(4_000), dry_run: true })).body)).toContain('starts_on')
    const statements = await statementsDuring(() => schedule({ dry_run: true }))
    expect(statements.filter((statement) => rowLock.test(statement))).toEqual([])
    const dry = await schedule({ dry_run: true })
    const { subscribers, renewals } = dry.body
    expect(dry).toMatchObject({ status: 200, body: { former_price: 9.99, currency: 'USD' } })
    expect(renewals.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(subscribers)
    expect(renewals.every(({ day }: { day: string }) => day >= inFortyDays)).toBe(true)
    expect((await get(api.priceChanges(premium), options)).body).toEqual([])
    expect(dry.body.replaces).toBeNull()
    expect(await schedule({ dry_run: false, subscribers: subscribers + 1 })).toMatchObject({
      status: 409,
      body: { code: 'effect_changed', current: { subscribers } },
    })
    const clicks = await Promise.all(
      [12.99, 12.99, 13.99].map((price) => schedule({ price, dry_run: false, subscribers })),
    )
    expect(clicks.map(({ status }) => status).toSorted((a, b) => a - b)).not.toEqual([200, 200, 200])
    expect(clicks.filter(({ status }) => status === 200)).toHaveLength(1)
    const notified = async (count: number) =>
      until(async () => (await get(api.priceChanges(premium), options)).body[0]?.told === count)
    await notified(subscribers)
    const [change] = (await get(api.priceChanges(premium), options)).body
    expect(change).toMatchObject({ state: 'scheduled', is_present_price: false })
    expect([12.99, 13.99]).toContain(change.price)
    const path = api.priceChange(premium, change.id)
    const both = await Promise.all([remove(path, undefined, options), remove(path, undefined, options)])
    expect(both.map(({ status }) => status)).toEqual([204, 204])
    const canceled = (await auditOf(premium)).filter((action) => action === 'price_change_canceled')
    expect(canceled).toHaveLength(1)
    await notified(subscribers)
    const [back, former] = (await get(api.priceChanges(premium), options)).body
    expect([back, former]).toMatchObject([
      { price: 9.99, state: 'scheduled', is_present_price: true },
      { id: change.id, state: 'replaced' },
    ])
    expect(await mailsOf(person)).toEqual(['started', 'price_change', 'price_change_canceled'])
    expect(await auditOf(premium)).toEqual(expect.arrayContaining(['price_change_scheduled', 'price_change_canceled']))
  })

  test('that is canceled before its mails restores the present price for subscribers notified of an earlier change', async () => {
    const planned = async () => (await schedule({ price: 13.99, dry_run: true })).body
    const announce = async (price: number) => {
      const { subscribers: count, replaces } = (await schedule({ price, dry_run: true })).body
      const body = { price, dry_run: false, subscribers: count, replaces: replaces?.id ?? null }
      expect((await schedule(body)).status).toBe(200)
      const [change] = (await get(api.priceChanges(premium), options)).body
      await until(async () => (await get(api.priceChanges(premium), options)).body[0]?.told === count)
      return change
    }
    await createSubscriber()
    const first = await announce(12.99)
    expect((await planned()).replaces).toEqual({ id: first.id, price: 12.99, starts_on: inFortyDays })
    expect(await schedule({ price: 13.99, dry_run: false, subscribers: (await planned()).subscribers })).toMatchObject({
      status: 409,
      body: { code: 'effect_changed', current: { replaces: { id: first.id } } },
    })
    const second = await announce(14.99)
    await sql.query('DELETE FROM price_notice WHERE price_change_id = $1', [second.id])
    expect((await remove(api.priceChange(premium, second.id), undefined, options)).status).toBe(204)
    const [back] = (await get(api.priceChanges(premium), options)).body
    expect(back).toMatchObject({ price: 9.99, is_present_price: true, state: 'scheduled' })
  })

  test('returns 503 without Stripe', async () => {
    const as = await createPerson({ role: 'admin' })
    expect(
      (
        await post(
          api.priceChanges(premium),
          { billing_period: 'month', price: 1, starts_on: inFortyDays, dry_run: true },
          { as },
        )
      ).status,
    ).toBe(503)
  })
})
