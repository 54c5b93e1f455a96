import { beforeAll, describe, expect, test } from 'vitest'
import { isRunning } from '#server/subscription/access.ts'
import { sql } from '../../support/app.ts'
import { cards, day, idOf, postForm } from '../../support/billing/payment-sandbox.ts'
import type { Person } from '../../support/people.ts'
import {
  accessOf,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  invoicesOf,
  mailsOf,
  openShop,
  pageOf,
  payAt,
  payUrlOf,
  paymentsOf,
  sandbox,
  webhooksProcessed,
  statusOf,
  stripe,
  subscriptionOf,
  subscriptionsOf,
} from '../../support/billing/shop.ts'

await openShop()

const grace = 7 * day

let paying: Person
let failing: Person
let mended: Person
let challenged: Person
let debited: Person
/** End of the last subscriber's first month, in seconds. */
let renewal: number

const periodOf = async (person: Person) => {
  const [item] = (await subscriptionOf(person)).items.data
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
}
const dateOf = (seconds: number) => new Date(seconds * 1_000)
const endOfAccess = async (person: Person) => (await accessOf(person))?.expires_at
const latestOf = async (person: Person) => (await paymentsOf(person))[0]
const ledgerOf = async (person: Person) => {
  const { rows } = await sql.query('SELECT kind FROM ledger_entry WHERE customer_id = $1 ORDER BY id', [
    await customerOf(person),
  ])
  return rows.map(({ kind }) => kind)
}
const advanceTo = async (to: number) => {
  await sandbox.control('/advance', { to })
  await webhooksProcessed()
}

beforeAll(async () => {
  paying = await createSubscriber()
  failing = await createSubscriber('month', cards.failsLater)
  mended = await createSubscriber('month', cards.failsLater)
  challenged = await createSubscriber('month', cards.asksAlways)
  debited = await createSubscriber('month')
  await sandbox.control(`/customers/${await customerOf(debited)}/card`, { card_number: cards.bankDebit })
  renewal = (await periodOf(debited)).end
})

describe('a monthly renewal', () => {
  test('starts as a draft invoice, which is pending and keeps access', async () => {
    await advanceTo(renewal + 60)
    for (const person of [paying, failing, challenged, debited]) {
      const { start } = await periodOf(person)
      expect(await latestOf(person)).toMatchObject({ status: 'pending', amount: 9.99, links: [] })
      expect(await endOfAccess(person)).toEqual(dateOf(start + grace))
      expect(await mailsOf(person)).toEqual(['started'])
    }
  })

  test('extends access once the card was charged', async () => {
    await advanceTo(renewal + 7_200)
    const { end } = await periodOf(paying)
    await expectConsistent(paying, 1)
    expect(await paymentsOf(paying)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
    expect(await endOfAccess(paying)).toEqual(dateOf(end + grace))
    expect(await mailsOf(paying)).toEqual(['started'])
    expect(await ledgerOf(paying)).toEqual([
      'payment_paid',
      'subscription_started',
      'subscription_renewed',
      'payment_paid',
    ])
  })

  test('whose payment fails keeps access for seven days, and is mailed with a link to its payment page', async () => {
    const { start } = await periodOf(failing)
    await expectConsistent(failing, 1)
    const current_period_end = dateOf(start + grace)
    expect(await statusOf(failing)).toMatchObject({
      status: 'past_due',
      user_tier: 1,
      current_period_end: current_period_end.toISOString(),
    })
    expect(await endOfAccess(failing)).toEqual(current_period_end)
    expect(await latestOf(failing)).toMatchObject({ status: 'failed', links: ['pay', 'invoice'] })
    expect(await mailsOf(failing)).toEqual(['started', 'payment_failed'])
  })

  test('that is unpaid makes a new checkout return the URL of its invoice', async () => {
    const { status, body } = await checkout(failing)
    expect(status).toBe(200)
    expect(pageOf(body.checkout_url)).toBe(pageOf(await payUrlOf(failing, await latestOf(failing))))
  })

  test('that needs confirmation is confirmed on the invoice page', async () => {
    const payment = await latestOf(challenged)
    expect(payment).toMatchObject({ status: 'pending', links: ['pay', 'invoice'] })
    expect(await statusOf(challenged)).toMatchObject({ status: 'past_due', user_tier: 1 })
    expect(await mailsOf(challenged)).toEqual(['started', 'confirm_payment'])
    const url = await payUrlOf(challenged, payment)
    await postForm(url, { action: 'pay', card_number: '', confirm: 'no' })
    await webhooksProcessed()
    expect(await statusOf(challenged)).toMatchObject({ status: 'past_due' })
    expect((await postForm(url, { action: 'pay', card_number: '', confirm: 'yes' })).status).toBe(303)
    await expectConsistent(challenged, 1)
    expect(await statusOf(challenged)).toMatchObject({ status: 'active' })
    expect(await latestOf(challenged)).toMatchObject({ status: 'paid', links: ['receipt', 'invoice'] })
    expect(await endOfAccess(challenged)).toEqual(dateOf((await periodOf(challenged)).end + grace))
    expect(await mailsOf(challenged)).toEqual(['started', 'confirm_payment', 'recovered'])
  })

  test('with an unknown payment status stays unchanged', async () => {
    const invoice = (await invoicesOf(failing))[0]?.id ?? ''
    const { data } = await stripe.invoicePayments.list({ invoice })
    const intent = idOf(data[0]?.payment.payment_intent)
    const change = (status: string) =>
      sandbox.control(`/objects/${intent}`, { changes: { status }, event: 'payment_intent.pondered' })
    await change('pondering')
    await expectConsistent(failing, 1)
    expect(await latestOf(failing)).toMatchObject({ status: 'failed' })
    await change('requires_payment_method')
    await expectConsistent(failing, 1)
    expect(await latestOf(failing)).toMatchObject({ status: 'failed' })
    expect(await mailsOf(failing)).toEqual(['started', 'payment_failed'])
  })

  test('is paid by the next retry after the card was changed', async () => {
    await sandbox.control(`/customers/${await customerOf(mended)}/card`, { card_number: cards.pays })
    await advanceTo(renewal + 4 * day)
    await expectConsistent(mended, 1)
    expect(await statusOf(mended)).toMatchObject({ status: 'active' })
    expect(await latestOf(mended)).toMatchObject({ status: 'paid', links: ['receipt', 'invoice'] })
    expect(await endOfAccess(mended)).toEqual(dateOf((await periodOf(mended)).end + grace))
    expect(await mailsOf(mended)).toEqual(['started', 'payment_failed', 'recovered'])
  })

  test('is paid by a bank debit days later', async () => {
    await expectConsistent(debited, 1)
    expect(await paymentsOf(debited)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
    expect(await endOfAccess(debited)).toEqual(dateOf((await periodOf(debited)).end + grace))
  })

  test('whose last retry fails ends the subscription, with one mail', async () => {
    await advanceTo(renewal + 16 * day)
    await expectConsistent(failing, 0)
    expect(await statusOf(failing)).toBeNull()
    expect(await latestOf(failing)).toMatchObject({ status: 'failed' })
    expect(await mailsOf(failing)).toEqual(['started', 'payment_failed', 'ended'])
    expect((await ledgerOf(failing)).slice(2)).toEqual([
      'subscription_renewed',
      'payment_failed',
      'subscription_past_due',
      'subscription_ended',
    ])
    await payAt((await checkout(failing)).body.checkout_url)
    await expectConsistent(failing, 1)
  })
})

async function failForGood(final_failure: 'unpaid' | 'past_due') {
  await sandbox.control('/switches', { final_failure })
  const person = await createSubscriber('month', cards.failsLater)
  await advanceTo((await periodOf(person)).end + 17 * day)
  return person
}

describe('after the last retry', () => {
  beforeAll(async () => {
    for (const person of [paying, failing, mended, challenged, debited])
      for (const subscription of await subscriptionsOf(person))
        if (isRunning(subscription)) await stripe.subscriptions.cancel(subscription.id)
    await webhooksProcessed()
  })

  test('an unpaid subscription gives no access, and is canceled when another is bought', async () => {
    const person = await failForGood('unpaid')
    await expectConsistent(person, 0)
    expect((await subscriptionOf(person)).status).toBe('unpaid')
    expect(await statusOf(person)).toBeNull()
    await payAt((await checkout(person)).body.checkout_url)
    await expectConsistent(person, 1)
    expect((await subscriptionsOf(person)).map(({ status }) => status).toSorted()).toEqual(['active', 'canceled'])
    expect((await mailsOf(person)).slice(-2)).toEqual(['ended', 'started'])
  })

  test('a past-due subscription loses access after seven days, and regains it when paid', async () => {
    const person = await failForGood('past_due')
    await webhooksProcessed()
    const { start, end } = await periodOf(person)
    expect(await endOfAccess(person)).toEqual(dateOf(start + grace))
    const { status, body } = await checkout(person)
    expect(status).toBe(200)
    await postForm(body.checkout_url, { action: 'pay', card_number: cards.pays })
    await expectConsistent(person, 1)
    expect(await endOfAccess(person)).toEqual(dateOf(end + grace))
    expect((await subscriptionsOf(person)).filter(isRunning)).toHaveLength(1)
  })
})
