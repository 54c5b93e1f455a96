import { getObject } from './api/endpoint.ts'
import { payInvoice } from './billing/invoice-lifecycle.ts'
import { startSubscription } from './billing/subscriptions.ts'
import { createCustomer } from './customers.ts'
import { attachCard, findCard } from './payments/cards.ts'
import { store } from './sandbox.ts'

function subscribe(price: string, number: number) {
  const card = findCard('4242424242424242')
  if (!card) throw new Error('The card for payments does not exist.')
  const customer = createCustomer({ email: `seed-${number}@example.test` })
  const method = attachCard(customer.id, card)
  const { invoice, subscription } = startSubscription({
    customer: customer.id,
    items: [{ price: getObject('price', price, 'price'), quantity: 1 }],
    default_payment_method: method.id,
    automatic_tax: { enabled: false },
    metadata: {},
    discounts: [],
    checkout_session: '',
  })
  if (invoice.amount_remaining > 0) payInvoice(invoice, { method, situation: 'first' })
  return { customer: customer.id, subscription: subscription.id }
}

/** Creates many subscribers for measurements. Sends no webhooks for them. */
export function seedSubscribers(price: string, customers: number) {
  const silenced = store.all('webhook_endpoint').filter(({ status }) => status === 'enabled')
  for (const endpoint of silenced) endpoint.status = 'disabled'
  try {
    return Array.from({ length: customers }, (_one, number) => subscribe(price, number))
  } finally {
    for (const endpoint of silenced) endpoint.status = 'enabled'
  }
}
