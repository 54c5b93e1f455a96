import { Stripe } from '../../server/subscription/stripe.ts'
import { failure, ok } from './doctor/check.ts'
import type { Finding } from './doctor/check.ts'

/** By the name that the Dashboard's form for restricted keys has. */
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

/** None could change anything, were its object there all the same. */
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
      // Nothing is there by that id.
      else if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    })
  return missing
}

const unknown =
  'Of writing this is known only as far as Stripe looks at the key before it looks for what is to be changed; not tried: coupons and promotion codes, and making the webhook endpoint.'

/** Whether the key may read what the server reads, and write what it writes, as far as that shows without changing anything. */
export async function lookAtPermissions(stripe: Stripe): Promise<Finding> {
  const missing = [
    ...(await findMissing(stripe, reads)).map((name) => `read ${name}`),
    ...(await findMissing(stripe, writes)).map((name) => `write ${name}`),
  ]
  return missing.length > 0
    ? failure(`The key may not ${missing.join(', ')}.`, 'Allow it in the Dashboard, under API keys.')
    : ok(`The key may read all ${reads.length} kinds and write all ${writes.length}. ${unknown}`)
}
