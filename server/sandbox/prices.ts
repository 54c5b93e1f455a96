import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { invalidRequest, noSuch } from './errors.ts'
import { emit, update } from './events.ts'
import { newId } from './ids.ts'
import { boolean, count, emptyable, integer, mergeMetadata, metadata, paging, text } from './input.ts'
import { pageOf } from './lists.ts'
import { stepOf } from './money.ts'
import { priceObject } from './objects/catalog.ts'
import type { Price } from './objects/catalog.ts'
import { createProduct, getProduct } from './products.ts'
import type { Sandbox } from './sandbox.ts'

const RecurringInput = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.pipe(z.number().min(1).max(1_095)).default(1),
  usage_type: z.literal('licensed').optional(),
})
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))
const currency = text
  .transform((code) => code.toLowerCase())
  .refine((code) => currencies.has(code), { error: 'not a currency' })

const NewPrice = z.strictObject({
  currency,
  unit_amount: count.pipe(z.number().max(99_999_999)).optional(),
  unit_amount_decimal: text.regex(/^\d{1,8}$/).optional(),
  product: text.optional(),
  product_data: z.strictObject({ name: text.min(1), metadata: metadata.optional() }).optional(),
  recurring: RecurringInput,
  active: boolean.optional(),
  billing_scheme: z.literal('per_unit').optional(),
  lookup_key: text.max(200).optional(),
  transfer_lookup_key: boolean.optional(),
  nickname: text.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  metadata: metadata.optional(),
})
const PriceChanges = z.strictObject({
  active: boolean.optional(),
  lookup_key: emptyable.optional(),
  transfer_lookup_key: boolean.optional(),
  nickname: emptyable.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  metadata: metadata.optional(),
})
const PriceList = z.strictObject({
  ...paging,
  active: boolean.optional(),
  currency: text.optional(),
  lookup_keys: z.array(text).max(10).optional(),
  product: text.optional(),
  recurring: z.strictObject({ interval: text.optional(), usage_type: text.optional() }).optional(),
  type: text.optional(),
})

export function getPrice({ store }: Sandbox, id: string, param = 'id'): Price {
  const price = store.find('price', id)
  if (!price) throw noSuch('price', id, param)
  return price
}

export function getActivePrice(sandbox: Sandbox, id: string, param: string): Price {
  const price = getPrice(sandbox, id, param)
  if (!price.active)
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', param)
  return price
}

/** Only one price has a lookup key: it is taken from the other where that is asked for. */
function claimLookupKey(sandbox: Sandbox, key: string, id: string, mayTake: boolean | undefined) {
  for (const other of sandbox.store.by('price', 'lookup_key', key)) {
    if (other.id === id) continue
    if (!mayTake)
      throw invalidRequest(
        `A price (\`${other.id}\`) already uses that lookup key. You can transfer it by setting \`transfer_lookup_key=true\`.`,
        'lookup_key',
      )
    update(sandbox, other, 'price.updated', (price) => void (price.lookup_key = null))
  }
}

function createPrice(sandbox: Sandbox, given: z.infer<typeof NewPrice>): Price {
  const { store, clock } = sandbox
  const { unit_amount_decimal, transfer_lookup_key, product_data, metadata: given_metadata, ...plain } = given
  const unit_amount = given.unit_amount ?? (unit_amount_decimal === undefined ? undefined : Number(unit_amount_decimal))
  if (unit_amount === undefined)
    throw invalidRequest('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing')
  if (unit_amount % stepOf(given.currency) !== 0)
    throw invalidRequest('Amounts of this currency must end in 0.', 'unit_amount', 'parameter_invalid_integer')
  const id = newId('price')
  if (given.lookup_key) claimLookupKey(sandbox, given.lookup_key, id, transfer_lookup_key)
  const product =
    given.product === undefined && product_data
      ? createProduct(sandbox, product_data)
      : getProduct(sandbox, given.product ?? '', 'product')
  const price = priceObject({
    ...plain,
    id,
    created: clock.now(),
    product: product.id,
    unit_amount,
    metadata: mergeMetadata({}, given_metadata),
  })
  emit(sandbox, 'price.created', store.save(price))
  return price
}

function changePrice(sandbox: Sandbox, id: string, given: z.infer<typeof PriceChanges>): Price {
  const { transfer_lookup_key, metadata: changes, ...plain } = given
  const found = getPrice(sandbox, id)
  if (given.lookup_key) claimLookupKey(sandbox, given.lookup_key, id, transfer_lookup_key)
  return update(sandbox, found, 'price.updated', (price) => {
    Object.assign(price, plain)
    price.metadata = mergeMetadata(price.metadata, changes)
  })
}

export const priceEndpoints = (sandbox: Sandbox) => [
  endpoint('POST', '/v1/prices', NewPrice, (input) => createPrice(sandbox, input)),
  endpoint('GET', '/v1/prices', PriceList, (input) => {
    const prices = [...sandbox.store.all('price')].filter(
      (price) =>
        price.active === (input.active ?? price.active) &&
        price.product === (input.product ?? price.product) &&
        price.currency === (input.currency ?? price.currency) &&
        price.type === (input.type ?? price.type) &&
        price.recurring.interval === (input.recurring?.interval ?? price.recurring.interval) &&
        (input.lookup_keys?.includes(price.lookup_key ?? '') ?? true),
    )
    return pageOf('/v1/prices', prices, input)
  }),
  endpoint('GET', '/v1/prices/:id', z.strictObject({}), (_input, { id }) => getPrice(sandbox, id)),
  endpoint('POST', '/v1/prices/:id', PriceChanges, (input, { id }) => changePrice(sandbox, id, input)),
]
