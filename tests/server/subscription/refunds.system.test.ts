import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/locale.ts'
import { findRefundablePayment } from '#server/subscription/refunds/refunds.ts'
import { url } from '../../support/app.ts'
import { cards, postForm } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  ask,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  holdWebhooks,
  intentOf,
  mailsOf,
  openShop,
  payAt,
  paymentsOf,
  sandbox,
  webhooksProcessed,
  shopSettings,
  statusOf,
  stripe,
  subscriptionOf,
} from '../../support/billing/shop.ts'
import { inheritedEnvironment } from '../../support/site.ts'

await openShop()

const exec = promisify(execFile)
const refund = (person: Person | undefined, locale?: Locale) => ask(paymentPaths.refund, person, {}, locale)
const paidIntent = async (person: Person) => intentOf((await paymentsOf(person))[0]?.id ?? '')
const refundsOf = async (person: Person) =>
  (await stripe.refunds.list({ payment_intent: await paidIntent(person) })).data
const balanceOf = async (person: Person) => {
  const customer = await stripe.customers.retrieve(await customerOf(person))
  return customer.deleted ? null : customer.balance
}
/** Returns the command's JSON, or its error output if it fails. */
async function cli(...args: string[]) {
  const node = ['--disable-warning=ExperimentalWarning', 'scripts/cli/main.ts', 'stripe', ...args, '--json']
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE, DATA_DIR } = shopSettings
  const settings = { DATABASE_URL: url, DATA_DIR, STRIPE_SECRET_KEY, STRIPE_API_BASE, STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  return exec(process.execPath, node, { env: { ...inheritedEnvironment(), ...settings } }).then(
    ({ stdout }) => JSON.parse(stdout),
    ({ stderr }: { stderr: string }) => stderr,
  )
}
const noRefund = 'A refund can be requested within 14 days of the first payment.'

test('an invoice paid after its subscription has ended is refunded once', async () => {
  const person = await createSubscriber('month', cards.failsLater)
  await sandbox.advance('32d')
  await webhooksProcessed()
  const [owed] = await paymentsOf(person)
  await sandbox.advance('60d')
  await webhooksProcessed()
  expect(await statusOf(person)).toBeNull()
  expect((await paymentsOf(person))[0]).toMatchObject({ status: 'failed', links: ['invoice'] })
  const late = { action: 'pay', card_number: cards.refundPending }
  const { hosted_invoice_url } = await stripe.invoices.retrieve(owed?.id ?? '')
  expect((await postForm(hosted_invoice_url ?? '', late)).status).toBe(303)
  await expectConsistent(person, 0)
  expect((await paymentsOf(person))[0]).toMatchObject({ status: 'paid' })
  await sandbox.advance('10d')
  await expectConsistent(person, 0)
  expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['refunded', 'paid'])
  expect(await refundsOf(person)).toHaveLength(1)
})

describe('POST /api/subscription/refund/', () => {
  test('refunds the first payment and ends the subscription once after simultaneous requests', async () => {
    const person = await createSubscriber()
    const both = await Promise.all([refund(person), refund(person)])
    expect(both.map(({ status }) => status)).toContain(204)
    expect(both.map(({ status }) => status).filter((status) => status !== 204 && status !== 409)).toEqual([])
    await expectConsistent(person, 0)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'refunded', amount: 9.99, amount_refunded: 9.99 }])
    expect(await refundsOf(person)).toHaveLength(1)
    expect((await mailsOf(person)).toSorted()).toEqual(['ended', 'refunded', 'started'])
    // A repeated request succeeds: the first response may have been lost.
    expect((await refund(person)).status).toBe(204)
    expect(await refundsOf(person)).toHaveLength(1)
    await payAt((await checkout(person)).body.checkout_url)
    await expectConsistent(person, 1)
    expect(await refund(person)).toMatchObject({ status: 409, body: { detail: noRefund } })
    await expectConsistent(person, 1)
  })

  test("succeeds on day 14 and returns 409 on day 15, by Stripe's clock", async () => {
    const [early, late] = [await createSubscriber(), await createSubscriber()]
    await sandbox.advance('335h')
    expect(await paymentsOf(early)).toMatchObject([{ refundable_amount: 9.99 }])
    expect((await refund(early)).status).toBe(204)
    await sandbox.advance('1h')
    await expectConsistent(early, 0)
    expect(await refund(late)).toMatchObject({ status: 409, body: { code: 'no_refund', detail: noRefund } })
    expect((await refund(late, 'es')).body.detail).toBe(
      'El reembolso se puede pedir en los 14 días posteriores al primer pago.',
    )
    await expectConsistent(late, 1)
    expect(await paymentsOf(late)).toMatchObject([{ refundable_until: null, refundable_amount: null }])
    const paid_at = new Date((await paymentsOf(late))[0]?.date ?? '').getTime()
    expect(await findRefundablePayment(late.id, new Date(paid_at + 14 * 86_400_000 - 1))).not.toBeNull()
    expect(await findRefundablePayment(late.id, new Date(paid_at + 14 * 86_400_000))).toBeNull()
  })

  test('returns 401 to a visitor and 409 to a person without a payment', async () => {
    expect((await refund(undefined)).status).toBe(401)
    expect((await refund(await createPerson())).status).toBe(409)
  })

  test('cancels the subscription later when the process died after the refund', async () => {
    const person = await createSubscriber()
    await holdWebhooks()
    await sandbox.control('/outages', { method: 'DELETE', path: '/v1/subscriptions', times: 3 })
    expect((await refund(person)).status).toBe(503)
    expect((await subscriptionOf(person)).status).toBe('active')
    await sandbox.control('/deliveries/release')
    await expectConsistent(person, 0)
    expect((await subscriptionOf(person)).status).toBe('canceled')
    expect(await refundsOf(person)).toHaveLength(1)
    expect((await mailsOf(person)).toSorted()).toEqual(['ended', 'refunded', 'started'])
  })

  test("makes no second refund when Stripe's response to the first was lost", async () => {
    const person = await createSubscriber()
    await sandbox.control('/outages', { method: 'POST', path: '/v1/refunds', times: 3, mode: 'drop', when: 'after' })
    expect((await refund(person)).status).toBe(503)
    await expectConsistent(person, 0)
    expect(await refundsOf(person)).toHaveLength(1)
  })

  test('refunds the payment of a switch and the first payment', async () => {
    const person = await createSubscriber()
    await checkout(person, 'year')
    await webhooksProcessed()
    const [switched, first] = await paymentsOf(person)
    const total = (switched?.amount ?? 0) + (first?.amount ?? 0)
    expect(first?.refundable_amount).toBeCloseTo(total, 2)
    expect(switched?.refundable_amount).toBeNull()
    expect((await refund(person)).status).toBe(204)
    await expectConsistent(person, 0)
    expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['refunded', 'refunded'])
    expect((await mailsOf(person)).toSorted()).toEqual(['ended', 'refunded', 'refunded', 'started', 'switched'])
  })

  test('runs before or after a simultaneous switch, never during the switch', async () => {
    const person = await createSubscriber()
    const [refunded, switched] = await Promise.all([refund(person), checkout(person, 'year')])
    expect([204, 409]).toContain(refunded.status)
    expect([200, 409]).toContain(switched.status)
    await expectConsistent(person, refunded.status === 204 ? 0 : 1)
    const paid = (await paymentsOf(person)).filter(({ status }) => status === 'paid')
    expect(paid.length > 0).toBe(refunded.status !== 204)
  })

  test('removes the credit of the refunded payment', async () => {
    const person = await createSubscriber('year')
    await sandbox.advance('2s')
    await checkout(person, 'month')
    await webhooksProcessed()
    expect(await balanceOf(person)).toBeLessThan(-8_000)
    expect((await refund(person)).status).toBe(204)
    await expectConsistent(person, 0)
    expect(await balanceOf(person)).toBe(0)
    expect((await paymentsOf(person)).map(({ amount, status }) => [amount, status])).toEqual([
      [0, 'paid'],
      [95.88, 'refunded'],
    ])
  })

  test('ends the subscription while the refund is pending, and can be repeated if the refund fails', async () => {
    const person = await createSubscriber('month', cards.refundPending)
    expect((await refund(person)).status).toBe(204)
    expect((await refund(person)).status).toBe(204)
    await expectConsistent(person, 0)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid', amount_refunded: 0 }])
    const [pending] = await refundsOf(person)
    expect(await refundsOf(person)).toHaveLength(1)
    await sandbox.control(`/refunds/${pending?.id}/settle`, { status: 'failed' })
    await expectConsistent(person, 1)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid', amount_refunded: 0 }])
    expect((await refund(person)).status).toBe(204)
    await expectConsistent(person, 0)
    await sandbox.advance('6d')
    await expectConsistent(person, 0)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'refunded' }])
    expect((await mailsOf(person)).toSorted()).toEqual(['ended', 'refund_failed_open', 'refunded', 'started'])
  })
})

describe('a refund from the Dashboard', () => {
  test('in three parts ends the subscription with the last part', async () => {
    const person = await createSubscriber()
    const payment_intent = await paidIntent(person)
    for (const [amount, refundedAmount, status, tier] of [
      [300, 3, 'partially-refunded', 1],
      [300, 6, 'partially-refunded', 1],
      [399, 9.99, 'refunded', 0],
    ] as const) {
      await sandbox.control('/refunds', { payment_intent, amount })
      await expectConsistent(person, tier)
      expect(await paymentsOf(person)).toMatchObject([{ status, amount_refunded: refundedAmount }])
    }
    expect((await subscriptionOf(person)).status).toBe('canceled')
    expect((await mailsOf(person)).toSorted()).toEqual(['ended', 'refunded', 'refunded', 'refunded', 'started'])
  })

  test('that is pending has an effect only if it succeeds', async () => {
    const person = await createSubscriber()
    const payment_intent = await paidIntent(person)
    const start = () => sandbox.control<{ id: string }>('/refunds', { payment_intent, course: 'pending' })
    const failing = await start()
    await expectConsistent(person, 1)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid' }])
    await sandbox.control(`/refunds/${failing.id}/settle`, { status: 'failed' })
    await expectConsistent(person, 1)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid', amount_refunded: 0 }])
    expect(await mailsOf(person)).toEqual(['started', 'refund_failed'])
    const { id } = await start()
    await sandbox.control(`/refunds/${id}/settle`, { status: 'succeeded' })
    await expectConsistent(person, 0)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'refunded' }])
  })

  test('for an earlier payment keeps the access of a later payment', async () => {
    const person = await createSubscriber()
    const payment_intent = await paidIntent(person)
    await sandbox.advance('32d')
    await expectConsistent(person, 1)
    await sandbox.control('/refunds', { payment_intent })
    await expectConsistent(person, 1)
    expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['paid', 'refunded'])
  })

  test('for a payment with a remaining credit ends the subscription and removes the credit', async () => {
    const person = await createSubscriber('year')
    const payment_intent = await paidIntent(person)
    await checkout(person, 'month')
    await expectConsistent(person, 1)
    await sandbox.control('/refunds', { payment_intent })
    await expectConsistent(person, 0)
    expect(await balanceOf(person)).toBe(0)
    expect(await statusOf(person)).toBeNull()
  })
})

describe('a refund by an operator', () => {
  test('is made by npm run cli -- stripe refund, and its events are listed and retried by stripe events', async () => {
    const person = await createSubscriber()
    const [payment] = await paymentsOf(person)
    const id = payment?.id ?? ''
    expect(await cli('refund', id, '--amount', '4.50', '--dry-run')).toMatchObject({ amount: 450, dry_run: true })
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid' }])
    expect(await cli('refund', id, '--amount', '100')).toBe(
      `At most 9.99 USD can be refunded of ${id}, in whole units.\n`,
    )
    expect(await cli('refund', id)).toMatchObject({ amount: 999, status: 'refunded', dry_run: false })
    await expectConsistent(person, 0)
    expect(await cli('refund', id)).toBe(`Nothing is left to refund of ${id}.\n`)
    const { events } = await cli('events', 'list', '--limit', '1')
    expect(await cli('events', 'retry', events[0].id)).toEqual({ events: [events[0].id], failed: [], dry_run: false })
    expect((await cli('events', 'list', '--waiting')).events).toEqual([])
  })
})
