import { isLooseObject } from '../create.ts'
import type { LooseObject } from '../create.ts'
import { store } from '../sandbox.ts'
import { findCustomer, findObject, listOf } from './endpoint.ts'
import { assertRequest, invalidRequest } from './errors.ts'
import type { Form } from './input.ts'

function taxOf(customer: string) {
  const country = findCustomer(customer)?.address?.country ?? null
  return {
    automatic_tax: country === null ? 'unrecognized_location' : 'supported',
    ip_address: null,
    location: country === null ? null : { country, source: 'billing_address', state: null },
    provider: 'stripe',
  }
}

/** Fields that the API contains only if the request expands them. */
const expandableFields: Record<string, (id: string) => unknown> = {
  'invoice payments': (id) => listOf('/v1/invoice_payments', store.by('invoice_payment', 'invoice', id)),
  'charge refunds': (id) => listOf(`/v1/charges/${id}/refunds`, store.by('refund', 'charge', id).toReversed()),
  'customer tax': taxOf,
  'checkout.session line_items': (id) => {
    const lines = store.by('sandbox.order', 'session', id).flatMap((order) => order.lines)
    return listOf(`/v1/checkout/sessions/${id}/line_items`, lines)
  },
}

const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, 'expand', 'parameter_invalid')

function expandField(object: LooseObject, name: string): unknown {
  const lookUp = (value: unknown) => {
    if (typeof value !== 'string') return value
    return name === 'coupon' ? store.find('coupon', value) : findObject(value)
  }
  if (!(name in object)) return expandableFields[`${String(object.object)} ${name}`]?.(String(object.id))
  const value = object[name]
  return Array.isArray(value) ? value.map(lookUp) : lookUp(value)
}

function expandAt(value: unknown, [name, ...rest]: string[], whole: string): unknown {
  // Leaves a deleted object as it is, since it has no fields to expand.
  if (name === undefined || name === '' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => expandAt(one, [name, ...rest], whole))
  if (!isLooseObject(value)) throw cannotExpand(whole)
  if (value.deleted === true) return value
  const found = expandField(value, name)
  if (found === undefined) throw cannotExpand(whole)
  return { ...value, [name]: expandAt(found, rest, whole) }
}

const maxLevels = 4

/** Removes `expand` from the form and returns the paths in it. */
export function extractExpansions(form: Form): string[] {
  const { expand: requested = [] } = form
  delete form.expand
  const paths = typeof requested === 'string' ? [requested] : Object.values(requested)
  return paths.map((path) => {
    assertRequest(typeof path === 'string', 'Invalid array', 'expand')
    const isTooDeep = path.split('.').length > maxLevels
    assertRequest(!isTooDeep, `You cannot expand more than ${maxLevels} levels of a property.`, 'expand')
    return path
  })
}

export const expand = (object: object, paths: string[]): object =>
  paths.reduce((whole: object, path) => expandAt(whole, path.split('.'), path) as object, object)
