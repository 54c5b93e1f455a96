import { isLooseObject, idPrefixes } from '../create.ts'
import type { LooseObject } from '../create.ts'
import type { Customer, DeletedCustomer } from '../objects.ts'
import { store } from '../sandbox.ts'
import type { StoredObject, Table, Tables } from '../store.ts'
import { invalidRequest, resourceMissing } from './errors.ts'
import { isInRange } from './input.ts'
import type { Form, Paging } from './input.ts'

/** Returns an object or throws. `param`: parameter that contains the id, or `id` if the URL contains it. */
export function getObject<Name extends Table>(name: Name, id: string, param = 'id'): Tables[Name] {
  const found = store.find(name, id)
  if (!found) throw resourceMissing(name, id, param)
  return found
}

/** Finds an object of any kind. The prefix of the id determines the table. */
export function findObject(id: string): StoredObject | undefined {
  const [table] = Object.entries(idPrefixes).find(([, prefix]) => id.startsWith(`${prefix}_`)) ?? []
  return table === undefined ? undefined : store.find(table as Table, id)
}

/** Throws if the payment method does not belong to the customer. */
export function assertMethodOfCustomer(customer: string | null, id: string | null | undefined, param: string) {
  if (id && store.find('payment_method', id)?.customer !== customer) throw resourceMissing('PaymentMethod', id, param)
}

export function getCustomer(id: string, param = 'id'): Customer {
  const customer = store.find('customer', id)
  if (!customer || 'deleted' in customer) throw resourceMissing('customer', id, param)
  return customer
}

export const listOf = <Item>(url: string, data: Item[], has_more = false) => ({
  object: 'list' as const,
  data,
  has_more,
  url,
})

/** Returns a page of a list, newest first, as Stripe does. `items` must be in order of creation. */
export function pageOf<Item extends { id: string }>(url: string, items: Iterable<Item>, paging: Paging) {
  const { limit, starting_after, ending_before, created } = paging
  const all = [...items].filter((item) => isInRange('created' in item ? Number(item.created) : 0, created)).toReversed()
  const indexOf = (id: string, param: string) => {
    const index = all.findIndex((item) => item.id === id)
    if (index < 0) throw resourceMissing('object', id, param)
    return index
  }
  if (ending_before !== undefined) {
    const end = indexOf(ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return listOf(url, all.slice(start, end), start > 0)
  }
  const start = starting_after === undefined ? 0 : indexOf(starting_after, 'starting_after') + 1
  return listOf(url, all.slice(start, start + limit), all.length > start + limit)
}

const maxLevels = 4

function taxOf(customer: Customer | DeletedCustomer | undefined) {
  const country = (customer && 'address' in customer && customer.address?.country) || null
  return {
    automatic_tax: country === null ? 'unrecognized_location' : 'supported',
    ip_address: null,
    location: country === null ? null : { country, source: 'billing_address', state: null },
    provider: 'stripe',
  }
}

/** Returns a field that the API contains only if the request expands it. */
function expandableField(object: LooseObject, name: string): unknown {
  const id = String(object.id)
  switch (`${String(object.object)} ${name}`) {
    case 'invoice payments':
      return listOf('/v1/invoice_payments', store.by('invoice_payment', 'invoice', id))
    case 'charge refunds':
      return listOf(`/v1/charges/${id}/refunds`, store.by('refund', 'charge', id).toReversed())
    case 'customer tax':
      return taxOf(store.find('customer', id))
    case 'checkout.session line_items':
      return listOf(
        `/v1/checkout/sessions/${id}/line_items`,
        store.by('sandbox.order', 'session', id).flatMap(({ lines }) => lines),
      )
    default:
      return undefined
  }
}

const lookUp = (name: string, id: string) => (name === 'coupon' ? store.find('coupon', id) : findObject(id))

function expandAt(value: unknown, [name = '', ...rest]: string[], whole: string): unknown {
  if (name === '') return value
  if (value === null) return null
  if (Array.isArray(value)) return value.map((one) => expandAt(one, [name, ...rest], whole))
  if (!isLooseObject(value)) throw cannotExpand(whole)
  // Leaves a deleted object as it is, since it has no fields to expand.
  if (value.deleted === true) return value
  const present = name in value ? value[name] : expandableField(value, name)
  if (present === undefined) throw cannotExpand(whole)
  const found = Array.isArray(present)
    ? present.map((one) => (typeof one === 'string' ? lookUp(name, one) : one))
    : typeof present === 'string'
      ? lookUp(name, present)
      : present
  if (found === undefined) throw cannotExpand(whole)
  return { ...value, [name]: expandAt(found, rest, whole) }
}

const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, 'expand', 'parameter_invalid')

/** Removes `expand` from the form and returns the paths in it. */
export function extractExpansions(form: Form): string[] {
  const { expand = [] } = form
  delete form.expand
  const paths = typeof expand === 'string' ? [expand] : Object.values(expand)
  return paths.map((path) => {
    if (typeof path !== 'string') throw invalidRequest('Invalid array', 'expand')
    if (path.split('.').length > maxLevels)
      throw invalidRequest(`You cannot expand more than ${maxLevels} levels of a property.`, 'expand')
    return path
  })
}

export const expand = (object: object, paths: string[]): object =>
  paths.reduce((whole: object, path) => expandAt(whole, path.split('.'), path) as object, object)
