import { expect, test } from 'vitest'
import { until } from '../../support/postgres/database.ts'
import { postForm } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import {
  checkout,
  customerOf,
  expectConsistent,
  openShop,
  payAt,
  sandbox,
  sessionOf,
  stripe,
} from '../../support/billing/shop.ts'

await openShop()

test('a checkout session that is replaced during its creation expires, and cannot be paid', async () => {
  const person = await createPerson()
  await sandbox.control('/outages', { path: '/v1/checkout/sessions', method: 'POST', mode: 'hold', when: 'after' })
  // The session exists at Stripe, and the response is held.
  const first = checkout(person)
  await until(async () => (await stripe.checkout.sessions.list()).data.length === 1)
  const second = (await checkout(person, 'year')).body.checkout_url
  await sandbox.clearOutages()
  expect(await first).toMatchObject({ status: 409, body: { code: 'superseded' } })

  const { data } = await stripe.checkout.sessions.list({ customer: await customerOf(person) })
  const lost = data.filter(({ id }) => id !== sessionOf(second))
  expect(lost).toMatchObject([{ status: 'expired' }])
  const page = `${sandbox.url}/c/pay/${lost[0]?.id}`
  expect((await postForm(page, { action: 'pay', card_number: '4242424242424242' })).status).toBe(410)
  await payAt(second)
  await expectConsistent(person, 1)
})
