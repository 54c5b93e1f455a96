import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { Plan } from '#shared/subscription/schema.ts'
import { db } from '#server/database/db.ts'
import { FieldProblem } from '#server/problem.ts'
import { ensurePrice } from '#server/subscription/prices/prices.ts'
import type { Stripe } from '#server/subscription/stripe.ts'
import { sql, url as database } from '../../support/app.ts'
import { until, waitForBlockedLock, withClient } from '../../support/postgres/database.ts'
import { cards, postForm } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  accessOf,
  addPlan,
  ask,
  checkout,
  returnFromCheckout,
  createSubscriber,
  customerOf,
  expectConsistent,
  holdWebhooks,
  mailsOf,
  openShop,
  payAt,
  paymentsOf,
  premium,
  sandbox,
  sessionOf,
  webhooksProcessed,
  statusOf,
  stripe,
  subscriptionsOf,
} from '../../support/billing/shop.ts'

await openShop()

const planRefusal = { status: 400, body: { plan_id: ['Choose a plan that can be bought.'] } }

describe('a purchase', () => {
  test('activates the plan at once, lists the payment and sends one mail', async () => {
    const person = await createPerson()
    expect(await statusOf(person)).toBeNull()
    const { body } = await checkout(person)
    const unpaid = await returnFromCheckout(person, sessionOf(body.checkout_url))
    expect(unpaid).toMatchObject({ body: { outcome: 'unpaid' } })
    const session = await payAt(body.checkout_url)
    expect(await returnFromCheckout(person, session)).toMatchObject({ status: 200, body: { outcome: 'activated' } })
    expect(await statusOf(person)).toMatchObject({
      plan_id: premium,
      plan_name: 'Premium',
      billing_period: 'month',
      user_tier: 1,
      plan_tier: 1,
      status: 'active',
      auto_renew: true,
    })
    await webhooksProcessed()
    expect(await returnFromCheckout(person, session)).toMatchObject({ body: { outcome: 'activated' } })
    expect(await paymentsOf(person)).toMatchObject([
      { plan: 'Premium', amount: 9.99, currency: 'USD', status: 'paid', links: ['receipt', 'invoice'] },
    ])
    expect(await mailsOf(person)).toEqual(['started'])
    await expectConsistent(person, 1)
  })

  test('grants access until seven days after the paid period, for a late renewal', async () => {
    const person = await createSubscriber('year')
    const [subscription] = await subscriptionsOf(person)
    const end = (subscription?.items.data[0]?.current_period_end ?? 0) * 1_000
    expect(await accessOf(person)).toEqual({ tier: 1, expires_at: new Date(end + 7 * 86_400_000) })
    expect(await paymentsOf(person)).toMatchObject([{ amount: 95.88 }])
  })

  test('returns 401 to a visitor', async () => {
    for (const path of [checkoutPaths.checkout, checkoutPaths.checkoutReturn, checkoutPaths.switchPreview])
      expect((await ask(path, undefined, {})).status).toBe(401)
    for (const path of [paths.api.subscriptionStatus, paymentPaths.payments()])
      expect((await ask(path)).status).toBe(401)
  })

  test.each([
    ['plan_id', { plan_id: 999_999 }],
    ['plan_id', { plan_id: 'one' }],
    ['billing_period', { billing_period: 'week' }],
  ])('returns 400 naming the field for an invalid %s', async (field, wrong) => {
    const { status, body } = await checkout(await createPerson(), 'month', wrong)
    expect(status).toBe(400)
    expect(Object.keys(body)).toContain(field)
  })

  test('returns 400 for a plan that is not for sale', async () => {
    const { rows } = await sql.query(`SELECT id FROM plan WHERE slug IN ('free', 'business')`)
    for (const { id } of rows)
      expect(await checkout(await createPerson(), 'month', { plan_id: id })).toMatchObject(planRefusal)
  })

  test('returns 400 for a plan that is deleted during the request', async () => {
    const person = await createPerson()
    await checkout(person)
    const before = await addPlan(1, 500, 5_000)
    vi.spyOn(stripe.prices, 'list').mockImplementationOnce((params) => {
      const removed = sql.query('DELETE FROM plan WHERE id = $1', [before])
      return removed.then(() => stripe.prices.list(params)) as ReturnType<typeof stripe.prices.list>
    })
    const priced = ensurePrice(stripe, { plan_id: before, billing_period: 'month' })
    await expect(priced).rejects.toBeInstanceOf(FieldProblem)

    const after = await addPlan(1, 600, 6_000)
    const pending = await withClient(database, async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT FROM "user" WHERE id = $1 FOR UPDATE', [person.id])
      const answer = checkout(person, 'month', { plan_id: after })
      await waitForBlockedLock(database)
      await client.query('DELETE FROM stripe_price WHERE plan_id = $1', [after])
      await client.query('DELETE FROM plan WHERE id = $1', [after])
      await client.query('COMMIT')
      return { answer }
    })
    expect(await pending.answer).toMatchObject(planRefusal)
  })

  test('returns 409 for a plan that is already active', async () => {
    const person = await createSubscriber()
    const { status, body } = await checkout(person)
    expect(status).toBe(409)
    expect(body).toMatchObject({ detail: 'You already have this plan active.' })
    await expectConsistent(person, 1)
  })

  test('in three tabs at once has one checkout URL and one subscription', async () => {
    const person = await createPerson()
    const tabs = await Promise.all([checkout(person), checkout(person), checkout(person)])
    const addresses = new Set(tabs.map(({ body }) => body.checkout_url))
    expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(addresses.size).toBe(1)
    await payAt([...addresses][0])
    expect((await postForm([...addresses][0], { action: 'pay', card_number: cards.pays })).status).not.toBe(200)
    await expectConsistent(person, 1)
    expect(await subscriptionsOf(person)).toHaveLength(1)
  })

  test('of another billing period expires the open checkout session', async () => {
    const person = await createPerson()
    const first = (await checkout(person, 'month')).body.checkout_url
    const second = (await checkout(person, 'year')).body.checkout_url
    expect(second).not.toBe(first)
    expect((await stripe.checkout.sessions.retrieve(sessionOf(first))).status).toBe('expired')
    await payAt(second)
    await expectConsistent(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year' })
  })

  test('whose card is declined grants no access, and its checkout can be paid with another card', async () => {
    const person = await createPerson()
    const { checkout_url } = (await checkout(person)).body
    expect((await postForm(checkout_url, { action: 'pay', card_number: cards.declines })).status).toBe(402)
    await webhooksProcessed()
    expect(await accessOf(person)).toBeNull()
    expect((await checkout(person)).body.checkout_url).toBe(checkout_url)
    await payAt(checkout_url)
    await expectConsistent(person, 1)
  })

  test('that was left at the checkout returns the same checkout URL again', async () => {
    const person = await createPerson()
    const { checkout_url } = (await checkout(person)).body
    expect(await postForm(checkout_url, { action: 'cancel' })).toMatchObject({
      status: 303,
      location: `http://library.test${checkoutPaths.cancel}`,
    })
    expect((await checkout(person)).body.checkout_url).toBe(checkout_url)
  })

  test('whose card needs confirmation grants access only after the confirmation', async () => {
    const person = await createPerson()
    const { checkout_url } = (await checkout(person)).body
    const refused = await postForm(checkout_url, { action: 'pay', card_number: cards.asksOnce, confirm: 'no' })
    expect(refused.status).toBe(402)
    expect(await accessOf(person)).toBeNull()
    await payAt(checkout_url, cards.asksOnce)
    await expectConsistent(person, 1)
  })

  test('by bank debit grants access only once the debit is paid', async () => {
    const person = await createPerson()
    const { checkout_url } = (await checkout(person)).body
    await payAt(checkout_url, cards.bankDebit)
    await webhooksProcessed()
    expect(await returnFromCheckout(person, sessionOf(checkout_url))).toMatchObject({ body: { outcome: 'pending' } })
    expect(await paymentsOf(person)).toMatchObject([{ status: 'processing', links: ['invoice'] }])
    expect(await accessOf(person)).toBeNull()
    await sandbox.advance('4d')
    await webhooksProcessed()
    expect(await returnFromCheckout(person, sessionOf(checkout_url))).toMatchObject({ body: { outcome: 'activated' } })
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
  })

  test('returns 404 for an unknown checkout session and for that of another person', async () => {
    const { checkout_url } = (await checkout(await createPerson())).body
    const session = await payAt(checkout_url)
    const thief = await createPerson()
    for (const id of [session, 'cs_test_madeup']) expect((await returnFromCheckout(thief, id)).status).toBe(404)
    expect((await returnFromCheckout(thief, 'sub_1')).status).toBe(400)
    await expectConsistent(thief, 0)
  })

  test('returns 503 while Stripe is unreachable, and succeeds once Stripe is back', async () => {
    const person = await createPerson()
    await sandbox.control('/outages', { path: '/v1/customers', method: 'POST', times: 6, mode: 'error' })
    expect((await checkout(person)).status).toBe(503)
    expect((await checkout(person)).status).toBe(200)
    const locked = { path: '/v1/checkout/sessions', method: 'POST', status: 429, code: 'lock_timeout' }
    await sandbox.control('/outages', locked)
    expect(await checkout(person)).toMatchObject({ status: 503, body: { detail: expect.stringContaining('reach') } })
    await sandbox.control('/outages', { ...locked, retry: true })
    expect((await checkout(person)).status).toBe(200)
    await sandbox.control('/outages', { path: '/v1/checkout/sessions', times: 1, mode: 'drop', when: 'after' })
    const other = await createPerson()
    await payAt((await checkout(other)).body.checkout_url)
    await expectConsistent(other, 1)
    expect(await customerOf(other)).toMatch(/^cus_/)
  })
})

/** Creates a checkout session at Stripe that the database does not contain. */
async function forceSession(person: Person, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const { rows } = await sql.query(
    `SELECT id FROM stripe_price WHERE plan_id = $1 AND billing_period = 'month' ORDER BY created_at DESC`,
    [premium],
  )
  const { url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: await customerOf(person),
    line_items: [{ price: rows[0].id, quantity: 1 }],
    success_url: 'http://library.test/subscription/success',
    ...more,
  })
  return url ?? ''
}

const statusesOf = async (person: Person) => (await paymentsOf(person)).map(({ status }) => status).toSorted()

describe('a second purchase', () => {
  test('is canceled and refunded if two open sessions are both paid', async () => {
    const person = await createPerson()
    const first = (await checkout(person)).body.checkout_url
    const second = await forceSession(person)
    await Promise.all([payAt(first), payAt(second)])
    await expectConsistent(person, 1)
    expect(await statusesOf(person)).toEqual(['paid', 'refunded'])
    expect((await mailsOf(person)).toSorted()).toEqual(['refunded', 'started'])
  })

  test('is canceled and refunded if it is paid long after the first purchase', async () => {
    const person = await createSubscriber('year')
    const [retained] = await subscriptionsOf(person)
    await payAt(await forceSession(person))
    await expectConsistent(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year' })
    const live = (await subscriptionsOf(person)).filter(({ status }) => status === 'active')
    expect(live.map(({ id }) => id)).toEqual([retained?.id])
    expect(await statusesOf(person)).toEqual(['paid', 'refunded'])
    expect(await mailsOf(person)).toEqual(['started', 'refunded'])
  })

  test('returns 409 while a bank debit is processing, and succeeds after the debit has failed', async () => {
    const person = await createPerson()
    const { checkout_url } = (await checkout(person)).body
    const session = await payAt(checkout_url, cards.bankDebitFails)
    await webhooksProcessed()
    expect(await checkout(person)).toMatchObject({ status: 409 })
    expect(await checkout(person, 'year')).toMatchObject({ status: 409 })
    await sandbox.advance('4d')
    await expectConsistent(person, 0)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'failed' }])
    expect(await returnFromCheckout(person, session)).toMatchObject({
      status: 402,
      body: { detail: expect.any(String) },
    })
    expect(await mailsOf(person)).toEqual([])
    await payAt((await checkout(person)).body.checkout_url)
    await expectConsistent(person, 1)
  })

  test('of another billing period returns 409 if the first purchase is paid during the request', async () => {
    const person = await createPerson()
    const first = (await checkout(person)).body.checkout_url
    await holdWebhooks()
    await sandbox.control('/outages', { path: '/v1/prices', method: 'GET', mode: 'hold' })
    // The request has found no subscription, and reads the price while the first session is paid.
    const other = checkout(person, 'year')
    await until(sandbox.hasUsedOutages)
    await payAt(first)
    await sandbox.clearOutages()
    expect(await other).toMatchObject({ status: 409 })
    expect(await subscriptionsOf(person)).toHaveLength(1)
    await sandbox.control('/deliveries/release')
    await expectConsistent(person, 1)
  })

  test('succeeds within the minute in which the first subscription ended', async () => {
    const person = await createSubscriber()
    const [first] = await subscriptionsOf(person)
    await stripe.subscriptions.cancel(first?.id ?? '')
    await expectConsistent(person, 0)
    await payAt((await checkout(person)).body.checkout_url)
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started', 'ended', 'started'])
  })
})

const inSpanish = (as: Person) => ask(checkoutPaths.checkout, as, { plan_id: premium, billing_period: 'month' }, 'es')

describe('an open checkout session', () => {
  test('is replaced by a session in the language of the new request', async () => {
    const person = await createPerson()
    const first = sessionOf((await checkout(person)).body.checkout_url)
    const { status, body } = await inSpanish(person)
    expect(status).toBe(200)
    expect(await stripe.checkout.sessions.retrieve(first)).toMatchObject({ status: 'expired' })
    expect(await stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url))).toMatchObject({ locale: 'es' })
    await payAt(body.checkout_url)
    await expectConsistent(person, 1)
  })

  test.each([1, 2, 3, 4, 5])('is the only open session after simultaneous requests (%i)', async () => {
    const person = await createPerson()
    const answers = await Promise.all([checkout(person), inSpanish(person), checkout(person), inSpanish(person)])
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
    const { data } = await stripe.checkout.sessions.list({ customer: await customerOf(person), status: 'open' })
    expect(data.length).toBeLessThanOrEqual(1)
    await payAt((await checkout(person)).body.checkout_url)
    await expectConsistent(person, 1)
  })

  test('is replaced by a session at the present price after a price change', async () => {
    const person = await createPerson()
    const first = sessionOf((await checkout(person)).body.checkout_url)
    await sql.query('UPDATE plan SET monthly_price = 1299 WHERE id = $1', [premium])
    const { checkout_url } = (await checkout(person)).body
    await sql.query('UPDATE plan SET monthly_price = 999 WHERE id = $1', [premium])
    expect(await stripe.checkout.sessions.retrieve(first)).toMatchObject({ status: 'expired' })
    await payAt(checkout_url)
    await expectConsistent(person, 1)
    expect(await paymentsOf(person)).toMatchObject([{ amount: 12.99 }])
  })

  test('that expired at Stripe is replaced by a new session', async () => {
    const person = await createPerson()
    const first = (await checkout(person)).body.checkout_url
    await stripe.checkout.sessions.expire(sessionOf(first))
    const { checkout_url } = (await checkout(person)).body
    expect(checkout_url).not.toBe(first)
    await payAt(checkout_url)
    await expectConsistent(person, 1)
  })
})

describe('a paid checkout', () => {
  test('with a coupon of 100% grants access for a payment of 0', async () => {
    const person = await createPerson()
    await checkout(person)
    const { id: coupon } = await stripe.coupons.create({ percent_off: 100, duration: 'once' })
    await payAt(await forceSession(person, { discounts: [{ coupon }] }))
    await expectConsistent(person, 1)
    expect(await paymentsOf(person)).toMatchObject([{ amount: 0, amount_refunded: 0, status: 'paid' }])
    expect(await mailsOf(person)).toEqual(['started'])
  })

  test.each([
    ['JPY', 1_200, 1_200],
    ['KWD', 3_500, 3.5],
  ])('in %s is shown and stored in the units of the currency', async (currency, monthly_price, decimal) => {
    const texts = { create: { locale: 'en' as const, name: `Plan in ${currency}`, sub_title: '', description: '' } }
    const { id: plan_id } = await db.plan.create({
      data: {
        slug: `plan-${currency.toLowerCase()}`,
        position: 9,
        tier: 1,
        purchasable: true,
        currency,
        monthly_price,
        texts,
      },
    })
    const findPlan = async () => ((await ask(paths.api.plans)).body as Plan[]).find(({ id }) => id === plan_id)
    await until(async () => (await findPlan()) !== undefined)
    expect(await findPlan()).toMatchObject({ currency, monthly: { price: decimal } })
    const person = await createPerson()
    await payAt((await checkout(person, 'month', { plan_id })).body.checkout_url)
    await expectConsistent(person, 1)
    expect(await paymentsOf(person)).toMatchObject([{ amount: decimal, currency, status: 'paid' }])
    const stored = sql.query('SELECT amount FROM payment WHERE currency = $1', [currency])
    expect((await stored).rows).toEqual([{ amount: monthly_price }])
  })
})
