import { expect, test, vi } from 'vitest'
import { emptyCardRow } from '../../../server/subscription/customers/card.ts'
import { findStoredCustomer } from '../../../server/subscription/customers/customer-state.ts'
import { mailsForEntries } from '../../../server/subscription/queued-mails.ts'
import { announceRenewals } from '../../../server/subscription/renewals.ts'
import {
  isObsoleteMail,
  remindOfExpiringCards,
  remindOfOverduePayments,
} from '../../../server/subscription/reminders.ts'
import { sql } from '../../support/app.ts'
import { cards, postForm } from '../../support/billing/payment-sandbox.ts'
import type { Person } from '../../support/people.ts'
import {
  accessOf,
  changeCard,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  invoicesOf,
  mailsOf,
  openShop,
  paymentsOf,
  payUrlOf,
  sandbox,
  webhooksProcessed,
  statusOf,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const mailOf = async ({ id }: Person, kind: string) =>
  (
    await sql.query(
      `SELECT data FROM pgboss.job WHERE name = 'subscription_mail' AND data->>'user_id' = $1 AND data->>'kind' = $2`,
      [String(id), kind],
    )
  ).rows[0]?.data

async function failureOf(person: Person): Promise<number> {
  const { rows } = await sql.query(
    `SELECT at FROM ledger_entry WHERE customer_id = $1 AND kind = 'subscription_past_due' ORDER BY at DESC`,
    [await customerOf(person)],
  )
  return rows[0].at.getTime()
}

test('a failed renewal is mailed again after 3 days, 2 days before access ends, at its end, and when it is paid', async () => {
  const person = await createSubscriber('month', cards.failsLater)
  await sandbox.advance('32d')
  await webhooksProcessed()
  const closes = (await accessOf(person))?.expires_at.getTime() ?? 0
  const failed = await failureOf(person)
  const expectedMails = ['started', 'payment_failed']
  for (const [time, kind] of [
    [failed + 2.9 * dayMs, null],
    [failed + 3 * dayMs, 'payment_failed_again'],
    [closes - 2 * dayMs - hourMs, null],
    [closes - 2 * dayMs, 'payment_closing'],
    [closes - hourMs, null],
    [closes, 'payment_closed'],
    [closes + dayMs, null],
  ] as const) {
    await Promise.all([remindOfOverduePayments(sync, time), remindOfOverduePayments(sync, time)])
    if (kind) expectedMails.push(kind)
    expect(await mailsOf(person)).toEqual(expectedMails)
  }
  const closed = await mailOf(person, 'payment_closed')
  expect(closed).toMatchObject({ amount: 999, date: new Date(closes).toISOString() })
  expect(await isObsoleteMail(closed)).toBe(false)
  const [owed] = await paymentsOf(person)
  expect((await postForm(await payUrlOf(person, owed), { action: 'pay', card_number: cards.pays })).status).toBe(303)
  await expectConsistent(person, 1)
  expect(await mailsOf(person)).toEqual([...expectedMails, 'recovered'])
  for (const kind of ['payment_failed', 'payment_failed_again', 'payment_closing', 'payment_closed'])
    expect(await isObsoleteMail(await mailOf(person, kind))).toBe(true)
  await remindOfOverduePayments(sync, closes + dayMs)
  expect(await mailsOf(person)).toEqual([...expectedMails, 'recovered'])
})

test('a renewal that needs confirmation by the bank gets confirm_payment mails until it fails', async () => {
  const person = await createSubscriber('month', cards.asksAlways)
  await sandbox.advance('32d')
  await webhooksProcessed()
  const failed = await failureOf(person)
  expect(await mailsOf(person)).toEqual(['started', 'confirm_payment'])
  await remindOfOverduePayments(sync, failed + 3 * dayMs)
  expect(await mailsOf(person)).toEqual(['started', 'confirm_payment', 'confirm_payment'])
  await changeCard(person, cards.declines)
  await sandbox.advance('4d')
  await webhooksProcessed()
  expect(await paymentsOf(person)).toMatchObject([{ status: 'failed' }, { status: 'paid' }])
  await remindOfOverduePayments(sync, failed + 4 * dayMs)
  expect(await mailsOf(person)).toEqual(['started', 'confirm_payment', 'confirm_payment'])
})

test('a bank debit that fails after days is mailed at that time, without a reminder soon after', async () => {
  const person = await createSubscriber('month')
  await changeCard(person, cards.bankDebitFails)
  await webhooksProcessed()
  const end = Date.parse((await statusOf(person))?.current_period_end ?? '')
  for (const days of [1, 5]) {
    await sandbox.control('/advance', { to: Math.floor((end + days * dayMs) / 1_000) })
    await webhooksProcessed()
  }
  expect(await mailsOf(person)).toEqual(['started', 'payment_failed'])
  expect(await failureOf(person)).toBeGreaterThan(end + 3 * dayMs)
  const closes = (await accessOf(person))?.expires_at.getTime() ?? 0
  const failLater = async (time: number) =>
    sql.query(
      `INSERT INTO ledger_entry (customer_id, subscription_id, kind, at)
       SELECT customer_id, id, 'subscription_past_due', $2 FROM subscription WHERE customer_id = $1`,
      [await customerOf(person), new Date(time)],
    )
  for (const [failed, time, kind] of [
    [null, (await failureOf(person)) + hourMs, null],
    [closes - 1.5 * dayMs, closes - dayMs, null],
    [closes + 6 * dayMs, closes + 8 * dayMs, 'payment_closed'],
  ] as const) {
    if (failed !== null) await failLater(failed)
    await remindOfOverduePayments(sync, time)
    expect(await mailsOf(person)).toEqual(['started', 'payment_failed', ...(kind ? [kind] : [])])
  }
})

test('a failed renewal that is read after the end of access sends no payment_failed mail', async () => {
  const person = await createSubscriber('month', cards.failsLater)
  await sandbox.advance('32d')
  await webhooksProcessed()
  const stored = await findStoredCustomer(await customerOf(person))
  const [row] = stored?.subscriptions ?? []
  if (!stored || !row) throw new Error('There is no subscription.')
  const { id: subscription_id, price_id } = row
  const entry = { kind: 'subscription_past_due', subscription_id, at: null } as const
  const priceById = new Map([[price_id, { amount: 999, currency: 'USD', tax_behavior: 'exclusive' as const }]])
  const mails = () =>
    mailsForEntries([entry], { user_id: person.id, after: { ...stored, card: emptyCardRow }, priceById }).map(
      ({ kind }) => kind,
    )
  expect(mails()).toEqual(['payment_failed'])
  vi.useFakeTimers({ toFake: ['Date'], now: (await accessOf(person))?.expires_at })
  expect(mails()).toEqual([])
})

test('no reminder is sent about an outdated state if the webhook of its change was lost', async () => {
  const [paying, ending, expiring] = [
    await createSubscriber('month', cards.failsLater),
    await createSubscriber('year'),
    await createSubscriber('month'),
  ]
  const end = new Date((await statusOf(ending))?.current_period_end ?? '')
  await sandbox.advance('32d')
  await webhooksProcessed()
  const failed = await failureOf(paying)
  await setExpiry(expiring, 2, 2031)
  await sandbox.control('/deliveries/hold')
  const [owed] = await paymentsOf(paying)
  await postForm(await payUrlOf(paying, owed), { action: 'pay', card_number: cards.pays })
  await remindOfOverduePayments(sync, failed + 3 * dayMs)
  expect(await mailsOf(paying)).toEqual(['started', 'payment_failed', 'recovered'])
  await setExpiry(expiring, 2, 2035)
  await remindOfExpiringCards(sync, Date.UTC(2031, 1, 1))
  expect(await mailsOf(expiring)).toEqual(['started'])
  await stripe.subscriptions.update((await subscriptionOf(ending)).id, { cancel_at_period_end: true })
  await announceRenewals(sync, end.getTime() - 7 * dayMs)
  expect(await mailsOf(ending)).toEqual(['started', 'auto_renew_off'])
})

test('a reminder contains the present state at Stripe if a webhook was lost', async () => {
  const person = await createSubscriber('month', cards.asksAlways)
  await sandbox.advance('32d')
  await webhooksProcessed()
  const failed = await failureOf(person)
  expect((await paymentsOf(person))[0]?.status).toBe('pending')
  await sandbox.control('/deliveries/hold')
  const [owed] = await paymentsOf(person)
  await postForm(await payUrlOf(person, owed), { action: 'pay', card_number: cards.declines })
  await remindOfOverduePayments(sync, failed + 3 * dayMs)
  expect(await mailsOf(person)).toEqual(['started', 'confirm_payment', 'payment_failed_again'])
})

test('a voided invoice is not mailed as paid', async () => {
  const person = await createSubscriber('month', cards.failsLater)
  await sandbox.advance('32d')
  await webhooksProcessed()
  const [owed] = await invoicesOf(person)
  await stripe.invoices.voidInvoice(owed?.id ?? '')
  await webhooksProcessed()
  expect(await statusOf(person)).toMatchObject({ status: 'active' })
  expect(await mailsOf(person)).toEqual(['started', 'payment_failed'])
})

test('a queued renewal mail is dropped once a switch has started another period', async () => {
  const person = await createSubscriber('year')
  const end = new Date((await statusOf(person))?.current_period_end ?? '')
  await announceRenewals(sync, end.getTime() - 7 * dayMs)
  const mail = await mailOf(person, 'renewal')
  expect(await isObsoleteMail(mail)).toBe(false)
  expect((await checkout(person, 'month')).status).toBe(200)
  await webhooksProcessed()
  expect(await isObsoleteMail(mail)).toBe(true)
})

/** Changes the expiry of the person's card at Stripe. */
async function setExpiry(person: Person, exp_month: number, exp_year: number): Promise<void> {
  const customer = await stripe.customers.retrieve(await customerOf(person), {
    expand: ['invoice_settings.default_payment_method'],
  })
  if (customer.deleted) throw new Error('There is no customer.')
  const method = customer.invoice_settings.default_payment_method
  if (!method || typeof method === 'string') throw new Error('There is no card.')
  await sandbox.control(`/objects/${method.id}`, { changes: { card: { ...method.card, exp_month, exp_year } } })
  await sandbox.control(`/objects/${customer.id}`, { changes: {}, event: 'customer.updated' })
  await webhooksProcessed()
}

test('an expiring card is mailed once, a month before, unless the card was replaced', async () => {
  const person = await createSubscriber()
  await setExpiry(person, 2, 2031)
  await remindOfExpiringCards(sync, Date.UTC(2031, 0, 28))
  expect(await mailsOf(person)).toEqual(['started'])
  await remindOfExpiringCards(sync, Date.UTC(2031, 0, 30))
  expect(await mailsOf(person)).toEqual(['started', 'card_expires'])
  await remindOfExpiringCards(sync, Date.UTC(2031, 1, 20))
  await remindOfExpiringCards(sync, Date.UTC(2031, 2, 1))
  expect(await mailsOf(person)).toEqual(['started', 'card_expires'])
  const mail = await mailOf(person, 'card_expires')
  expect(mail).toMatchObject({ card: 'Visa •••• 4242', date: '2031-02-28T00:00:00.000Z' })
  expect(await isObsoleteMail(mail)).toBe(false)
  await setExpiry(person, 2, 2035)
  expect(await isObsoleteMail(mail)).toBe(true)
})
