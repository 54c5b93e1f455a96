import { readFileSync } from 'node:fs'

/** Prints the default fields of the payment sandbox's objects: server/sandbox/stripe-defaults.json. */
const description = new URL('../../shared/data/stripe-openapi-lean.json', import.meta.url)

const names = [
  'billing_portal.configuration',
  'billing_portal.session',
  'charge',
  'charge.payment_method_details.card',
  'checkout.session',
  'coupon',
  'customer',
  'discount',
  'dispute',
  'event',
  'invoice',
  'invoice_payment',
  'item',
  'line_item',
  'payment_intent',
  'payment_method',
  'payment_method.card',
  'plan',
  'price',
  'price.recurring',
  'product',
  'promotion_code',
  'refund',
  'subscription',
  'subscription.pending_update',
  'subscription_item',
  'subscription_schedule',
  'subscription_schedule.phase',
  'subscription_schedule.phase.invoice_settings',
  'subscription_schedule.phase.item',
  'webhook_endpoint',
]

type Schema = {
  $ref?: string
  anyOf?: Schema[]
  type?: string
  enum?: unknown[]
  nullable?: boolean
  'x-resourceId'?: string
  required?: string[]
  properties?: Record<string, Schema>
}
const { schemas } = (
  JSON.parse(readFileSync(description, 'utf8')) as { components: { schemas: Record<string, Schema> } }
).components

function schemaOf(name: string): Schema {
  const schema = schemas[name]
  if (!schema) throw new Error(`Stripe describes no ${name}.`)
  return schema
}

/** Default of a field. Undefined: the field has none and must be given. */
function defaultOf(name: string, schema: Schema): unknown {
  if (name === 'metadata') return {}
  if (name === 'livemode' || name === 'has_more') return false
  if (name === 'created') return 0
  if (schema.nullable) return null
  if (schema.$ref) return defaultOf(name, schemaOf(schema.$ref.replace('#/components/schemas/', '')))
  const [first, ...others] = schema.enum ?? []
  if (first !== undefined && others.length === 0) return first
  if (schema.type === 'array') return []
  if (schema.type === 'integer') return 0
  if (schema.type === 'boolean') return false
  return schema.type === 'object' ? defaultsOf(schema) : undefined
}

/** Fields that a response contains only if the call expands them. */
const included = new Set(['cash_balance', 'confirmation_secret', 'optional_items', 'refunds'])

/** Default fields of an object. A resource has its optional fields as null. */
function defaultsOf({ required = [], properties = {}, ...schema }: Schema): Record<string, unknown> {
  const isThere = ([name, { nullable }]: [string, Schema]) =>
    required.includes(name) || (schema['x-resourceId'] !== undefined && nullable === true && !included.has(name))
  const entries = Object.entries(properties)
    .filter(isThere)
    .map(([name, property]) => [name, defaultOf(name, property)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

const lines = names.map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(defaultsOf(schemaOf(name)))}`)
console.log(`{\n${lines.join(',\n')}\n}`)
