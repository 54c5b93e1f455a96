import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { BillingPeriod, Payment, TaxBehavior } from '#shared/subscription/schema.ts'
import { announceRenewals } from '../../../server/subscription/renewals.ts'
import { get, post, renderer, sql, startApp } from '../../support/app.ts'
import { postForm, cards } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  checkout,
  customerOf,
  expectConsistent,
  openShop,
  premium,
  sandbox,
  sessionOf,
  webhooksProcessed,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

const settings = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  STRIPE_API_BASE: sandbox.url,
}
const taxed = await startApp({ ...settings, STRIPE_AUTOMATIC_TAX: 'on' })
const withConsent = await startApp({ ...settings, STRIPE_TERMS_CONSENT: 'on' })
const withCodes = await startApp({ ...settings, STRIPE_PROMOTION_CODES: 'on' })
type App = typeof taxed

const ask = (of: App, path: string, as: Person, body: object) => post(path, body, { as, of })
const purchase = (billing_period: BillingPeriod) => ({ plan_id: premium, billing_period })
const paymentsOf = async (person: Person) =>
  (await get(paymentPaths.payments(), { as: person, of: taxed })).body.results as Payment[]

async function buy(of: App, billing_period: BillingPeriod = 'month', code = '') {
  const person = await createPerson()
  const { status, body } = await ask(of, checkoutPaths.checkout, person, purchase(billing_period))
  expect(status).toBe(200)
  const form = { action: 'pay', card_number: cards.pays, ...(code && { promotion_code: code }) }
  expect((await postForm(body.checkout_url, form)).status).toBe(303)
  await webhooksProcessed()
  return { person, session: await stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url)) }
}

describe('a shop with automatic tax', () => {
  test('adds tax at checkout, and lists the payment with tax', async () => {
    const { person, session } = await buy(taxed)
    expect(session).toMatchObject({ automatic_tax: { enabled: true }, amount_subtotal: 999, amount_total: 1_199 })
    expect((await paymentsOf(person)).map(({ amount }) => amount)).toEqual([11.99])
    await expectConsistent(person, 1)
  })

  test('includes tax in the price of a switch and in the renewal mail', async () => {
    const { person } = await buy(taxed)
    const { body: shown } = await ask(taxed, checkoutPaths.switchPreview, person, purchase('year'))
    expect(shown.amount_due).toBeGreaterThan(102)
    expect(shown.amount_due).toBeLessThan(104)
    const { proration_date } = shown
    expect((await ask(taxed, checkoutPaths.checkout, person, { ...purchase('year'), proration_date })).status).toBe(200)
    await webhooksProcessed()
    expect((await paymentsOf(person)).map(({ amount }) => amount)).toEqual([shown.amount_due, 11.99])
    const { rows } = await sql.query(
      `SELECT current_period_end AS end FROM subscription JOIN customer ON customer.id = customer_id WHERE user_id = $1`,
      [person.id],
    )
    await announceRenewals(sync, rows[0].end.getTime() - 86_400_000)
    const mails = await sql.query(
      `SELECT (data->>'amount')::int AS amount FROM pgboss.job WHERE data->>'kind' = 'renewal' AND data->>'user_id' = $1`,
      [String(person.id)],
    )
    expect(mails.rows).toEqual([{ amount: 11_506 }])
    await expectConsistent(person, 1)
  })
})

const open = async (of: App, locale?: 'es') => {
  const person = await createPerson()
  const { body } = await post(checkoutPaths.checkout, purchase('month'), { as: person, of, locale })
  return { person, url: body.checkout_url as string, id: sessionOf(body.checkout_url) }
}

describe('the Stripe checkout', () => {
  test("shows the plan's currency, without adaptive pricing", async () => {
    const { url, id } = await open(withCodes, 'es')
    expect((await stripe.checkout.sessions.retrieve(id)).adaptive_pricing).toEqual({ enabled: false })
    expect(await (await fetch(url)).text()).not.toContain('€')
  })

  test('accepts only payment methods that can also pay a switch', async () => {
    const { url, id } = await open(withCodes)
    expect((await stripe.checkout.sessions.retrieve(id)).payment_method_types).toEqual(['card', 'link'])
    const { status } = await postForm(url, { action: 'pay', card_number: cards.bankDebit })
    expect(status).toBe(402)
  })

  test("accepts a business's tax number with automatic tax on, and only then", async () => {
    const { url, id } = await open(taxed)
    const form = { action: 'pay', card_number: cards.pays, tax_id: 'ATU12345675' }
    expect((await postForm(url, form)).status).toBe(303)
    const { customer_details } = await stripe.checkout.sessions.retrieve(id)
    expect(customer_details?.tax_ids).toEqual([{ type: 'eu_vat', value: 'ATU12345675' }])
    expect((await stripe.checkout.sessions.retrieve((await open(withCodes)).id)).tax_id_collection?.enabled).toBe(false)
  })

  test('requires consent to the terms with STRIPE_TERMS_CONSENT on', async () => {
    const { url, id } = await open(withConsent)
    expect((await postForm(url, { action: 'pay', card_number: cards.pays })).status).toBe(402)
    expect((await postForm(url, { action: 'pay', card_number: cards.pays, terms: 'on' })).status).toBe(303)
    expect((await stripe.checkout.sessions.retrieve(id)).consent?.terms_of_service).toBe('accepted')
    await webhooksProcessed()
  })
})

test('a checkout with consent returns 500 until the Stripe account has a terms URL', async () => {
  const person = await createPerson()
  await sandbox.control('/switches', { has_terms: false })
  onTestFinished(() => sandbox.control('/switches', { has_terms: true }))
  expect((await ask(withConsent, checkoutPaths.checkout, person, purchase('month'))).status).toBe(500)
  expect((await ask(taxed, checkoutPaths.checkout, person, purchase('month'))).status).toBe(200)
  await sandbox.control('/switches', { has_terms: true })
  expect((await ask(withConsent, checkoutPaths.checkout, person, purchase('month'))).status).toBe(200)
})

describe('a shop with promotion codes', () => {
  test('accepts a code at checkout, for the first payment only', async () => {
    const { person, session } = await buy(withCodes, 'month', 'half50')
    expect(session).toMatchObject({ amount_subtotal: 999, amount_total: 499 })
    expect((await paymentsOf(person)).map(({ amount }) => amount)).toEqual([4.99])
    await sandbox.advance('32d')
    await expectConsistent(person, 1)
    expect((await paymentsOf(person)).map(({ amount }) => amount)).toEqual([9.99, 4.99])
  })

  test('grants access for a code of 100%', async () => {
    const { person } = await buy(withCodes, 'month', 'FREE100')
    expect((await paymentsOf(person)).map(({ amount, status }) => [amount, status])).toEqual([[0, 'paid']])
    await expectConsistent(person, 1)
  })
})

test('a shop with default settings has neither automatic tax nor promotion codes', async () => {
  const person = await createPerson()
  const { body } = await checkout(person)
  const session = await stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url))
  expect(session).toMatchObject({ automatic_tax: { enabled: false }, allow_promotion_codes: null })
  expect(await customerOf(person)).toMatch(/^cus_/)
})

const setTax = (behavior: TaxBehavior) =>
  sql.query('UPDATE plan SET tax_behavior = $1 WHERE id = $2', [behavior, premium])

describe('a plan with tax_behavior inclusive', () => {
  test('charges the price shown, by a new Stripe price', async () => {
    const { person: former } = await buy(taxed)
    await setTax('inclusive')
    const { person, session } = await buy(taxed)
    expect(session).toMatchObject({ amount_total: 999, total_details: { amount_tax: 167 } })
    expect((await paymentsOf(person)).map(({ amount }) => amount)).toEqual([9.99])
    const prices = await Promise.all(
      [former, person].map(async (one) => (await subscriptionOf(one)).items.data[0]?.price),
    )
    expect(prices.map((price) => price?.tax_behavior)).toEqual(['exclusive', 'inclusive'])
    expect((await get(paths.api.plans, { of: taxed })).body[1].tax_behavior).toBe('inclusive')
    await setTax('exclusive')
    const { rows } = await sql.query(
      `SELECT data->>'tax_behavior' AS tax FROM pgboss.job
        WHERE data->>'kind' = 'started' AND data->>'user_id' = ANY($1) ORDER BY created_on`,
      [[former, person].map(({ id }) => String(id))],
    )
    expect(rows.map(({ tax }) => tax)).toEqual(['exclusive', 'inclusive'])
    const { person: later } = await buy(taxed)
    expect((await subscriptionOf(later)).items.data[0]?.price.id).toBe(prices[0]?.id)
    await expectConsistent(former, 1)
    await expectConsistent(person, 1)
  })
})

test('a plan with tax_behavior exclusive has Stripe prices that exclude tax', async () => {
  const { person } = await buy(taxed)
  const { items } = await subscriptionOf(person)
  expect(items.data[0]?.price.tax_behavior).toBe('exclusive')
})

const readPage = async (of?: App) => (await get(paths.subscription, { ...(of && { of }) })).text

describe.runIf(renderer)('GET /subscription', () => {
  const tax = 'Tax may be added at checkout, depending on where you live.'
  const codes = 'Got a promotion code? Enter it at checkout.'
  test('mentions tax and promotion codes exactly when they are switched on', async () => {
    const [plain, withTax, withCode] = [await readPage(), await readPage(taxed), await readPage(withCodes)]
    expect([plain.includes(tax), withTax.includes(tax), withCode.includes(tax)]).toEqual([false, true, false])
    expect([plain.includes(codes), withTax.includes(codes), withCode.includes(codes)]).toEqual([false, false, true])
  })
})
