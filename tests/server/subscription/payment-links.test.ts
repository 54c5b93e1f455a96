import { describe, expect, test } from 'vitest'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { PaymentLinkKind } from '#shared/subscription/schema.ts'
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
  webhooksProcessed,
} from '../../support/billing/shop.ts'

await openShop()

const latestOf = async (person: Parameters<typeof paymentsOf>[0]) => (await paymentsOf(person))[0]
const statusAt = async (url: string) => (await fetch(url)).status

describe("POST a payment's link", () => {
  test('returns a receipt URL, and a new URL once the former has expired', async () => {
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

  test('returns the invoice as PDF, also after 100 days', async () => {
    const person = await createSubscriber('year')
    await sandbox.advance('100d')
    const answer = await fetch((await linkTo(person, await latestOf(person), 'invoice')).body.url)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[A-Z0-9]+-0001\.pdf"$/)
    expect(await answer.text()).toMatch(/^%PDF-1\.4[^]*95\.88[^]*%%EOF/)
  })

  test('returns the payment page of an open invoice, and 409 not_owed for a paid invoice', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    await sandbox.advance('32d')
    await webhooksProcessed()
    const owed = await latestOf(person)
    expect(owed?.links).toEqual(['pay', 'invoice'])
    const url = await payUrlOf(person, owed)
    await holdWebhooks()
    expect((await postForm(url, { action: 'pay', card_number: cards.pays })).status).toBe(303)
    expect(await linkTo(person, owed, 'pay')).toMatchObject({ status: 409, body: { code: 'not_owed' } })
    expect((await latestOf(person))?.links).toEqual(['receipt', 'invoice'])
    expect((await linkTo(person, owed, 'pay')).status).toBe(404)
    await sandbox.control('/deliveries/release')
    await webhooksProcessed()
  })

  test('returns 404 to other people, 401 to visitors, and 400 naming the field for an unknown link', async () => {
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

  test('offers no receipt when nothing was charged', async () => {
    const person = await createSubscriber('year')
    expect((await checkout(person, 'month')).status).toBe(200)
    await webhooksProcessed()
    expect(await latestOf(person)).toMatchObject({ amount: 0, links: ['invoice'] })
  })

  test('returns the receipt to an admin, and 403 to others on the admin route', async () => {
    const person = await createSubscriber()
    const payment = await latestOf(person)
    const path = adminMoneyPaths.api.paymentLinks(payment?.id ?? '')
    const body: { link: PaymentLinkKind } = { link: 'receipt' }
    expect((await ask(path, person, body)).status).toBe(403)
    const admin = await createPerson({ role: 'admin' })
    const { status, body: answer } = await ask(path, admin, body)
    expect(status).toBe(200)
    expect(pageOf(answer.url)).toBe(pageOf((await linkTo(person, payment, 'receipt')).body.url))
    expect((await ask(adminMoneyPaths.api.paymentLinks('in_none'), admin, body)).status).toBe(404)
  })

  test('returns 503 while Stripe is unreachable', async () => {
    const person = await createSubscriber()
    const payment = await latestOf(person)
    await sandbox.control('/outages', { path: '/v1/payment_intents', times: 3 })
    const { status, body } = await linkTo(person, payment, 'receipt')
    await sandbox.clearOutages()
    expect([status, body.detail]).toEqual([503, expect.stringContaining('cannot be reached')])
  })
})
