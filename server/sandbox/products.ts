import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { invalidRequest, noSuch } from './errors.ts'
import { emit, update } from './events.ts'
import { newId } from './ids.ts'
import { boolean, emptyable, mergeMetadata, metadata, paging, text } from './input.ts'
import { pageOf } from './lists.ts'
import { productObject } from './objects/catalog.ts'
import type { Product } from './objects/catalog.ts'
import type { Sandbox } from './sandbox.ts'

const NewProduct = z.strictObject({
  id: text.regex(/^[\w-]+$/).optional(),
  name: text.min(1),
  active: boolean.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  statement_descriptor: text.optional(),
  tax_code: text.optional(),
  unit_label: text.optional(),
  url: text.optional(),
})
const ProductChanges = z.strictObject({
  name: text.min(1).optional(),
  active: boolean.optional(),
  default_price: text.optional(),
  description: emptyable.optional(),
  metadata: metadata.optional(),
  statement_descriptor: text.optional(),
  tax_code: emptyable.optional(),
  unit_label: emptyable.optional(),
  url: emptyable.optional(),
})
const ProductList = z.strictObject({ ...paging, active: boolean.optional(), ids: z.array(text).max(100).optional() })

export function getProduct({ store }: Sandbox, id: string, param = 'id'): Product {
  const product = store.find('product', id)
  if (!product) throw noSuch('product', id, param)
  return product
}

export function createProduct(sandbox: Sandbox, given: z.infer<typeof NewProduct>): Product {
  const { store, clock } = sandbox
  const id = given.id ?? newId('prod')
  if (store.find('product', id)) throw invalidRequest('Product already exists.', 'id', 'resource_already_exists')
  const { tax_code = null, unit_label = null, url = null, statement_descriptor = null, ...plain } = given
  const product = productObject({ ...plain, id, created: clock.now(), metadata: mergeMetadata({}, given.metadata) })
  store.save(Object.assign(product, { tax_code, unit_label, url, statement_descriptor }))
  emit(sandbox, 'product.created', product)
  return product
}

export const productEndpoints = (sandbox: Sandbox) => [
  endpoint('POST', '/v1/products', NewProduct, (input) => createProduct(sandbox, input)),
  endpoint('GET', '/v1/products', ProductList, (input) => {
    const products = [...sandbox.store.all('product')].filter(
      ({ id, active }) => active === (input.active ?? active) && (input.ids?.includes(id) ?? true),
    )
    return pageOf('/v1/products', products, input)
  }),
  endpoint('GET', '/v1/products/:id', z.strictObject({}), (_input, { id }) => getProduct(sandbox, id)),
  endpoint('POST', '/v1/products/:id', ProductChanges, ({ metadata: changes, ...plain }, { id }) =>
    update(sandbox, getProduct(sandbox, id), 'product.updated', (product) => {
      Object.assign(product, plain)
      product.metadata = mergeMetadata(product.metadata, changes)
      product.updated = sandbox.clock.now()
    }),
  ),
]
