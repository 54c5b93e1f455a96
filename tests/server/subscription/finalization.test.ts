import { describe, expect, test } from 'vitest'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { SubscriptionStatus } from '#shared/subscription/schema.ts'
import { isObsoleteMail, remindOfOverduePayments } from '../../../server/subscription/reminders.ts'
import type { SubscriptionMail } from '../../../server/subscription/queued-mails.ts'
import { post, sql, startApp } from '../../support/app.ts'
import { cards, postForm } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  accessOf,
  ask,
  customerOf,
  expectConsistent,
  mailsOf,
  openShop,
  paymentsOf,
  premium,
  sandbox,
  webhooksProcessed,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

const taxed = await startApp({
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  STRIPE_API_BASE: sandbox.url,
  STRIPE_AUTOMATIC_TAX: 'on',
})
const dayMs = 86_400_000
const hourMs = 3_600_000

const problemOf = async (person: Person) =>
  ((await ask(paths.api.subscriptionStatus, person)).body as SubscriptionStatus).invoice_problem

async function mailOf({ id }: Person, kind: string): Promise<SubscriptionMail> {
  const { rows } = await sql.query(
    `SELECT data FROM pgboss.job WHERE name = 'subscription_mail' AND data->>'user_id' = $1 AND data->>'kind' = $2
      ORDER BY created_on DESC LIMIT 1`,
    [String(id), kind],
  )
  return rows[0]?.data
}

async function operatorMailsAbout(payment_id: string | undefined): Promise<string[]> {
  const { rows } = await sql.query(
    `SELECT DISTINCT data->>'kind' AS kind FROM pgboss.job WHERE name = 'operator_mail' AND data->>'payment_id' = $1`,
    [payment_id],
  )
  return rows.map(({ kind }) => kind)
}

/** Creates a subscriber whose address is missing at the renewal, an hour after it. */
async function renewNowhere(unknown_location: 'draft' | 'no_tax'): Promise<Person> {
  const person = await createPerson()
  const { body } = await post(
    checkoutPaths.checkout,
    { plan_id: premium, billing_period: 'month' },
    { as: person, of: taxed },
  )
  expect((await postForm(body.checkout_url, { action: 'pay', card_number: cards.pays })).status).toBe(303)
  await webhooksProcessed()
  const changes = { address: null }
  await sandbox.control(`/objects/${await customerOf(person)}`, { changes, event: 'customer.updated' })
  await sandbox.control('/switches', { unknown_location })
  const [item] = (await subscriptionOf(person)).items.data
  await sandbox.control('/advance', { to: (item?.current_period_end ?? 0) + 7_200 })
  await webhooksProcessed()
  return person
}

async function giveAddress(person: Person): Promise<void> {
  const { url } = (await ask(paymentPaths.billingPortal, person, {})).body
  expect((await postForm(url, { action: 'address', country: 'es', postal_code: '28001' })).status).toBe(200)
  await webhooksProcessed()
}

describe('a draft invoice that needs an address', () => {
  test('is mailed at once with the last day of access, and paid once the address is set', async () => {
    const person = await renewNowhere('draft')
    const [draft] = await paymentsOf(person)
    expect(draft).toMatchObject({ status: 'pending', links: [] })
    const closes = (await accessOf(person))?.expires_at.toISOString()
    expect(await problemOf(person)).toEqual({ kind: 'address_needed', open_until: closes })
    expect(await mailsOf(person)).toEqual(['started', 'address_needed'])
    expect(await mailOf(person, 'address_needed')).toMatchObject({ amount: 1_199, date: closes, payment_id: draft?.id })
    expect(await operatorMailsAbout(draft?.id)).toEqual(['invoice_failed'])
    await giveAddress(person)
    expect(await problemOf(person)).toBeUndefined()
    expect(await isObsoleteMail(await mailOf(person, 'address_needed'))).toBe(true)
    await sandbox.advance('2h')
    await expectConsistent(person, 1)
    expect(await paymentsOf(person)).toMatchObject([
      { id: draft?.id, status: 'paid', amount: 11.99 },
      { status: 'paid' },
    ])
    expect(await mailsOf(person)).toEqual(['started', 'address_needed'])
  })

  test('has reminders before access ends and a mail at its end, each sent once', async () => {
    const person = await renewNowhere('draft')
    const closes = (await accessOf(person))?.expires_at.getTime() ?? 0
    const sent = ['started', 'address_needed']
    for (const [time, kind] of [
      [closes - 6 * dayMs, null],
      [closes - 3 * dayMs, 'address_needed'],
      [closes - 2 * dayMs, 'address_needed'],
      [closes - hourMs, null],
      [closes, 'invoice_closed'],
      [closes + dayMs, null],
    ] as const) {
      await Promise.all([remindOfOverduePayments(sync, time), remindOfOverduePayments(sync, time)])
      if (kind) sent.push(kind)
      expect(await mailsOf(person)).toEqual(sent)
    }
    expect(await isObsoleteMail(await mailOf(person, 'invoice_closed'))).toBe(false)
  })

  test('with another finalization error is mailed as invoice_failed, and stays a draft', async () => {
    const person = await renewNowhere('draft')
    const [draft] = await paymentsOf(person)
    const last_finalization_error = { type: 'invalid_request_error', code: 'taxes_calculation_failed', message: 'No.' }
    const event = 'invoice.finalization_failed'
    await sandbox.control(`/objects/${draft?.id}`, { changes: { last_finalization_error }, event })
    await webhooksProcessed()
    expect(await problemOf(person)).toMatchObject({ kind: 'invoice_failed' })
    expect(await mailsOf(person)).toEqual(['started', 'address_needed', 'invoice_failed'])
    await giveAddress(person)
    expect((await stripe.invoices.retrieve(draft?.id ?? '')).status).toBe('draft')
  })
})

describe('an invoice without tax because the address is unknown', () => {
  test('keeps access, and later invoices include tax once the address is set', async () => {
    const person = await renewNowhere('no_tax')
    await sandbox.advance('2h')
    await expectConsistent(person, 1)
    const [untaxed] = await paymentsOf(person)
    expect(untaxed).toMatchObject({ status: 'paid', amount: 9.99 })
    expect(await problemOf(person)).toEqual({ kind: 'address_missing', open_until: null })
    expect(await mailsOf(person)).toEqual(['started', 'address_missing'])
    expect(await operatorMailsAbout(untaxed?.id)).toEqual(['untaxed'])
    await giveAddress(person)
    expect(await problemOf(person)).toBeUndefined()
    expect((await subscriptionOf(person)).automatic_tax).toMatchObject({ enabled: true, disabled_reason: null })
    await sandbox.advance('32d')
    await expectConsistent(person, 1)
    expect((await paymentsOf(person))[0]).toMatchObject({ status: 'paid', amount: 11.99 })
  })
})
