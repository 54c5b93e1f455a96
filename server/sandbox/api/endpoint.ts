import { z } from 'zod'
import { objectsByPrefix } from '../create.ts'
import type { Customer } from '../objects.ts'
import { store } from '../sandbox.ts'
import { indexedFieldOf, indexedFields } from '../store.ts'
import type { StoredObject, Table, Tables } from '../store.ts'
import { resourceMissing } from './errors.ts'
import { boolean, integer, parseInput, text } from './input.ts'
import type { Form } from './input.ts'

/** Returns an object or throws. `param`: parameter that contains the id, or `id` if the URL contains it. */
export function getObject<Name extends Table>(name: Name, id: string | null | undefined, param = 'id'): Tables[Name] {
  const found = store.find(name, id)
  if (!found) throw resourceMissing(name, id ?? '', param)
  return found
}

/** Finds an object of any kind. The prefix of the id determines the table. */
export const findObject = (id: string): StoredObject | undefined =>
  store.find(objectsByPrefix.get(id.slice(0, id.lastIndexOf('_'))) as Table, id)

export function findCustomer(id: string | null | undefined): Customer | undefined {
  const customer = store.find('customer', id)
  return customer && 'deleted' in customer ? undefined : customer
}

export function getCustomer(id: string, param = 'id'): Customer {
  const customer = findCustomer(id)
  if (!customer) throw resourceMissing('customer', id, param)
  return customer
}

/** Throws if the payment method does not belong to the customer. */
export function assertMethodOfCustomer(customer: string | null, id: string | null | undefined, param: string) {
  if (id && store.find('payment_method', id)?.customer !== customer) throw resourceMissing('PaymentMethod', id, param)
}

type PathParams = { id: string }

/** Endpoint of the API. `prepare` validates and returns a synchronous function, so that a call is one transaction. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  prepare: (form: Form, path: PathParams) => () => object
}

export const endpoint = <Schema extends z.ZodType>(
  method: Endpoint['method'],
  url: string,
  input: Schema,
  run: (input: z.output<Schema>, id: string) => object,
): Endpoint => ({
  method,
  url,
  prepare(form, { id }) {
    const parsed = parseInput(input, form)
    return () => run(parsed, id)
  },
})

const noParameters = z.strictObject({})

export const endpointWithoutParams = (method: Endpoint['method'], url: string, run: (id: string) => object) =>
  endpoint(method, url, noParameters, (_input, id) => run(id))

const bounds = { gt: integer.optional(), gte: integer.optional(), lt: integer.optional(), lte: integer.optional() }
export const PagingInput = z.strictObject({
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created: z.union([integer, z.strictObject(bounds)]).optional(),
})
type Paging = z.infer<typeof PagingInput>

const isInRange = (time: number, range: Paging['created']) => {
  if (typeof range !== 'object') return time === (range ?? time)
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return time > gt && time >= gte && time < lt && time <= lte
}

export const listOf = <Item>(url: string, data: Item[], has_more = false) => ({
  object: 'list' as const,
  data,
  has_more,
  url,
})

/** Returns a page of a list, newest first, as Stripe does. `items` must be in order of creation. */
export function pageOf<Item extends StoredObject>(
  url: string,
  items: Item[],
  { limit, starting_after, ending_before, created }: Paging,
) {
  const all = items.filter((item) => isInRange('created' in item ? item.created : 0, created)).toReversed()
  const indexOf = (id: string, param: string) => {
    const index = all.findIndex((item) => item.id === id)
    if (index < 0) throw resourceMissing('object', id, param)
    return index
  }
  const end = ending_before === undefined ? Infinity : indexOf(ending_before, 'ending_before')
  const after = starting_after === undefined ? 0 : indexOf(starting_after, 'starting_after') + 1
  const start = end === Infinity ? after : Math.max(0, end - limit)
  const has_more = end === Infinity ? all.length > start + limit : start > 0
  return listOf(url, all.slice(start, Math.min(end, start + limit)), has_more)
}

/** Compares a field of a record with a filter of a list. A filter with several values is the plural of its field. */
function matches(record: StoredObject, name: string, expected: unknown): boolean {
  if (Array.isArray(expected)) return expected.includes(indexedFieldOf(record, name.replace(/s$/, '')))
  if (record.object !== 'subscription' || name !== 'status') return indexedFieldOf(record, name) === expected
  if (expected === 'not canceled') return record.status !== 'canceled'
  const isEnded = record.status === 'canceled' || record.status === 'incomplete_expired'
  return expected === 'all' || (expected === 'ended' ? isEnded : record.status === expected)
}

type Filters = Record<string, z.ZodType>
type ListInput = Paging & Record<string, unknown>

const urlOf = (name: Table) => `/v1/${name.replace('.', '/')}s`

/** Endpoint that lists a table, or with `:id` in the URL the records of a customer. */
function listEndpoint(name: Table, filters: Filters, url = urlOf(name)) {
  const schema = PagingInput.extend(z.strictObject(filters).partial().shape)
  return endpoint('GET', url, schema, (listInput, id) => {
    const { limit, starting_after, ending_before, created, ...input } = listInput as ListInput
    const values = Object.entries({ ...input, ...(id !== '' && { customer: getCustomer(id).id }) })
    const conditions = values.filter(([, value]) => value !== undefined)
    const [field, value] = conditions.find(([one]) => indexedFields.has(one)) ?? []
    const candidates: StoredObject[] = field === undefined ? [...store.all(name)] : store.by(name, field, String(value))
    const records = candidates.filter(
      (record) => !('deleted' in record) && conditions.every(([one, expected]) => matches(record, one, expected)),
    )
    return pageOf(url.replace(':id', id), records, { limit, starting_after, ending_before, created })
  })
}

const customers = urlOf('customer')
const paymentFilter = z
  .strictObject({ type: z.enum(['payment_intent', 'payment_record']), payment_intent: text.optional() })
  .transform(({ payment_intent }) => payment_intent)

const lists: [name: Table, filters: Filters, url?: string][] = [
  ['billing_portal.configuration', { active: boolean, is_default: boolean }],
  ['charge', { customer: text, payment_intent: text }],
  ['checkout.session', { customer: text, subscription: text, status: text }],
  ['customer', { email: text }],
  ['customer_balance_transaction', {}, `${customers}/:id/balance_transactions`],
  ['dispute', { charge: text, payment_intent: text }],
  ['invoice', { customer: text, subscription: text, status: text }],
  ['invoice_payment', { invoice: text, payment: paymentFilter, status: text }],
  ['payment_intent', { customer: text }],
  ['payment_method', { type: text }, `${customers}/:id/payment_methods`],
  ['price', { active: boolean, lookup_keys: z.array(text).max(10), product: text }],
  ['product', { active: boolean, ids: z.array(text).max(100) }],
  ['refund', { charge: text, payment_intent: text }],
  ['subscription', { customer: text, status: text.default('not canceled') }],
  ['webhook_endpoint', {}],
]
const retrievable: Table[] = [
  ...lists.flatMap(([name, , url]) => (url === undefined ? [name] : [])),
  'radar.early_fraud_warning',
  'subscription_schedule',
]

export const readEndpoints = [
  ...lists.map((list) => listEndpoint(...list)),
  ...retrievable.map((name) =>
    endpointWithoutParams('GET', `${urlOf(name)}/:id`, (id) =>
      getObject(name, id, name === 'payment_intent' ? 'intent' : 'id'),
    ),
  ),
]
