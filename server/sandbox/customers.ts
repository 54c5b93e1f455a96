import { z } from 'zod'
import { endpointWithoutParams, endpoint, listEndpoint, retrieveEndpoint } from './api/endpoint.ts'
import { invalidRequest } from './api/errors.ts'
import { unsettableText, integer, mergeMetadata, metadata, text } from './api/input.ts'
import { getCustomer, assertMethodOfCustomer } from './api/retrieval.ts'
import { endSubscription } from './billing/cancellation.ts'
import { changeBalance } from './billing/invoices.ts'
import { createObject, randomText } from './create.ts'
import type { ObjectFields } from './create.ts'
import { changeFields, emitEvent } from './events.ts'
import type { Address, Customer } from './objects.ts'
import { store } from './sandbox.ts'

export const emptyAddress: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

const CustomerInput = z.strictObject({
  email: unsettableText.optional(),
  invoice_settings: z.strictObject({ default_payment_method: unsettableText.optional() }).optional(),
  metadata: metadata.optional(),
  name: unsettableText.optional(),
  preferred_locales: z.array(text).optional(),
})

export const newCustomer = (fields: ObjectFields<'customer'>): Customer =>
  createObject('customer', {
    delinquent: false,
    invoice_prefix: randomText(8).toUpperCase(),
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    ...fields,
  })

export function createCustomer(params: z.infer<typeof CustomerInput>): Customer {
  assertValidEmail(params)
  const customer = newCustomer(params)
  emitEvent('customer.created', store.save(customer))
  return customer
}

const Email = z.email({ pattern: z.regexes.html5Email })
function assertValidEmail({ email }: z.infer<typeof CustomerInput>) {
  if (email && !Email.safeParse(email).success)
    throw invalidRequest(`Invalid email address: ${email}`, 'email', 'email_invalid')
}

/** Updates the details in a customer's draft invoices. Finalized invoices keep their details. */
function changeDrafts({ id, email, name }: Customer) {
  for (const invoice of store.by('invoice', 'customer', id))
    if (invoice.status === 'draft') store.save({ ...invoice, customer_email: email, customer_name: name })
}

function changeCustomer(id: string, params: z.infer<typeof CustomerInput>): Customer {
  const { invoice_settings, metadata: changes, ...plain } = params
  assertValidEmail(params)
  const method = invoice_settings?.default_payment_method
  assertMethodOfCustomer(id, method, 'invoice_settings[default_payment_method]')
  const customer = getCustomer(id)
  const changed = changeFields(customer, {
    ...plain,
    ...(method !== undefined && {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: method },
    }),
    metadata: mergeMetadata(customer.metadata, changes),
  })
  changeDrafts(changed)
  return changed
}

/** Deletes a customer like the Dashboard: cancels subscriptions, and keeps the object with `deleted`. */
export function deleteCustomer(id: string) {
  const customer = getCustomer(id)
  for (const subscription of store.by('subscription', 'customer', id)) endSubscription(subscription)
  for (const method of store.by('payment_method', 'customer', id)) store.save({ ...method, customer: null })
  emitEvent('customer.deleted', customer)
  return store.save({ id, object: 'customer' as const, deleted: true as const })
}

const BalanceInput = z.strictObject({ amount: integer, currency: text, metadata: metadata.optional() })

export const customerEndpoints = [
  endpoint('POST', '/v1/customers', CustomerInput, (input) => createCustomer(input)),
  listEndpoint('/v1/customers', 'customer', { email: text }, [], (customer) => !('deleted' in customer)),
  retrieveEndpoint('/v1/customers', 'customer'),
  endpoint('POST', '/v1/customers/:id', CustomerInput, (input, { id }) => changeCustomer(id, input)),
  endpointWithoutParams('DELETE', '/v1/customers/:id', (id) => deleteCustomer(id)),
  endpoint('POST', '/v1/customers/:id/balance_transactions', BalanceInput, (input, { id }) =>
    changeBalance(getCustomer(id), { ...input, type: 'adjustment' }),
  ),
  listEndpoint('/v1/customers/:id/balance_transactions', 'customer_balance_transaction', {}),
  listEndpoint('/v1/customers/:id/payment_methods', 'payment_method', { type: text }),
]
