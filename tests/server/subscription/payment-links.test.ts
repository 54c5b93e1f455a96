import { describe, expect, test } from 'vitest'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { PaymentLink } from '#shared/subscription/schema.ts'
import { cards, postForm } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import {
  ask,
  checkout,
  createSubscriber,
  holdWebhooks,
  linkTo,
  openShop,
  pageOf,
  paymentsOf,
  payUrlOf,
  sandbox,
  settled,
} from '../../support/billing/shop.ts'

await openShop()

const latestOf = async (person: Parameters<typeof paymentsOf>[0]) => (await paymentsOf(person))[0]
const statusAt = async (url: string) => (await fetch(url)).status

describe('a link of a payment', () => {
  test('leads to a receipt, also when those that were given out before have ended', async () => {
    const person = await createSubscriber('year')
    const payment = await latestOf(person)
    expect(payment?.links).toEqual(['receipt', 'invoice'])
    const former = (await linkTo(person, payment, 'receipt')).body.url
    expect(await statusAt(former)).toBe(200)
    await sandbox.advance('31d')
    expect(await statusAt(former)).toBe(410)
    const { status, body } = await linkTo(person, payment, 'receipt')
    expect(status).toBe(200)
    expect(await (await fetch(body.url)).text()).toContain('$95.88')
  })

  test('leads to the invoice as PDF, also after months', async () => {
    const person = await createSubscriber('year')
    await sandbox.advance('100d')
    const answer = await fetch((await linkTo(person, await latestOf(person), 'invoice')).body.url)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[A-Z0-9]+-0001\.pdf"$/)
    expect(await answer.text()).toMatch(/^%PDF-1\.4[^]*95\.88[^]*%%EOF/)
  })

  test('leads to where an open invoice is paid, and says so once it was paid', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    await sandbox.advance('32d')
    await settled()
    const owed = await latestOf(person)
    expect(owed?.links).toEqual(['pay', 'invoice'])
    const url = await payUrlOf(person, owed)
    await holdWebhooks()
    expect((await postForm(url, { action: 'pay', card_number: cards.pays })).status).toBe(303)
    expect(await linkTo(person, owed, 'pay')).toMatchObject({ status: 409, body: { code: 'not_owed' } })
    expect((await latestOf(person))?.links).toEqual(['receipt', 'invoice'])
    expect((await linkTo(person, owed, 'pay')).status).toBe(404)
    await sandbox.control('/deliveries/release')
    await settled()
  })

  test('is given to nobody else, and names the field that is wrong', async () => {
    const person = await createSubscriber()
    const payment = await latestOf(person)
    expect((await linkTo(await createPerson(), payment, 'receipt')).status).toBe(404)
    expect((await linkTo(person, { id: 'in_none' }, 'receipt')).status).toBe(404)
    expect((await linkTo(person, payment, 'pay')).status).toBe(404)
    const path = paymentPaths.paymentLinks(payment?.id ?? '')
    expect(await ask(path, person, { link: 'card' })).toMatchObject({
      status: 400,
      body: { link: [expect.anything()] },
    })
    expect((await ask(path, undefined, { link: 'receipt' })).status).toBe(401)
  })

  test('is no receipt where nothing was charged', async () => {
    const person = await createSubscriber('year')
    expect((await checkout(person, 'month')).status).toBe(200)
    await settled()
    expect(await latestOf(person)).toMatchObject({ amount: 0, links: ['invoice'] })
  })

  test('is one for admins too', async () => {
    const person = await createSubscriber()
    const payment = await latestOf(person)
    const path = adminMoneyPaths.api.paymentLinks(payment?.id ?? '')
    const body: { link: PaymentLink } = { link: 'receipt' }
    expect((await ask(path, person, body)).status).toBe(403)
    const admin = await createPerson({ role: 'admin' })
    const { status, body: given } = await ask(path, admin, body)
    expect(status).toBe(200)
    expect(pageOf(given.url)).toBe(pageOf((await linkTo(person, payment, 'receipt')).body.url))
    expect((await ask(adminMoneyPaths.api.paymentLinks('in_none'), admin, body)).status).toBe(404)
  })

  test('says that Stripe is away', async () => {
    const person = await createSubscriber()
    const payment = await latestOf(person)
    await sandbox.control('/outages', { path: '/v1/payment_intents', times: 3 })
    const { status, body } = await linkTo(person, payment, 'receipt')
    await sandbox.clearOutages()
    expect([status, body.detail]).toEqual([503, expect.stringContaining('cannot be reached')])
  })
})
