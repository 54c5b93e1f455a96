import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { reconcileOnSchedule } from '#server/subscription/reconcile.ts'
import { sql } from '../../support/app.ts'
import { cards, idOf, postForm } from '../../support/billing/payment-sandbox.ts'
import type { Person } from '../../support/people.ts'
import {
  ask,
  changeCard,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  holdWebhooks,
  invoicesOf,
  openShop,
  payAt,
  sandbox,
  webhooksProcessed,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

async function storedCard(person: Person) {
  const { rows } = await sql.query(
    'SELECT card_brand, card_last4, card_exp_month, card_exp_year FROM customer WHERE user_id = $1',
    [person.id],
  )
  return rows[0]
}

const master = '5555555555554444'

/** Last digits of the card that paid the latest renewal. */
async function chargedTo(person: Person) {
  const [invoice] = await invoicesOf(person)
  const { data } = await stripe.invoicePayments.list({
    invoice: invoice?.id ?? '',
    expand: ['data.payment.payment_intent.latest_charge'],
  })
  const intent = data.find(({ status }) => status === 'paid')?.payment.payment_intent
  const charge = typeof intent === 'object' && intent?.latest_charge
  return charge && typeof charge === 'object' ? charge.payment_method_details?.card?.last4 : null
}

async function expectOneCard(person: Person, last4: string) {
  const customer = await stripe.customers.retrieve(await customerOf(person), {
    expand: ['invoice_settings.default_payment_method'],
  })
  expect(customer).toMatchObject({ invoice_settings: { default_payment_method: { card: { last4 } } } })
  expect((await subscriptionOf(person)).default_payment_method).toBeNull()
  expect(await storedCard(person)).toMatchObject({ card_last4: last4 })
}

describe('the card of a subscriber', () => {
  test('is stored with brand, last four digits and expiry, and removed with the Stripe customer', async () => {
    const person = await createSubscriber()
    const card = { card_brand: 'visa', card_last4: '4242', card_exp_month: 12, card_exp_year: 2040 }
    expect(await storedCard(person)).toEqual(card)
    await stripe.customers.del(await customerOf(person))
    await webhooksProcessed()
    expect(await storedCard(person)).toEqual({
      card_brand: null,
      card_last4: null,
      card_exp_month: null,
      card_exp_year: null,
    })
  })

  test('is a bank account without expiry after a paid bank debit', async () => {
    const person = await createSubscriber('month', cards.bankDebit)
    // A bank account is stored only once it has paid.
    expect(await storedCard(person)).toMatchObject({ card_brand: null })
    await sandbox.advance('4d')
    await webhooksProcessed()
    await expect
      .poll(() => storedCard(person))
      .toEqual({
        card_brand: 'sepa_debit',
        card_last4: '3201',
        card_exp_month: null,
        card_exp_year: null,
      })
    const { default_payment_method, payment_settings } = await subscriptionOf(person)
    expect([default_payment_method, payment_settings?.save_default_payment_method]).toEqual([null, 'on_subscription'])
    const customer = await stripe.customers.retrieve(await customerOf(person))
    expect(customer).toMatchObject({ invoice_settings: { default_payment_method: expect.stringMatching(/^pm_/) } })
  })

  test('is replaced by a card that is added in the portal, which pays the next renewal', async () => {
    const person = await createSubscriber()
    await expectOneCard(person, '4242')
    await changeCard(person, master)
    await webhooksProcessed()
    await expectOneCard(person, '4444')
    await sandbox.advance('32d')
    await expectConsistent(person, 1)
    expect(await chargedTo(person)).toBe('4444')
    await expectOneCard(person, '4444')
  })

  test('that pays for a switch on the invoice page also pays the next renewal', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    const { body } = await checkout(person, 'year')
    expect((await postForm(body.checkout_url, { action: 'pay', card_number: master })).status).toBe(303)
    await webhooksProcessed()
    await expectOneCard(person, '4444')
    await sandbox.advance('366d')
    await expectConsistent(person, 1)
    expect(await chargedTo(person)).toBe('4444')
    await expectOneCard(person, '4444')
  })

  test('is replaced by the card of a second purchase', async () => {
    const person = await createSubscriber()
    const { id } = await subscriptionOf(person)
    await stripe.subscriptions.cancel(id)
    await webhooksProcessed()
    await sandbox.advance('1m')
    await payAt((await checkout(person)).body.checkout_url, master)
    await webhooksProcessed()
    await expectOneCard(person, '4444')
    for (const enabled of [false, true])
      expect((await ask(paymentPaths.autoRenew, person, { enabled })).status).toBe(200)
    await webhooksProcessed()
    await expectOneCard(person, '4444')
  })

  test('that paid an invoice becomes the default by reconciliation when no webhook arrives', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    await sandbox.advance('32d')
    await webhooksProcessed()
    const [owed] = await invoicesOf(person)
    await holdWebhooks()
    await postForm(owed?.hosted_invoice_url ?? '', { action: 'pay', card_number: master })
    expect((await subscriptionOf(person)).default_payment_method).not.toBeNull()
    expect((await reconcileOnSchedule(sync)).failed).toBe(0)
    await expectOneCard(person, '4444')
  })

  test('that pays a failed renewal on the invoice page also pays the next renewal', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    await sandbox.advance('32d')
    await webhooksProcessed()
    const [owed] = await invoicesOf(person)
    await sandbox.advance('1m')
    const paid = await postForm(owed?.hosted_invoice_url ?? '', { action: 'pay', card_number: master })
    expect(paid.status).toBe(303)
    await webhooksProcessed()
    await expectOneCard(person, '4444')
    await sandbox.advance('31d')
    await expectConsistent(person, 1)
    expect(await chargedTo(person)).toBe('4444')
  })

  test('stays the default after another card paid an invoice, if Stripe does not save such cards', async () => {
    await sandbox.control('/switches', { hosted_payment_method_save: 'never' })
    const person = await createSubscriber('month', cards.failsLater)
    await sandbox.advance('32d')
    await webhooksProcessed()
    const [owed] = await invoicesOf(person)
    const paid = await postForm(owed?.hosted_invoice_url ?? '', { action: 'pay', card_number: master })
    expect(paid.status).toBe(303)
    await webhooksProcessed()
    await expectOneCard(person, '0341')
    await sandbox.control('/switches', { hosted_payment_method_save: 'always' })
  })

  test('that the card network updated is stored with its new expiry at once', async () => {
    const person = await createSubscriber()
    const customer = await stripe.customers.retrieve(await customerOf(person), {
      expand: ['invoice_settings.default_payment_method'],
    })
    const method = 'invoice_settings' in customer ? customer.invoice_settings.default_payment_method : null
    if (typeof method !== 'object' || !method?.card) throw new Error('A subscriber has a card.')
    const changes = { card: { ...method.card, exp_year: 2044 } }
    const event = 'payment_method.automatically_updated'
    await sandbox.control(`/objects/${method.id}`, { changes, event })
    await webhooksProcessed()
    expect(await storedCard(person)).toMatchObject({ card_last4: '4242', card_exp_year: 2044 })
  })

  test('is changed on a Stripe page that returns to the profile', async () => {
    const person = await createSubscriber()
    const { status, body } = await ask(paymentPaths.updateCard, person, {})
    expect(status).toBe(200)
    expect(await postForm(body.url, { action: 'card', card_number: master })).toMatchObject({
      status: 303,
      location: 'http://library.test/profile?tab=subscription&card_updated=1',
    })
    await webhooksProcessed()
    expect((await ask(paths.api.subscriptionStatus, person)).body.card).toEqual({
      brand: 'mastercard',
      last4: '4444',
      exp_month: 12,
      exp_year: 2040,
    })
  })

  test('is the card of the last payment, even if another card was added later', async () => {
    const person = await createSubscriber()
    const { id, customer } = await subscriptionOf(person)
    const former = (await stripe.customers.listPaymentMethods(idOf(customer))).data[0]?.id ?? ''
    await sandbox.advance('1m')
    await changeCard(person, master)
    await holdWebhooks()
    // The effect of choosing a saved card at the checkout or on an invoice page.
    await stripe.subscriptions.update(id, { default_payment_method: former })
    await sandbox.advance('32d')
    expect(await chargedTo(person)).toBe('4242')
    await sandbox.control('/deliveries/release')
    await webhooksProcessed()
    await expectOneCard(person, '4242')
  })

  test("is the subscription's card or the customer's default, whichever was set later", async () => {
    const person = await createSubscriber()
    const customer = await customerOf(person)
    const { id } = await subscriptionOf(person)
    const former = (await stripe.customers.listPaymentMethods(customer)).data[0]?.id ?? ''
    await sandbox.advance('1m')
    await changeCard(person, master)
    await stripe.subscriptions.update(id, { default_payment_method: former })
    await webhooksProcessed()
    await expectOneCard(person, '4444')
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: '' } })
    await stripe.subscriptions.update(id, { default_payment_method: former })
    await webhooksProcessed()
    await expectOneCard(person, '4242')
    expect(await storedCard(person)).toMatchObject({ card_brand: 'visa' })
  })
})
