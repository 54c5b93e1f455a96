import { expect, test } from 'vitest'
import { isMoot, remindExpiringCards, remindOverdue } from '../../server/subscription/reminders.ts'
import { sql } from '../support/app.ts'
import { cards, postForm } from '../support/payment-sandbox.ts'
import type { Person } from '../support/people.ts'
import {
  accessOf,
  createSubscriber,
  customerOf,
  expectRight,
  mailsOf,
  openShop,
  paymentsOf,
  payUrlOf,
  sandbox,
  settled,
  shop,
} from '../support/shop.ts'

await openShop()

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const { jobs } = shop
const mailOf = async ({ id }: Person, kind: string) =>
  (
    await sql.query(
      `SELECT data FROM pgboss.job WHERE name = 'subscription_mail' AND data->>'user_id' = $1 AND data->>'kind' = $2`,
      [String(id), kind],
    )
  ).rows[0]?.data

test('a renewal that fails is told again after three days, before it closes, once closed, and when it is paid', async () => {
  const person = await createSubscriber('month', cards.failsLater)
  await sandbox.advance('32d')
  await settled()
  const closes = (await accessOf(person))?.expires_at.getTime() ?? 0
  const { rows } = await sql.query('SELECT created_at FROM payment WHERE id = $1', [(await paymentsOf(person))[0]?.id])
  const failed = rows[0].created_at.getTime()
  const told = ['started', 'payment_failed']
  for (const [time, kind] of [
    [failed + 2.9 * dayMs, null],
    [failed + 3 * dayMs, 'payment_failed_again'],
    [closes - 2 * dayMs - hourMs, null],
    [closes - 2 * dayMs, 'payment_closing'],
    [closes - hourMs, null],
    [closes, 'payment_closed'],
    [closes + dayMs, null],
  ] as const) {
    await Promise.all([remindOverdue(jobs, time), remindOverdue(jobs, time)])
    if (kind) told.push(kind)
    expect(await mailsOf(person)).toEqual(told)
  }
  const closed = await mailOf(person, 'payment_closed')
  expect(closed).toMatchObject({ amount: 999, date: new Date(closes).toISOString() })
  expect(await isMoot(closed)).toBe(false)
  const [owed] = await paymentsOf(person)
  expect((await postForm(await payUrlOf(person, owed), { action: 'pay', card_number: cards.pays })).status).toBe(303)
  await expectRight(person, 1)
  expect(await mailsOf(person)).toEqual([...told, 'recovered'])
  for (const kind of ['payment_failed', 'payment_failed_again', 'payment_closing', 'payment_closed'])
    expect(await isMoot(await mailOf(person, kind))).toBe(true)
  await remindOverdue(jobs, closes + dayMs)
  expect(await mailsOf(person)).toEqual([...told, 'recovered'])
})

test('a card that expires is told a month before, once, and not when another has taken its place', async () => {
  const person = await createSubscriber()
  const customer = await customerOf(person)
  const setCard = (last4: string, year: number) =>
    sql.query(
      `UPDATE customer SET card_brand = 'visa', card_last4 = $2, card_exp_month = 2, card_exp_year = $3 WHERE id = $1`,
      [customer, last4, year],
    )
  await setCard('4242', 2031)
  await remindExpiringCards(jobs, Date.UTC(2031, 0, 28))
  expect(await mailsOf(person)).toEqual(['started'])
  await remindExpiringCards(jobs, Date.UTC(2031, 0, 30))
  await remindExpiringCards(jobs, Date.UTC(2031, 1, 20))
  await remindExpiringCards(jobs, Date.UTC(2031, 2, 1))
  expect(await mailsOf(person)).toEqual(['started', 'card_expires'])
  const mail = await mailOf(person, 'card_expires')
  expect(mail).toMatchObject({ card: 'Visa •••• 4242', date: '2031-02-28T00:00:00.000Z' })
  expect(await isMoot(mail)).toBe(false)
  await setCard('4444', 2035)
  expect(await isMoot(mail)).toBe(true)
})
