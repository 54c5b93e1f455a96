import { describe, expect, test } from 'vitest'
import { testCardDescriptions, texts } from '../../../server/sandbox/pages/texts.ts'
import {
  cards,
  createPrices,
  createSession,
  day,
  postForm,
  startOfTime,
  startSandbox,
  idOf,
} from '../../support/billing/payment-sandbox.ts'

describe('a purchase at the checkout', () => {
  test('with the card 4242… creates a paid subscription and redirects to success_url', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const customer = await stripe.customers.create({ email: 'ana@example.test', metadata: { user: '7' } })
    const session = await createSession(sandbox, month.id, {
      customer: customer.id,
      client_reference_id: 'user-7',
      metadata: { plan: 'premium' },
      subscription_data: { metadata: { user: '7' } },
    })
    expect(session).toMatchObject({ object: 'checkout.session', livemode: false, status: 'open', subscription: null })

    const paid = await postForm(session.address, { action: 'pay', card_number: '4242 4242 4242 4242' })
    expect(paid).toMatchObject({ status: 303, location: `http://shop.test/success?session_id=${session.id}` })

    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice.payments', 'customer', 'line_items'],
    })
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      amount_total: 999,
      client_reference_id: 'user-7',
      metadata: { plan: 'premium' },
      customer: { id: customer.id, email: 'ana@example.test' },
      line_items: { data: [{ amount_total: 999 }] },
      subscription: {
        status: 'active',
        metadata: { user: '7' },
        items: {
          data: [
            { current_period_start: startOfTime, current_period_end: startOfTime + 30 * day, price: { id: month.id } },
          ],
        },
        latest_invoice: {
          status: 'paid',
          total: 999,
          amount_paid: 999,
          billing_reason: 'subscription_create',
          parent: { type: 'subscription_details', subscription_details: { metadata: { user: '7' } } },
          payments: { data: [{ status: 'paid', is_default: true, payment: { type: 'payment_intent' } }] },
        },
      },
    })
    const [payment] = (await stripe.invoicePayments.list({ invoice: idOf(done.invoice) })).data
    const intent = await stripe.paymentIntents.retrieve(idOf(payment?.payment.payment_intent), {
      expand: ['latest_charge'],
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 999,
      latest_charge: { paid: true, payment_method_details: { card: { last4: '4242' } } },
    })
    const back = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent.id } })
    expect(back.data.map(({ invoice }) => invoice)).toEqual([done.invoice])
  })

  test('with a declined card creates nothing, and succeeds with the next card', async () => {
    const sandbox = await startSandbox()
    const { month } = await createPrices(sandbox)
    const session = await createSession(sandbox, month.id)
    const declined = await postForm(session.address, { action: 'pay', card_number: cards.declines })
    expect(declined.status).toBe(402)
    expect(declined.text).toContain('Your card was declined.')
    expect((await sandbox.stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
    expect((await postForm(session.address, { action: 'pay', card_number: '1234' })).text).toContain('not a test card')
    expect((await postForm(session.address, { action: 'pay', card_number: '' })).status).toBe(402)
    expect(await postForm(session.address, { action: 'pay', card_number: cards.pays })).toMatchObject({ status: 303 })
    expect((await sandbox.stripe.subscriptions.list()).data).toHaveLength(1)
  })

  test('with a card that needs confirmation waits for the confirmation', async () => {
    const sandbox = await startSandbox()
    const { month } = await createPrices(sandbox)
    const session = await createSession(sandbox, month.id)
    const form = { action: 'pay', card_number: cards.asksOnce }
    const challenge = await postForm(session.address, form)
    expect(challenge.status).toBe(200)
    expect(challenge.text).toContain('name="confirm" value="yes"')
    const refused = await postForm(session.address, { ...form, confirm: 'no' })
    expect([refused.status, refused.text.includes('was not confirmed')]).toEqual([402, true])
    expect((await sandbox.stripe.subscriptions.list()).data).toEqual([])
    expect((await postForm(session.address, { ...form, confirm: 'yes' })).status).toBe(303)
    const [subscription] = (await sandbox.stripe.subscriptions.list()).data
    expect(subscription?.status).toBe('active')
  })

  test('submitted twice with one session creates one subscription', async () => {
    const sandbox = await startSandbox()
    const { month } = await createPrices(sandbox)
    const session = await createSession(sandbox, month.id)
    const form = { action: 'pay', card_number: cards.pays }
    const answers = await Promise.all([postForm(session.address, form), postForm(session.address, form)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await sandbox.stripe.subscriptions.list()).data).toHaveLength(1)
  })

  test('by bank debit is paid, or fails, after three days', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const sessions: string[] = []
    for (const card_number of [cards.bankDebit, cards.bankDebitFails]) {
      const session = await createSession(sandbox, month.id)
      expect((await postForm(session.address, { action: 'pay', card_number })).status).toBe(303)
      sessions.push(session.id)
    }
    const look = async () => {
      const found = []
      for (const id of sessions) {
        const { status, payment_status, subscription } = await stripe.checkout.sessions.retrieve(id, {
          expand: ['subscription'],
        })
        found.push([status, payment_status, typeof subscription === 'object' ? subscription?.status : ''])
      }
      return found
    }
    expect(await look()).toEqual([
      ['complete', 'unpaid', 'incomplete'],
      ['complete', 'unpaid', 'incomplete'],
    ])
    await sandbox.advance('3d')
    expect(await look()).toEqual([
      ['complete', 'paid', 'active'],
      ['complete', 'unpaid', 'incomplete_expired'],
    ])
    const events = await stripe.events.list({
      types: ['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed'],
    })
    expect(events.data).toHaveLength(2)
  })

  test('with a discount code of 100% needs no payment, and is renewed at the full price', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const session = await createSession(sandbox, month.id, { allow_promotion_codes: true })
    const wrong = await postForm(session.address, { action: 'promotion', promotion_code: 'NO' })
    expect(wrong.text).toContain('This code is not valid.')
    const right = await postForm(session.address, { action: 'promotion', promotion_code: 'free100' })
    expect(right.text).toContain('-$9.99')
    expect((await postForm(session.address, { action: 'pay', card_number: cards.pays })).status).toBe(303)
    const done = await stripe.checkout.sessions.retrieve(session.id)
    expect(done).toMatchObject({
      payment_status: 'no_payment_required',
      amount_total: 0,
      total_details: { amount_discount: 999 },
    })
    const invoice = await stripe.invoices.retrieve(idOf(done.invoice), {
      expand: ['payments', 'discounts.source.coupon'],
    })
    expect(invoice).toMatchObject({
      status: 'paid',
      total: 0,
      payments: { data: [] },
      discounts: [{ source: { coupon: { percent_off: 100 } } }],
    })
    await sandbox.advance('31d')
    const [renewal] = (await stripe.invoices.list()).data
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid', total: 999 })
  })

  test.each([
    ['jpy', [1500, 15_000], '¥1,500'],
    ['kwd', [3000, 30_000], 'KWD\u00a03.000'],
  ])("in %s is counted in the currency's smallest unit", async (currency, amounts, shown) => {
    const sandbox = await startSandbox()
    const { month, year } = await createPrices(sandbox, currency, amounts)
    const session = await createSession(sandbox, month.id)
    expect(await (await fetch(session.address)).text()).toContain(shown)
    await postForm(session.address, { action: 'pay', card_number: cards.pays })
    const [subscription] = (await sandbox.stripe.subscriptions.list()).data
    await sandbox.advance('7d')
    const preview = await sandbox.stripe.invoices.createPreview({
      subscription: subscription?.id ?? '',
      subscription_details: {
        items: [{ id: subscription?.items.data[0]?.id ?? '', price: year.id }],
        proration_behavior: 'always_invoice',
      },
    })
    const [monthly = 0, yearly = 0] = amounts
    const unused = (monthly * 23) / 30
    expect(preview.total).toBe(yearly - (currency === 'kwd' ? Math.round(unused / 10) * 10 : unused))
  })

  test('with Stripe Tax adds tax to the price', async () => {
    const sandbox = await startSandbox()
    const { month } = await createPrices(sandbox, 'usd', [1000, 10_000])
    const session = await createSession(sandbox, month.id, { automatic_tax: { enabled: true } })
    expect(await (await fetch(session.address)).text()).toContain('$12.00')
    await postForm(session.address, { action: 'pay', card_number: cards.pays })
    const [invoice] = (await sandbox.stripe.invoices.list()).data
    expect(invoice).toMatchObject({
      subtotal: 1000,
      total: 1200,
      total_excluding_tax: 1000,
      total_taxes: [{ amount: 200 }],
    })
  })
})

test("a checkout applies the customer's credit, and a voided invoice restores it", async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const { month } = await createPrices(sandbox)
  const customer = await stripe.customers.create({ email: 'ana@example.test' })
  await stripe.customers.createBalanceTransaction(customer.id, { amount: -400, currency: 'usd' })
  const session = await createSession(sandbox, month.id, { customer: customer.id })
  await postForm(session.address, { action: 'pay', card_number: cards.bankDebit })
  const expand = ['invoice', 'subscription']
  const { invoice, subscription } = await stripe.checkout.sessions.retrieve(session.id, { expand })
  expect(invoice).toMatchObject({ status: 'open', amount_due: 599 })
  await stripe.invoices.voidInvoice(idOf(invoice))
  const { data } = await stripe.customers.listBalanceTransactions(customer.id, { expand: ['data.checkout_session'] })
  const type = 'checkout_session_subscription_payment'
  const checkout_session = { id: session.id, subscription: idOf(subscription) }
  expect(data).toMatchObject([
    { amount: -400, type: `${type}_canceled`, invoice: null, checkout_session },
    { amount: 400, type, invoice: null, checkout_session },
    { amount: -400, type: 'adjustment', checkout_session: null },
  ])
})

describe('the checkout page', () => {
  test("is in the session's language, escapes names and has no script", async () => {
    const sandbox = await startSandbox()
    const product = await sandbox.stripe.products.create({ name: '<img src=x onerror=alert(1)>' })
    const price = await sandbox.stripe.prices.create({
      product: product.id,
      currency: 'eur',
      unit_amount: 999,
      recurring: { interval: 'year' },
    })
    const session = await createSession(sandbox, price.id, { locale: 'es' })
    const page = await fetch(session.address)
    const text = await page.text()
    expect(text).toContain('lang="es"')
    expect(text).toMatch(/9,99\s€ al año/)
    expect(text).toContain('&lt;img src=x')
    expect(text).not.toContain('<img')
    expect(text).not.toContain('<script')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://shop.test;")
    const english = await createSession(sandbox, price.id)
    expect(await (await fetch(english.address, { headers: { 'accept-language': 'en' } })).text()).toContain(
      '€9.99 a year',
    )
    expect(await (await fetch(english.address, { headers: { 'accept-language': 'es-ES,en' } })).text()).toContain(
      'lang="es"',
    )
  })

  test('redirects to cancel_url on cancel, and leaves the session open', async () => {
    const sandbox = await startSandbox()
    const { month } = await createPrices(sandbox)
    const session = await createSession(sandbox, month.id)
    expect(await postForm(session.address, { action: 'cancel', card_number: '' })).toMatchObject({
      status: 303,
      location: 'http://shop.test/cancel',
    })
    expect((await sandbox.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  })

  test('returns 410 once its session has expired', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const [one, other] = [await createSession(sandbox, month.id), await createSession(sandbox, month.id)]
    expect(await stripe.checkout.sessions.expire(one.id)).toMatchObject({ status: 'expired', url: null })
    await expect(stripe.checkout.sessions.expire(one.id)).rejects.toMatchObject({ statusCode: 400 })
    await sandbox.advance('1d')
    expect((await stripe.checkout.sessions.retrieve(other.id)).status).toBe('expired')
    expect((await postForm(other.address, { action: 'pay', card_number: cards.pays })).status).toBe(410)
    expect((await fetch(`${sandbox.url}/c/pay/cs_test_none`)).status).toBe(404)
    expect((await stripe.events.list({ type: 'checkout.session.expired' })).data).toHaveLength(2)
  })
})

const paramsOf = (text: string) => text.match(/\{\w+\}/g)?.toSorted()

test('the texts of the pages have the same parameters in both languages', () => {
  for (const [key, [english, spanish]] of Object.entries({ ...texts, ...testCardDescriptions }))
    expect([key, paramsOf(spanish)]).toEqual([key, paramsOf(english)])
})
