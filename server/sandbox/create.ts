import { randomInt } from 'node:crypto'
import { mergeMetadata } from './api/input.ts'
import type { MetadataInput } from './api/input.ts'
import type { StripeObjects, StripeParts } from './objects.ts'
import { clock } from './sandbox.ts'
import defaults from './stripe-defaults.json' with { type: 'json' }

export const idPrefixes: Record<keyof StripeObjects, string> = {
  customer: 'cus',
  customer_balance_transaction: 'cbtxn',
  payment_method: 'pm',
  product: 'prod',
  price: 'price',
  plan: 'plan',
  coupon: 'coupon',
  promotion_code: 'promo',
  discount: 'di',
  'checkout.session': 'cs_test',
  item: 'li',
  subscription_schedule: 'sub_sched',
  subscription: 'sub',
  subscription_item: 'si',
  invoice: 'in',
  line_item: 'il',
  invoice_payment: 'inpay',
  payment_intent: 'pi',
  charge: 'ch',
  refund: 're',
  dispute: 'dp',
  'radar.early_fraud_warning': 'issfr',
  event: 'evt',
  webhook_endpoint: 'we',
  'billing_portal.session': 'bps',
  'billing_portal.configuration': 'bpc',
}

type DeepPartial<Value> = Value extends unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]?: DeepPartial<Value[Name]> | undefined }
    : Value
export type LooseObject = Record<string, unknown>

export const isLooseObject = (value: unknown): value is LooseObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merge(before: LooseObject, changes: LooseObject): LooseObject {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined)
  const merged = entries.map(([name, value]) => {
    const former = Object.hasOwn(before, name) ? before[name] : undefined
    return [name, isLooseObject(former) && isLooseObject(value) ? merge(former, value) : value] as const
  })
  return { ...before, ...Object.fromEntries(merged) }
}

type Shapes = StripeObjects & StripeParts

/** Fills missing fields of an object from stripe-defaults.json. */
export function fillDefaults<Name extends keyof Shapes>(name: Name, fields: DeepPartial<Shapes[Name]>): Shapes[Name] {
  const known: Record<string, LooseObject> = defaults
  return merge(structuredClone(known[name] ?? {}), fields) as Shapes[Name]
}

const withoutCreated = new Set<keyof StripeObjects>(['discount', 'item', 'line_item'])

export type ObjectFields<Name extends keyof StripeObjects> = Omit<DeepPartial<StripeObjects[Name]>, 'metadata'> & {
  metadata?: MetadataInput
}

/** Returns a new, unsaved object. Its id is new unless `fields` contains one. */
export function createObject<Name extends keyof StripeObjects>(
  name: Name,
  fields: ObjectFields<Name>,
): StripeObjects[Name] {
  const { id = newId(idPrefixes[name]) } = fields as { id?: string }
  const created = withoutCreated.has(name) ? {} : { created: clock.now() }
  const metadata = fields.metadata === undefined ? {} : { metadata: mergeMetadata({}, fields.metadata) }
  const filled: object = fillDefaults(name, { ...created, ...fields, ...metadata } as DeepPartial<Shapes[Name]>)
  return { id, object: name, ...filled } as StripeObjects[Name]
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const randomText = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

const lengths: Record<string, number> = { cus: 14, prod: 14, si: 14, cs_test: 58 }
export const newId = (prefix: string) => `${prefix}_${randomText(lengths[prefix] ?? 24)}`
