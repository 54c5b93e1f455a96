import { findCard } from './cards.ts'
import { createCustomer } from './customers.ts'
import { payInvoice } from './invoice-lifecycle.ts'
import { attachCard } from './payment-methods.ts'
import { getPrice } from './prices.ts'
import type { Sandbox } from './sandbox.ts'
import { startSubscription } from './subscriptions.ts'

function subscribe(sandbox: Sandbox, price: string, number: number) {
  const card = findCard('4242424242424242')
  if (!card) throw new Error('The card that pays is gone.')
  const customer = createCustomer(sandbox, { email: `seed-${number}@example.test` })
  const method = attachCard(sandbox, customer.id, card)
  const { invoice, subscription } = startSubscription(sandbox, {
    customer: customer.id,
    items: [{ price: getPrice(sandbox, price, 'price'), quantity: 1 }],
    default_payment_method: method.id,
    automatic_tax: false,
    metadata: {},
    discounts: [],
    checkout_session: '',
  })
  if (invoice.amount_remaining > 0) payInvoice(sandbox, invoice, { method, situation: 'first' })
  return { customer: customer.id, subscription: subscription.id }
}

/** Many subscribers at once, for measurements. Webhooks of it are not sent: a product would learn of them by reconciling. */
export function seed(sandbox: Sandbox, price: string, customers: number) {
  const { store } = sandbox
  const silenced = [...store.all('webhook_endpoint')].filter(({ status }) => status === 'enabled')
  for (const endpoint of silenced) endpoint.status = 'disabled'
  try {
    return Array.from({ length: customers }, (_one, number) => subscribe(sandbox, price, number))
  } finally {
    for (const endpoint of silenced) endpoint.status = 'enabled'
  }
}
