import { z } from 'zod'
import { changeBalance } from './customer-balance.ts'
import { endpoint } from './endpoint.ts'
import { noSuch } from './errors.ts'
import { emit, update } from './events.ts'
import { newId, randomText } from './ids.ts'
import { emptyable, integer, mergeMetadata, metadata, paging, text } from './input.ts'
import { pageOf } from './lists.ts'
import { customerObject, deletedCustomerObject } from './objects/customer.ts'
import type { Address, Customer } from './objects/customer.ts'
import type { Sandbox } from './sandbox.ts'
import { endSubscription } from './subscription-end.ts'

const AddressInput = z.strictObject({
  city: emptyable.optional(),
  country: emptyable.optional(),
  line1: emptyable.optional(),
  line2: emptyable.optional(),
  postal_code: emptyable.optional(),
  state: emptyable.optional(),
})
const addressOf = (given: z.infer<typeof AddressInput>): Address => ({
  city: given.city ?? null,
  country: given.country ?? null,
  line1: given.line1 ?? null,
  line2: given.line2 ?? null,
  postal_code: given.postal_code ?? null,
  state: given.state ?? null,
})

const CustomerInput = z.strictObject({
  address: AddressInput.optional(),
  balance: integer.optional(),
  description: emptyable.optional(),
  email: emptyable.optional(),
  invoice_settings: z.strictObject({ default_payment_method: emptyable.optional() }).optional(),
  metadata: metadata.optional(),
  name: emptyable.optional(),
  phone: emptyable.optional(),
  preferred_locales: z.array(text).optional(),
})

export function getCustomer({ store }: Sandbox, id: string, param = 'id'): Customer {
  const customer = store.find('customer', id)
  if (!customer || 'deleted' in customer) throw noSuch('customer', id, param)
  return customer
}

export function createCustomer(sandbox: Sandbox, { address, ...given }: z.infer<typeof CustomerInput>): Customer {
  const { store, clock } = sandbox
  const customer = customerObject({
    id: newId('cus'),
    created: clock.now(),
    invoice_prefix: randomText(8).toUpperCase(),
    ...given,
    address: address ? addressOf(address) : null,
    metadata: mergeMetadata({}, given.metadata),
  })
  emit(sandbox, 'customer.created', store.save(customer))
  return customer
}

function changeCustomer(sandbox: Sandbox, id: string, given: z.infer<typeof CustomerInput>): Customer {
  const { address, invoice_settings, metadata: changes, ...plain } = given
  const method = invoice_settings?.default_payment_method
  if (method && sandbox.store.find('payment_method', method)?.customer !== id)
    throw noSuch('PaymentMethod', method, 'invoice_settings[default_payment_method]')
  return update(sandbox, getCustomer(sandbox, id), 'customer.updated', (customer) => {
    Object.assign(customer, plain)
    if (address) customer.address = addressOf(address)
    if (method !== undefined)
      customer.invoice_settings = { ...customer.invoice_settings, default_payment_method: method }
    customer.metadata = mergeMetadata(customer.metadata, changes)
  })
}

/** As in the Dashboard: the subscriptions end at once, and the object stays readable as deleted. */
export function deleteCustomer(sandbox: Sandbox, id: string) {
  const { store } = sandbox
  const customer = getCustomer(sandbox, id)
  for (const subscription of store.by('subscription', 'customer', id)) endSubscription(sandbox, subscription)
  for (const method of store.by('payment_method', 'customer', id)) store.save({ ...method, customer: null })
  emit(sandbox, 'customer.deleted', customer)
  return store.save(deletedCustomerObject(id))
}

const CustomerList = z.strictObject({ ...paging, email: text.optional() })
const BalanceInput = z.strictObject({ amount: integer, currency: text, description: text.optional() })

export const customerEndpoints = (sandbox: Sandbox) => [
  endpoint('POST', '/v1/customers', CustomerInput, (input) => createCustomer(sandbox, input)),
  endpoint('GET', '/v1/customers', CustomerList, (input) => {
    const customers = [...sandbox.store.all('customer')].filter(
      (customer): customer is Customer =>
        !('deleted' in customer) && (input.email === undefined || customer.email === input.email),
    )
    return pageOf('/v1/customers', customers, input)
  }),
  endpoint('GET', '/v1/customers/:id', z.strictObject({}), (_input, { id }) => {
    const customer = sandbox.store.find('customer', id)
    if (!customer) throw noSuch('customer', id)
    return customer
  }),
  endpoint('POST', '/v1/customers/:id', CustomerInput, (input, { id }) => changeCustomer(sandbox, id, input)),
  endpoint('DELETE', '/v1/customers/:id', z.strictObject({}), (_input, { id }) => deleteCustomer(sandbox, id)),
  endpoint('POST', '/v1/customers/:id/balance_transactions', BalanceInput, (input, { id }) =>
    changeBalance(sandbox, getCustomer(sandbox, id), { ...input, type: 'adjustment' }),
  ),
  endpoint('GET', '/v1/customers/:id/balance_transactions', z.strictObject(paging), (input, { id }) => {
    getCustomer(sandbox, id)
    const url = `/v1/customers/${id}/balance_transactions`
    return pageOf(url, sandbox.store.by('customer_balance_transaction', 'customer', id), input)
  }),
  endpoint(
    'GET',
    '/v1/customers/:id/payment_methods',
    z.strictObject({ ...paging, type: text.optional() }),
    (input, { id }) => {
      getCustomer(sandbox, id)
      const methods = sandbox.store.by('payment_method', 'customer', id)
      return pageOf(
        `/v1/customers/${id}/payment_methods`,
        methods.filter(({ type }) => type === (input.type ?? type)),
        input,
      )
    },
  ),
]
