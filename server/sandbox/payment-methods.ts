import type { Card } from './cards.ts'
import { emit, update } from './events.ts'
import { newId } from './ids.ts'
import { getCustomer } from './customers.ts'
import { paymentMethodObject } from './objects/customer.ts'
import type { PaymentMethod } from './objects/customer.ts'
import type { Subscription } from './objects/subscription.ts'
import type { Sandbox } from './sandbox.ts'

export function attachCard(sandbox: Sandbox, customer: string, card: Card): PaymentMethod {
  const { store, clock } = sandbox
  const method = store.save(paymentMethodObject({ id: newId('pm'), created: clock.now(), customer, card }))
  emit(sandbox, 'payment_method.attached', method)
  return method
}

/** What a subscription is paid with: its own method, else the customer's. */
export function paymentMethodOf({ store }: Sandbox, subscription: Subscription): PaymentMethod | undefined {
  const customer = store.find('customer', subscription.customer)
  const usual = customer && !('deleted' in customer) ? customer.invoice_settings.default_payment_method : null
  return store.find('payment_method', subscription.default_payment_method ?? usual ?? '')
}

/** A new card for everything that the customer pays from now on. */
export function changeCard(sandbox: Sandbox, customer: string, card: Card): PaymentMethod {
  const { store } = sandbox
  const method = attachCard(sandbox, customer, card)
  update(sandbox, getCustomer(sandbox, customer), 'customer.updated', (record) => {
    record.invoice_settings = { ...record.invoice_settings, default_payment_method: method.id }
  })
  for (const subscription of store.by('subscription', 'customer', customer))
    if (subscription.ended_at === null)
      update(sandbox, subscription, 'customer.subscription.updated', (record) => {
        record.default_payment_method = method.id
      })
  return method
}
