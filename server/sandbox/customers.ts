import { z } from 'zod'
import { assertMethodOfCustomer, endpoint, endpointWithoutParams, getCustomer } from './api/endpoint.ts'
import { assertRequest } from './api/errors.ts'
import { integer, mergeMetadata, metadata, text, unsettableText } from './api/input.ts'
import { endSubscription } from './billing/cancellation.ts'
import { changeBalance } from './billing/invoices.ts'
import { createObject, randomText } from './create.ts'
import type { ObjectFields } from './create.ts'
import { changeFields, emitEvent } from './events.ts'
import type { Customer } from './objects.ts'
import { store } from './sandbox.ts'

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

const CustomerInput = z.strictObject({
  email: unsettableText.optional(),
  invoice_settings: z.strictObject({ default_payment_method: unsettableText.optional() }).optional(),
  metadata,
  name: unsettableText.optional(),
  preferred_locales: z.array(text).optional(),
})
type CustomerInput = z.infer<typeof CustomerInput>

export const newCustomer = (fields: ObjectFields<'customer'>): Customer =>
  createObject('customer', { invoice_prefix: randomText(8).toUpperCase(), ...fields })

const Email = z.email({ pattern: z.regexes.html5Email })
const assertValidEmail = ({ email }: CustomerInput) =>
  assertRequest(!email || Email.safeParse(email).success, `Invalid email address: ${email}`, 'email', 'email_invalid')

export function createCustomer(params: CustomerInput): Customer {
  assertValidEmail(params)
  return emitEvent('customer.created', store.save(newCustomer(params)))
}

function changeCustomer(id: string, params: CustomerInput): Customer {
  const { invoice_settings, metadata: changes, ...plain } = params
  assertValidEmail(params)
  const method = invoice_settings?.default_payment_method
  assertMethodOfCustomer(id, method, 'invoice_settings[default_payment_method]')
  const customer = getCustomer(id)
  changeFields(customer, {
    ...plain,
    ...(method !== undefined && {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: method },
    }),
    metadata: mergeMetadata(customer.metadata, changes),
  })
  // Finalized invoices keep the former details.
  for (const invoice of store.by('invoice', 'customer', id))
    if (invoice.status === 'draft')
      store.save({ ...invoice, customer_email: customer.email, customer_name: customer.name })
  return customer
}

/** Changes the address of a customer, as Stripe's hosted pages do. */
export const changeAddress = (id: string, country: string, postal_code: string | null) =>
  changeFields(getCustomer(id), { address: { ...emptyAddress, country, postal_code } })

/** Deletes a customer like the Dashboard: cancels subscriptions, and keeps the object with `deleted`. */
export function deleteCustomer(id: string) {
  const customer = getCustomer(id)
  for (const subscription of store.by('subscription', 'customer', id)) endSubscription(subscription)
  for (const method of store.by('payment_method', 'customer', id)) store.save({ ...method, customer: null })
  emitEvent('customer.deleted', customer)
  return store.save({ id, object: 'customer' as const, deleted: true as const })
}

const BalanceInput = z.strictObject({ amount: integer, currency: text, metadata })

export const customerEndpoints = [
  endpoint('POST', '/v1/customers', CustomerInput, createCustomer),
  endpoint('POST', '/v1/customers/:id', CustomerInput, (input, id) => changeCustomer(id, input)),
  endpointWithoutParams('DELETE', '/v1/customers/:id', deleteCustomer),
  endpoint('POST', '/v1/customers/:id/balance_transactions', BalanceInput, (input, id) =>
    changeBalance(getCustomer(id), { ...input, type: 'adjustment' }),
  ),
]
