import { Stripe } from '../../server/subscription/stripe.ts'
import { failure, ok } from './doctor/check.ts'
import type { Finding } from './doctor/check.ts'

/** Calls by the name of the permission in the Dashboard. */
type Probes = [string, (stripe: Stripe) => Promise<unknown>][]

const nobody = 'cus_none'
const payment_intent = 'pi_none'

const reads: Probes = [
  ['Customers', (stripe) => stripe.customers.list({ limit: 1 })],
  ['Products', (stripe) => stripe.products.list({ limit: 1 })],
  ['Prices', (stripe) => stripe.prices.list({ limit: 1 })],
  ['Checkout Sessions', (stripe) => stripe.checkout.sessions.list({ limit: 1 })],
  ['Subscriptions', (stripe) => stripe.subscriptions.list({ limit: 1 })],
  ['Invoices', (stripe) => stripe.invoices.list({ limit: 1 })],
  ['Invoice Payments', (stripe) => stripe.invoicePayments.list({ limit: 1 })],
  ['Payment Intents', (stripe) => stripe.paymentIntents.retrieve(payment_intent)],
  ['Charges and Refunds', (stripe) => stripe.refunds.list({ limit: 1 })],
  ['Disputes', (stripe) => stripe.disputes.list({ limit: 1 })],
  ['Customer portal', (stripe) => stripe.billingPortal.configurations.list({ limit: 1 })],
  ['Events', (stripe) => stripe.events.list({ limit: 1 })],
  ['Early fraud warnings', (stripe) => stripe.radar.earlyFraudWarnings.retrieve('issfr_none')],
  ['Customer balance transactions', (stripe) => stripe.customers.listBalanceTransactions(nobody, { limit: 1 })],
]

/** Write calls that would change nothing even if their object existed. */
const writes: Probes = [
  ['Customers', (stripe) => stripe.customers.update(nobody, {})],
  [
    'Customer balance transactions',
    (stripe) => stripe.customers.createBalanceTransaction(nobody, { amount: 0, currency: 'usd' }),
  ],
  ['Products', (stripe) => stripe.products.update('prod_none', {})],
  ['Prices', (stripe) => stripe.prices.update('price_none', {})],
  ['Checkout Sessions', (stripe) => stripe.checkout.sessions.expire('cs_none')],
  ['Subscriptions', (stripe) => stripe.subscriptions.update('sub_none', {})],
  ['Subscription schedules', (stripe) => stripe.subscriptionSchedules.update('sub_sched_none', {})],
  ['Invoices', (stripe) => stripe.invoices.finalizeInvoice('in_none')],
  ['Charges and Refunds', (stripe) => stripe.refunds.create({ payment_intent, amount: 0 })],
  ['Customer portal', (stripe) => stripe.billingPortal.sessions.create({ customer: nobody })],
]

async function findMissing(stripe: Stripe, probes: Probes): Promise<string[]> {
  const missing: string[] = []
  for (const [name, probe] of probes)
    await probe(stripe).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripePermissionError) missing.push(name)
      // Expected: the object does not exist.
      else if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    })
  return missing
}

const unknown =
  'Write permissions are tested with objects that do not exist, so they are certain only where Stripe checks the key first. Not tested: coupons, promotion codes, and creating the webhook endpoint.'

/** Tests the key's permissions without changing anything. */
export async function lookAtPermissions(stripe: Stripe): Promise<Finding> {
  const missing = [
    ...(await findMissing(stripe, reads)).map((name) => `read ${name}`),
    ...(await findMissing(stripe, writes)).map((name) => `write ${name}`),
  ]
  return missing.length > 0
    ? failure(`The key may not ${missing.join(', ')}.`, 'Allow it in the Dashboard, under API keys.')
    : ok(`The key may read all ${reads.length} kinds of objects and write all ${writes.length}. ${unknown}`)
}
