import { z } from 'zod'
import { endpoint, listEndpoint, retrieveEndpoint } from '../api/endpoint.ts'
import { invalidRequest } from '../api/errors.ts'
import { boolean, nonNegativeInteger, unsettableText, mergeMetadata, metadata, text } from '../api/input.ts'
import { getObject } from '../api/retrieval.ts'
import { createObject, fillDefaults, newId } from '../create.ts'
import { changeFields, emitEvent } from '../events.ts'
import { mostChargeOf, stepOf } from '../money.ts'
import type { Price, Product } from '../objects.ts'
import { clock, store } from '../sandbox.ts'

const RecurringInput = z.strictObject({ interval: z.enum(['day', 'week', 'month', 'year']) })
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))
const currency = text
  .transform((code) => code.toLowerCase())
  .refine((code) => currencies.has(code), { error: 'not a currency' })

const common = {
  active: boolean.optional(),
  transfer_lookup_key: boolean.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  metadata: metadata.optional(),
}
const NewPrice = z.strictObject({
  ...common,
  currency,
  recurring: RecurringInput,
  unit_amount: nonNegativeInteger,
  product: text.optional(),
  product_data: z.strictObject({ name: text.min(1), metadata: metadata.optional() }).optional(),
  lookup_key: text.max(200).optional(),
})
const PriceChanges = z.strictObject({ ...common, lookup_key: unsettableText.optional() })

export function getActivePrice(id: string, param: string): Price {
  const price = getObject('price', id, param)
  if (!price.active)
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', param)
  return price
}

/** Returns the legacy `plan` object of a price, which subscription items still contain. */
export const planOf = (price: Price) =>
  fillDefaults('plan', {
    id: price.id,
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring.interval,
    interval_count: price.recurring.interval_count,
    metadata: price.metadata,
    product: price.product,
    usage_type: price.recurring.usage_type,
  })

/** Assigns a lookup key to a price. `mayTake`: removes the key from another price, instead of throwing. */
function claimLookupKey(key: string, id: string, mayTake: boolean | undefined) {
  for (const other of store.by('price', 'lookup_key', key)) {
    if (other.id === id) continue
    if (!mayTake)
      throw invalidRequest(
        `A price (\`${other.id}\`) already uses that lookup key. You can transfer it by setting \`transfer_lookup_key=true\`.`,
        'lookup_key',
      )
    changeFields(other, { lookup_key: null })
  }
}

function createPrice(params: z.infer<typeof NewPrice>): Price {
  const { transfer_lookup_key, product_data, ...plain } = params
  if (params.unit_amount > mostChargeOf(params.currency))
    throw invalidRequest('Amounts of this currency have fewer digits.', 'unit_amount', 'amount_too_large')
  if (params.unit_amount % stepOf(params.currency) !== 0)
    throw invalidRequest('Amounts of this currency must end in 0.', 'unit_amount', 'parameter_invalid_integer')
  const id = newId('price')
  if (params.lookup_key) claimLookupKey(params.lookup_key, id, transfer_lookup_key)
  const product =
    params.product === undefined && product_data
      ? createProduct(product_data)
      : getObject('product', params.product ?? '', 'product')
  const price = createObject('price', {
    active: true,
    billing_scheme: 'per_unit',
    tax_behavior: 'unspecified',
    type: 'recurring',
    ...plain,
    id,
    product: product.id,
    recurring: fillDefaults('price.recurring', { usage_type: 'licensed', interval_count: 1, ...params.recurring }),
    unit_amount_decimal: String(params.unit_amount),
  })
  emitEvent('price.created', store.save(price))
  return price
}

function changePrice(id: string, params: z.infer<typeof PriceChanges>): Price {
  const { transfer_lookup_key, metadata: changes, ...plain } = params
  const price = getObject('price', id)
  if (params.lookup_key) claimLookupKey(params.lookup_key, id, transfer_lookup_key)
  return changeFields(price, { ...plain, metadata: mergeMetadata(price.metadata, changes) })
}

export const priceEndpoints = [
  endpoint('POST', '/v1/prices', NewPrice, (input) => createPrice(input)),
  listEndpoint(
    '/v1/prices',
    'price',
    { active: boolean, lookup_keys: z.array(text).max(10), product: text },
    ['lookup_keys'],
    ({ lookup_key }, { lookup_keys }) => lookup_keys?.includes(lookup_key ?? '') ?? true,
  ),
  retrieveEndpoint('/v1/prices', 'price'),
  endpoint('POST', '/v1/prices/:id', PriceChanges, (input, { id }) => changePrice(id, input)),
]

const NewProduct = z.strictObject({ name: text.min(1), active: boolean.optional(), metadata: metadata.optional() })

function createProduct(params: z.infer<typeof NewProduct>): Product {
  const product = createObject('product', { active: true, type: 'service', updated: clock.now(), ...params })
  emitEvent('product.created', store.save(product))
  return product
}

export const productEndpoints = [
  endpoint('POST', '/v1/products', NewProduct, (input) => createProduct(input)),
  listEndpoint(
    '/v1/products',
    'product',
    { active: boolean, ids: z.array(text).max(100) },
    ['ids'],
    ({ id }, { ids = [id] }) => ids.includes(id),
  ),
  retrieveEndpoint('/v1/products', 'product'),
  endpoint('POST', '/v1/products/:id', NewProduct.partial(), ({ metadata: changes, ...plain }, { id }) => {
    const product = getObject('product', id)
    const merged = mergeMetadata(product.metadata, changes)
    return changeFields(product, { ...plain, metadata: merged, updated: clock.now() })
  }),
]
