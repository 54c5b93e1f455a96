import { existsSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { OpenAPIBackend } from 'openapi-backend'
import type { Document } from 'openapi-backend'
import { parseForm } from '../../../server/sandbox/api/input.ts'

/** Stripe's OpenAPI description, if the machine has it: see docs/operations.md. */
const file = new URL('../../../../shared/data/stripe-openapi-lean.json', import.meta.url)
export const hasOpenapi = existsSync(file)

const alsoCalled = [
  ['delete', '/v1/customers/{id}'],
  ['post', '/v1/customers/{id}/balance_transactions'],
  ['get', '/v1/customers/{id}/balance_transactions'],
  ['get', '/v1/customers/{id}/payment_methods'],
  ['post', '/v1/coupons'],
  ['post', '/v1/invoices/{id}/pay'],
  ['post', '/v1/invoices/{id}/finalize'],
  ['post', '/v1/invoices/{id}/mark_uncollectible'],
  ['get', '/v1/account'],
  ['post', '/v1/webhook_endpoints/{id}'],
  ['get', '/v1/charges'],
  ['get', '/v1/disputes'],
  ['get', '/v1/radar/early_fraud_warnings/{id}'],
  ['get', '/v1/payment_intents'],
] as const

type Answer = { method: string; path: string; query: string; body: string; status: number; json: unknown }

type Loose = { [name: string]: unknown }
type Schemas = Record<string, { properties?: { object?: { enum?: string[] } } }>

/** Ajv requires a type beside `nullable`, and null in the enum. */
function spellNull(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('nullable' in value)) return value
  const { nullable: _, ...rest } = value
  return { anyOf: [rest, { enum: [null] }] }
}

/** Nested Stripe objects are not expanded: one schema would take minutes to compile. */
function cutRefs(value: unknown, isResource: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => cutRefs(one, isResource))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && isResource(String(value.$ref).replace('#/components/schemas/', '')))
    return { type: 'object', required: ['object'] }
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, cutRefs(child, isResource)]))
}

async function createChecks() {
  const read = JSON.parse(readFileSync(file, 'utf8'), spellNull) as Document & { components: { schemas: Schemas } }
  const { schemas } = read.components
  const isResource = (name: string) => schemas[name]?.properties?.object?.enum !== undefined
  const definition = {
    ...read,
    components: { ...read.components, schemas: cutRefs(schemas, isResource) },
  } as unknown as Document
  const backend = new OpenAPIBackend({
    definition,
    quick: true,
    ajvOpts: { strict: false, coerceTypes: 'array', logger: false, code: { optimize: false } },
  })
  await backend.init()
  // Compiled on first use, without Ajv's slow optimisation.
  const ajv = new Ajv({ strict: false, logger: false, code: { optimize: false }, inlineRefs: false })
  ajv.addSchema(definition, 'stripe', false, false)
  return { backend, ajv, names: new Set(Object.keys(schemas)) }
}
let checks: ReturnType<typeof createChecks> | undefined

const list = {
  type: 'object',
  required: ['data', 'has_more', 'url'],
  properties: { data: { type: 'array' }, has_more: { type: 'boolean' }, url: { type: 'string', pattern: '^/v1/' } },
}
type Checked = { errors?: unknown }

function* objectsIn(value: unknown): Generator<Loose> {
  if (typeof value !== 'object' || value === null) return
  for (const child of Object.values(value)) yield* objectsIn(child)
  if ('object' in value && typeof value.object === 'string') yield { ...value }
}

const schemaOf = ({ object, deleted }: Loose) => (deleted === true ? `deleted_${String(object)}` : String(object))

/** Deviations of request and response from Stripe's description. */
export async function problemsOf({ method, path, query, body, status, json }: Answer): Promise<string[]> {
  if (!hasOpenapi) return []
  checks ??= createChecks()
  const { backend, ajv, names } = await checks
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = { method, path, headers, query, body: parseForm(body) }
  const operation = backend.matchOperation(request)
  const call = `${method} ${path}`
  const isKnown =
    operation !== undefined ||
    alsoCalled.some(
      ([verb, address]) =>
        verb === method.toLowerCase() && new RegExp(`^${address.replace('{id}', '[^/]+')}$`).test(path),
    )
  const problems = isKnown ? [] : [`${call} is no call of Stripe's`]
  const note = (what: string, { errors }: Checked) => {
    if (errors) problems.push(`${call} ${what} ${JSON.stringify(errors).slice(0, 1_000)}`)
  }
  if (operation && status < 400) note('asks', backend.validateRequest(request, operation))
  const isObject = typeof json === 'object' && json !== null && 'object' in json
  if (status < 400 && !isObject) problems.push(`${call} answers ${status} without an object`)
  if (status >= 400 && !ajv.validate({ $ref: 'stripe#/components/schemas/error' }, json))
    note(`answers ${status}`, { errors: ajv.errors })
  for (const object of objectsIn(json)) {
    if (object.object === 'list' && !ajv.validate(list, object)) note('answers a list', { errors: ajv.errors })

    const name = schemaOf(object)
    if (!names.has(name)) continue
    const validate = ajv.getSchema(`stripe#/components/schemas/${name}`)
    const whole = name === 'invoice' ? { id: '', ...object } : object
    if (validate && !validate(whole)) note(`answers a ${name}`, { errors: validate.errors })
  }
  return problems
}
