import { randomInt } from 'node:crypto'
import { mergeMetadata } from './api/input.ts'
import type { MetadataInput } from './api/input.ts'
import type { StripeObjects, StripeParts } from './objects.ts'
import { clock } from './sandbox.ts'
import data from './stripe-defaults.json' with { type: 'json' }

type DeepPartial<Value> = Value extends unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]?: DeepPartial<Value[Name]> | undefined }
    : Value
export type LooseObject = Record<string, unknown>

/** Default fields of each object and part of an object. The `id` of an object is the prefix of its ids. */
const defaults: Record<string, LooseObject> = data

/** Names of objects by the prefix of their ids. */
export const objectsByPrefix = new Map(Object.entries(defaults).map(([name, { id }]) => [id, name]))

export const isLooseObject = (value: unknown): value is LooseObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merge(before: LooseObject, changes: LooseObject): LooseObject {
  const merged = { ...before }
  for (const [name, value] of Object.entries(changes)) {
    const former = Object.hasOwn(before, name) ? before[name] : undefined
    if (value !== undefined) merged[name] = isLooseObject(former) && isLooseObject(value) ? merge(former, value) : value
  }
  return merged
}

export const fillDefaults = <Name extends keyof StripeParts>(name: Name, fields: DeepPartial<StripeParts[Name]>) =>
  merge(structuredClone(defaults[name] ?? {}), fields) as StripeParts[Name]

export type ObjectFields<Name extends keyof StripeObjects> = Omit<DeepPartial<StripeObjects[Name]>, 'metadata'> & {
  metadata?: MetadataInput
}

/** Returns a new, unsaved object. Its id is new unless `fields` contains one. */
export function createObject<Name extends keyof StripeObjects>(
  name: Name,
  fields: ObjectFields<Name>,
): StripeObjects[Name] {
  const filled = structuredClone(defaults[name] ?? {})
  filled.id = newId(String(filled.id))
  if ('created' in filled) filled.created = clock.now()
  const metadata = fields.metadata === undefined ? {} : { metadata: mergeMetadata({}, fields.metadata) }
  return merge(filled, { ...fields, ...metadata }) as StripeObjects[Name]
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const randomText = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

const lengths: Record<string, number> = { cus: 14, prod: 14, si: 14, cs_test: 58 }
export const newId = (prefix: string) => `${prefix}_${randomText(lengths[prefix] ?? 24)}`
