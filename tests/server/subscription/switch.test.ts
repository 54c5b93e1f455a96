import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { syncCustomer } from '#server/subscription/sync-customer.ts'
import type { BillingPeriod, SwitchPreview } from '#shared/subscription/schema.ts'
import { sql } from '../../support/app.ts'
import { cards, postForm } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  accessOf,
  addPlan,
  ask,
  changeCard,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  holdWebhooks,
  invoicesOf,
  mailsOf,
  openShop,
  pageOf,
  paymentsOf,
  payUrlOf,
  premium,
  sandbox,
  webhooksProcessed,
  statusOf,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

let pro = 0
beforeAll(async () => {
  pro = await addPlan(2, 1_999, 19_188)
})

const success = `http://library.test${checkoutPaths.success}?switched=1`
const preview = (person: Person, billing_period: BillingPeriod, plan_id = premium) =>
  ask(checkoutPaths.switchPreview, person, { plan_id, billing_period })
const shownIn = ({ proration_date, amount_due, credit }: SwitchPreview) => ({ proration_date, amount_due, credit })
const amountsOf = async (person: Person) => (await paymentsOf(person)).map(({ amount }) => amount)
const pay = (address: string, card_number: string, more = {}) =>
  postForm(address, { action: 'pay', card_number, ...more })

describe('a switch', () => {
  test('from month to year charges exactly the amount of the preview, and starts a new period', async () => {
    const person = await createSubscriber('month')
    await sandbox.advance('10d')
    await webhooksProcessed()
    const first = (await preview(person, 'year')).body
    expect(first).toMatchObject({ currency: 'USD', credit: 0 })
    expect(first.amount_due).toBeGreaterThan(88)
    await sandbox.advance('1m')
    const second = (await preview(person, 'year')).body
    expect(second.proration_date).toBeGreaterThan(first.proration_date)
    await sandbox.advance('10m')
    expect(await checkout(person, 'year', shownIn(second))).toMatchObject({
      status: 200,
      body: { checkout_url: success, is_invoice: false },
    })
    await expectConsistent(person, 1)
    expect(await amountsOf(person)).toEqual([second.amount_due, 9.99])
    // The credit counts from proration_date of the preview, ten minutes ago.
    const credited = (await invoicesOf(person))[0]?.lines.data.find(({ amount }) => amount < 0)
    expect(credited?.period.start).toBe(second.proration_date)
    const status = await statusOf(person)
    expect(status).toMatchObject({ billing_period: 'year', auto_renew: true })
    const { items } = await subscriptionOf(person)
    expect(items.data).toHaveLength(1)
    expect(status?.current_period_end).toBe(new Date((items.data[0]?.current_period_end ?? 0) * 1_000).toISOString())
    expect(second.next_payment_at.slice(0, 10)).toBe(status?.current_period_end?.slice(0, 10))
    expect(await mailsOf(person)).toEqual(['started', 'switched'])
    expect((await checkout(person, 'year')).body).toMatchObject({ detail: 'You already have this plan active.' })
    expect((await preview(person, 'year')).body).toMatchObject({ code: 'already_active' })
  })

  test('from year to month keeps the rest of the year as a credit, which pays the next renewals', async () => {
    const person = await createSubscriber('year')
    const { body: shown } = await preview(person, 'month')
    expect(shown.amount_due).toBe(0)
    expect(shown.credit).toBeGreaterThan(80)
    expect(new Date(shown.next_payment_at).getTime() / 1_000).toBeLessThan(shown.proration_date + 32 * 86_400)
    expect((await checkout(person, 'month', shownIn(shown))).body.checkout_url).toBe(success)
    await expectConsistent(person, 1)
    expect(await stripe.customers.retrieve(await customerOf(person))).toMatchObject({
      balance: -Math.round(shown.credit * 100),
    })
    const credit = async () => (await ask(paths.api.subscriptionStatus, person)).body.credit
    expect(await credit()).toEqual({ amount: shown.credit, currency: 'USD', refundable: shown.credit })
    expect((await paymentsOf(person))[0]).toMatchObject({ amount: 0, status: 'paid' })
    await sandbox.advance('33d')
    await expectConsistent(person, 1)
    expect(await amountsOf(person)).toEqual([0, 0, 95.88])
    expect((await credit()).amount).toBeCloseTo(shown.credit - 9.99, 6)
    expect(await mailsOf(person)).toEqual(['started', 'switched'])
  })

  test('to another plan and back changes the tier both times', async () => {
    const person = await createSubscriber('month')
    const up = (await preview(person, 'month', pro)).body
    expect(up.amount_due).toBeLessThan(19.99)
    expect((await checkout(person, 'month', { plan_id: pro, ...shownIn(up) })).body.checkout_url).toBe(success)
    await expectConsistent(person, 2)
    const down = (await preview(person, 'month')).body
    expect(down).toMatchObject({ amount_due: 0 })
    expect((await checkout(person, 'month', shownIn(down))).body.checkout_url).toBe(success)
    await expectConsistent(person, 1)
    expect(await amountsOf(person)).toEqual([0, up.amount_due, 9.99])
    expect(await mailsOf(person)).toEqual(['started', 'switched', 'switched'])
  })

  test('returns 409 and charges nothing if price, day or amount differ from the preview', async () => {
    const person = await createSubscriber('month')
    const plan_id = await addPlan(1, 2_999, 28_788)
    const shown = shownIn((await preview(person, 'year', plan_id)).body)
    await sql.query('UPDATE plan SET yearly_price = 29999 WHERE id = $1', [plan_id])
    const outdated = {
      detail: 'The amount has changed since you saw it, and nothing was charged. Check the new amount, then try again.',
    }
    expect(await checkout(person, 'year', { plan_id, ...shown })).toMatchObject({ status: 409, body: outdated })
    const changed = shownIn((await preview(person, 'year', plan_id)).body)
    expect(changed.amount_due).toBeCloseTo(shown.amount_due + 12.11, 1)
    await sandbox.advance('16m')
    expect(await checkout(person, 'year', { plan_id, ...changed })).toMatchObject({ status: 409 })
    const future = { ...changed, proration_date: changed.proration_date + 86_400 }
    expect(await checkout(person, 'year', { plan_id, ...future })).toMatchObject({ status: 409 })
    const { proration_date } = future
    expect(await checkout(person, 'year', { plan_id, proration_date })).toMatchObject({ status: 409, body: outdated })
    expect(await checkout(person, 'year', { plan_id, ...changed, amount_due: 1 })).toMatchObject({ status: 409 })
    await expectConsistent(person, 1)
    expect(await amountsOf(person)).toEqual([9.99])
    const now = shownIn((await preview(person, 'year', plan_id)).body)
    expect((await checkout(person, 'year', { plan_id, ...now })).body.checkout_url).toBe(success)
    await expectConsistent(person, 1)
    expect(await amountsOf(person)).toEqual([now.amount_due, 9.99])
  })

  test.each([
    ['a price, as sent by a page that was open before the purchase', { price: 95.88 }],
    ['an amount without proration_date', { amount_due: 1 }],
    ['a credit without proration_date', { credit: 77 }],
  ])('with only %s returns 409 and charges nothing', async (_what, seen) => {
    const person = await createSubscriber('month')
    expect(await checkout(person, 'year', seen)).toMatchObject({ status: 409, body: { code: 'outdated' } })
    expect(await invoicesOf(person)).toHaveLength(1)
  })

  test('to a plan in another currency returns 409 with an explanation', async () => {
    const person = await createSubscriber('month')
    const plan_id = await addPlan(1, 1_500, 15_000)
    await sql.query(`UPDATE plan SET currency = 'JPY' WHERE id = $1`, [plan_id])
    const detail =
      'This plan is sold in a different currency from your subscription. You can choose it once your subscription has ended.'
    expect(await preview(person, 'year', plan_id)).toMatchObject({ status: 409, body: { detail } })
    expect(await checkout(person, 'year', { plan_id })).toMatchObject({ status: 409, body: { detail } })
    await expectConsistent(person, 1)
  })

  test('whose card is declined keeps the former plan until the invoice is paid on its page', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    const { status, body } = await checkout(person, 'year')
    expect(status).toBe(200)
    expect(body.checkout_url).not.toBe(success)
    await expectConsistent(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'month', status: 'active' })
    expect(pageOf((await checkout(person, 'year')).body.checkout_url)).toBe(pageOf(body.checkout_url))
    expect((await pay(body.checkout_url, cards.declines)).status).toBe(402)
    expect((await pay(body.checkout_url, cards.pays)).status).toBe(303)
    await expectConsistent(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year' })
    expect(await mailsOf(person)).toEqual(['started', 'switched'])
  })

  test('that needs confirmation is dropped after a day without the confirmation', async () => {
    const person = await createSubscriber('month', cards.asksAlways)
    const former = await accessOf(person)
    const { checkout_url } = (await checkout(person, 'year')).body
    await expectConsistent(person, 1)
    expect(await accessOf(person)).toEqual(former)
    const [open] = await paymentsOf(person)
    expect(open).toMatchObject({ status: 'pending', links: ['pay', 'invoice'] })
    expect(pageOf(await payUrlOf(person, open))).toBe(pageOf(checkout_url))
    expect((await pay(checkout_url, '', { confirm: 'no' })).status).toBe(402)
    await sandbox.advance('2d')
    await expectConsistent(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'month', auto_renew: true })
    expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['canceled', 'paid'])
    const again = (await checkout(person, 'year')).body.checkout_url
    expect(again).not.toBe(checkout_url)
    expect((await pay(again, '', { confirm: 'yes' })).status).toBe(303)
    await expectConsistent(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year' })
    expect(await mailsOf(person)).toEqual(['started', 'switched'])
  })

  test('that waits for a payment is replaced by another switch', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    const waiting = (await checkout(person, 'year')).body.checkout_url
    await changeCard(person, cards.pays)
    expect((await checkout(person, 'month', { plan_id: pro })).body.checkout_url).toBe(success)
    expect((await pay(waiting, cards.pays)).status).not.toBe(303)
    await expectConsistent(person, 2)
    expect((await paymentsOf(person)).map(({ status }) => status).toSorted()).toEqual(['canceled', 'paid', 'paid'])
  })

  test.each([
    ['the same plan', () => ({ billing_period: 'year' })],
    ['another plan', () => ({ plan_id: pro })],
  ])('does not run at the same time as another switch to %s', async (_what, other) => {
    const person = await createSubscriber('month')
    const shown = shownIn((await preview(person, 'year')).body)
    await sandbox.advance('2s')
    const both = await Promise.all([checkout(person, 'year', shown), checkout(person, 'month', other())])
    const statuses = both.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    await expectConsistent(person, (await statusOf(person))?.plan_tier ?? 0)
    const made = statuses.filter((status) => status === 200).length
    expect((await invoicesOf(person)).length).toBeLessThanOrEqual(1 + made)
    expect((await mailsOf(person)).length).toBeLessThanOrEqual(1 + made)
  })

  test.each([
    ['the auto-renew switch', 0],
    ['a date in the Dashboard', 3_600],
  ])('of a subscription that ends by %s switches auto-renew on', async (_how, seconds) => {
    const person = await createSubscriber('month')
    const { id, items } = await subscriptionOf(person)
    if (seconds === 0) await ask(paymentPaths.autoRenew, person, { enabled: false })
    else await stripe.subscriptions.update(id, { cancel_at: (items.data[0]?.current_period_end ?? 0) - seconds })
    expect((await checkout(person, 'year')).body.checkout_url).toBe(success)
    await expectConsistent(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year', auto_renew: true })
    expect(await subscriptionOf(person)).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
  })

  test("while a renewal is unpaid returns the URL of the renewal's invoice", async () => {
    const person = await createSubscriber('month', cards.failsLater)
    await sandbox.advance('32d')
    await webhooksProcessed()
    expect(await statusOf(person)).toMatchObject({ status: 'past_due' })
    expect(await preview(person, 'year')).toMatchObject({ status: 409, body: { code: 'owed' } })
    const { checkout_url } = (await checkout(person, 'year')).body
    const [owed] = await paymentsOf(person)
    expect(pageOf(await payUrlOf(person, owed))).toBe(pageOf(checkout_url))
    await expectConsistent(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'month' })
    expect((await pay(checkout_url, cards.pays)).status).toBe(303)
    await expectConsistent(person, 1)
    await changeCard(person, cards.pays)
    const shown = (await preview(person, 'year')).body
    expect((await checkout(person, 'year', shownIn(shown))).body.checkout_url).toBe(success)
    await expectConsistent(person, 1)
    expect(await amountsOf(person)).toEqual([shown.amount_due, 9.99, 9.99])
    expect(await mailsOf(person)).toEqual(['started', 'payment_failed', 'recovered', 'switched'])
  })

  test("is carried out once even if Stripe's response is lost", async () => {
    const person = await createSubscriber('month')
    const { id } = await subscriptionOf(person)
    const path = `/v1/subscriptions/${id}`
    await holdWebhooks()
    await sandbox.control('/outages', { method: 'POST', path, times: 3, mode: 'drop', when: 'after' })
    expect(await checkout(person, 'year')).toMatchObject({
      status: 503,
      body: { detail: 'The payment provider cannot be reached. Try again in a minute.' },
    })
    await sandbox.control('/deliveries/release')
    expect((await checkout(person, 'year')).status).toBe(409)
    await expectConsistent(person, 1)
    expect(await invoicesOf(person)).toHaveLength(2)
    await sandbox.control('/outages', { method: 'POST', path, times: 3 })
    expect((await checkout(person, 'month', { plan_id: pro })).status).toBe(503)
    expect((await checkout(person, 'month', { plan_id: pro })).status).toBe(200)
    await expectConsistent(person, 2)
  })

  test('confirmed again after a lost response returns the same URL and charges once', async () => {
    const person = await createSubscriber('month')
    await sandbox.advance('1d')
    const shown = shownIn((await preview(person, 'year')).body)
    const first = await checkout(person, 'year', shown)
    expect(await checkout(person, 'year', shown)).toMatchObject({ status: 200, body: first.body })
    expect(first.body.checkout_url).toBe(success)
    expect(await invoicesOf(person)).toHaveLength(2)
    expect(await checkout(person, 'year')).toMatchObject({ status: 409, body: { code: 'already_active' } })
    const before = { ...shown, proration_date: (shown.proration_date ?? 0) + 86_400 }
    expect((await checkout(person, 'year', before)).status).toBe(409)
  })

  test.each(['yes', 'no'] as const)(
    'of an ending subscription switches auto-renew on when paid, if it was not switched since: %s',
    async (isLast) => {
      const person = await createSubscriber('month', cards.asksAlways)
      const autoRenew = (enabled: boolean) => ask(paymentPaths.autoRenew, person, { enabled })
      await autoRenew(false)
      const address = (await checkout(person, 'year')).body.checkout_url
      await webhooksProcessed()
      expect(await statusOf(person)).toMatchObject({ billing_period: 'month', auto_renew: false })
      if (isLast === 'no') {
        await autoRenew(true)
        await autoRenew(false)
      }
      expect((await pay(address, '', { confirm: 'yes' })).status).toBe(303)
      await expectConsistent(person, 1)
      expect(await statusOf(person)).toMatchObject({ billing_period: 'year', auto_renew: isLast === 'yes' })
    },
  )

  test('that is interrupted before it switches auto-renew on does so in the next sync', async () => {
    const person = await createSubscriber('month')
    await ask(paymentPaths.autoRenew, person, { enabled: false })
    const { id } = await subscriptionOf(person)
    await holdWebhooks()
    expect((await checkout(person, 'year')).status).toBe(200)
    // The state after a crash between the two calls.
    await sql.query('UPDATE subscription SET switch_price_id = price_id WHERE id = $1', [id])
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    // An unknown status postpones the step.
    await sandbox.control(`/objects/${id}`, { changes: { status: 'daydreaming' } })
    await syncCustomer(sync, await customerOf(person))
    await sandbox.control(`/objects/${id}`, { changes: { status: 'active' } })
    await sandbox.control('/deliveries/release')
    await expectConsistent(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year', auto_renew: true })
    const { rows } = await sql.query('SELECT switch_price_id FROM subscription WHERE id = $1', [id])
    expect(rows).toEqual([{ switch_price_id: null }])
  })

  test('without a card returns 409 with an explanation', async () => {
    const person = await createSubscriber('month', cards.bankDebit)
    await sandbox.advance('4d')
    await expectConsistent(person, 1)
    const { status, body } = await ask(
      checkoutPaths.checkout,
      person,
      { plan_id: premium, billing_period: 'year' },
      'es',
    )
    expect(status).toBe(409)
    expect(body.detail).toContain('tienes que pagar con tarjeta')
    await changeCard(person, cards.pays)
    expect((await checkout(person, 'year')).body.checkout_url).toBe(success)
    await expectConsistent(person, 1)
  })

  test('of a subscription that has ended returns 409', async () => {
    const person = await createSubscriber('month')
    await holdWebhooks()
    await stripe.subscriptions.cancel((await subscriptionOf(person)).id)
    expect((await preview(person, 'year')).body).toMatchObject({
      detail: 'This subscription has ended. Choose a plan to subscribe again.',
    })
    await sandbox.control('/deliveries/release')
    await expectConsistent(person, 0)
  })

  test('without a subscription returns 409 for the preview', async () => {
    const { status, body } = await preview(await createPerson(), 'year')
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'no_subscription', detail: 'You have no subscription.' })
  })
})
