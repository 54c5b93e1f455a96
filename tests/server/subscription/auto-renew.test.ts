import { cancellationPaths } from '#shared/subscription/cancellation.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/locale.ts'
import { until } from '../../support/postgres/database.ts'
import { mailsTo } from '../../support/mail.ts'
import { cards } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  accessOf,
  ask,
  changeCard,
  checkout,
  createSubscriber,
  expectConsistent,
  holdWebhooks,
  mailsOf,
  openShop,
  payAt,
  paymentsOf,
  sandbox,
  webhooksProcessed,
  statusOf,
  stripe,
  subscriptionOf,
} from '../../support/billing/shop.ts'

await openShop()

const autoRenew = (person: Person | undefined, enabled: boolean, locale?: Locale) =>
  ask(paymentPaths.autoRenew, person, { enabled }, locale)

describe('POST /api/subscription/auto-renew/', () => {
  test('switches auto-renew off and on repeatedly, and returns 409 after the subscription has ended', async () => {
    const person = await createSubscriber()
    const paidUntil = (await statusOf(person))?.current_period_end
    for (const enabled of [false, false, true, true, false]) {
      const { status, body } = await autoRenew(person, enabled)
      expect(status).toBe(200)
      expect(body.subscription).toMatchObject({ auto_renew: enabled, user_tier: 1, current_period_end: paidUntil })
    }
    await expectConsistent(person, 1)
    expect((await accessOf(person))?.expires_at.toISOString()).toBe(paidUntil)
    expect(await mailsOf(person)).toEqual(['started', 'auto_renew_off', 'auto_renew_off'])
    await sandbox.advance('32d')
    await expectConsistent(person, 0)
    for (const enabled of [true, false])
      expect(await autoRenew(person, enabled)).toMatchObject({
        status: 409,
        body: { detail: 'This subscription has ended. Choose a plan to subscribe again.', code: 'no_subscription' },
      })
    expect((await autoRenew(person, true, 'es')).body.detail).toBe(
      'Esta suscripción ha terminado. Elige un plan para volver a suscribirte.',
    )
    expect(await mailsOf(person)).toEqual(['started', 'auto_renew_off', 'auto_renew_off', 'ended'])
    await payAt((await checkout(person)).body.checkout_url)
    await expectConsistent(person, 1)
    expect((await autoRenew(person, false)).body.subscription).toMatchObject({ auto_renew: false })
  })

  test('applies two simultaneous requests as one change, with one mail', async () => {
    const person = await createSubscriber('year')
    const both = await Promise.all([autoRenew(person, false), autoRenew(person, false)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started', 'auto_renew_off'])
    await Promise.all([autoRenew(person, true), autoRenew(person, false)])
    await expectConsistent(person, 1)
    const { cancel_at_period_end } = await subscriptionOf(person)
    expect((await statusOf(person))?.auto_renew).toBe(!cancel_at_period_end)
  })

  test('returns 409 for a subscription canceled at Stripe before its webhook has arrived', async () => {
    const person = await createSubscriber()
    await holdWebhooks()
    await stripe.subscriptions.cancel((await subscriptionOf(person)).id)
    expect(await autoRenew(person, true)).toMatchObject({
      status: 409,
      body: { detail: 'This subscription has ended. Choose a plan to subscribe again.' },
    })
    await sandbox.control('/deliveries/release')
    await expectConsistent(person, 0)
    expect(await mailsOf(person)).toEqual(['started', 'ended'])
  })

  test('removes the end of the subscription that was set in the Stripe Dashboard', async () => {
    const person = await createSubscriber()
    const { id, items } = await subscriptionOf(person)
    const cancel_at = (items.data[0]?.current_period_end ?? 0) - 3_600
    await stripe.subscriptions.update(id, { cancel_at })
    await expectConsistent(person, 1)
    const end = new Date(cancel_at * 1_000).toISOString()
    expect(await statusOf(person)).toMatchObject({ auto_renew: false, current_period_end: end })
    expect((await autoRenew(person, false)).body.subscription).toMatchObject({ current_period_end: end })
    expect((await autoRenew(person, true)).body.subscription).toMatchObject({ auto_renew: true })
    await sandbox.advance('32d')
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started', 'auto_renew_off'])
  })

  test('with enabled false releases the subscription schedule of a past-due subscription', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    const { id: from_subscription } = await subscriptionOf(person)
    await stripe.subscriptionSchedules.create({ from_subscription })
    await sandbox.advance('32d')
    await webhooksProcessed()
    expect((await autoRenew(person, false)).body.subscription).toMatchObject({ status: 'past_due', auto_renew: false })
    expect((await subscriptionOf(person)).schedule).toBeNull()
    await expectConsistent(person, 1)
    await sandbox.advance('31d')
    await expectConsistent(person, 0)
  })

  test('returns 503 and changes nothing while Stripe is unreachable', async () => {
    const person = await createSubscriber()
    const { id } = await subscriptionOf(person)
    await sandbox.control('/outages', { method: 'POST', path: `/v1/subscriptions/${id}`, times: 3 })
    expect(await autoRenew(person, false)).toMatchObject({
      status: 503,
      body: { detail: 'The payment provider cannot be reached. Try again in a minute.' },
    })
    expect((await statusOf(person))?.auto_renew).toBe(true)
    expect((await autoRenew(person, false)).status).toBe(200)
    await expectConsistent(person, 1)
  })

  test('returns 401 to a visitor, 409 without a subscription and 400 for an invalid body', async () => {
    expect((await autoRenew(undefined, true)).status).toBe(401)
    expect(await autoRenew(await createPerson(), true)).toMatchObject({
      status: 409,
      body: { detail: 'You have no subscription.' },
    })
    expect((await ask(paymentPaths.autoRenew, await createPerson(), { enabled: 'yes' })).status).toBe(400)
  })
})

const listConfigurations = async () =>
  (await stripe.billingPortal.configurations.list({ limit: 100 })).data.filter(({ metadata }) => metadata?.made_for)

test('POST /api/subscription/portal/ creates one active portal configuration for simultaneous requests', async () => {
  const person = await createSubscriber()
  const open = () => ask(paymentPaths.billingPortal, person, {})
  const tabs = await Promise.all([open(), open(), open(), open()])
  expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const [made, ...others] = await listConfigurations()
  expect(others).toEqual([])
  await stripe.billingPortal.configurations.update(made?.id ?? '', { active: false })
  expect((await open()).status).toBe(200)
  expect((await open()).status).toBe(200)
  const states = (await listConfigurations()).map(({ active }) => active)
  expect(states).toHaveLength(2)
  expect(new Set(states)).toEqual(new Set([true, false]))
})

async function createOverdue(): Promise<Person> {
  const person = await createSubscriber('month', cards.failsLater)
  await sandbox.advance('32d')
  await webhooksProcessed()
  expect(await statusOf(person)).toMatchObject({ status: 'past_due' })
  return person
}

/** Statuses of the payments after a card that pays was added. */
async function chargedAfter(person: Person): Promise<string[]> {
  await changeCard(person, cards.pays)
  await sandbox.advance('8d')
  await webhooksProcessed()
  return (await paymentsOf(person)).map(({ status }) => status)
}

describe('a subscription whose renewal failed', () => {
  test('ends without another charge when it is canceled', async () => {
    const person = await createOverdue()
    expect((await ask(cancellationPaths.api.cancellation, person, { kind: 'cancel' })).status).toBe(202)
    const mails = () => mailsTo(person.email).filter(({ subject }) => subject.startsWith('You canceled'))
    await until(() => mails().length > 0)
    expect(mails()[0]?.text).toContain('The payment that failed will not be retried, and nothing more is charged.')
    await expectConsistent(person, 0)
    expect(await chargedAfter(person)).toEqual(['failed', 'paid'])
  })

  test('is still charged for that renewal after auto-renew is switched off, as the mail states', async () => {
    const person = await createOverdue()
    expect((await autoRenew(person, false)).status).toBe(200)
    expect(await mailsOf(person)).toEqual(['started', 'payment_failed', 'auto_renew_off_owed'])
    expect(await chargedAfter(person)).toEqual(['paid', 'paid'])
  })
})
