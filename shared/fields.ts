import * as z from 'zod/mini'
import type { SchemaKey } from './problem.ts'
import type { messages } from './messages.en.ts'
import type { Params } from './translate.ts'

/** Message key with its params as JSON, in one string, since an error of a schema is a string. */
export type MessageWithParams = string & { readonly '~params': true }

export const withParams = (key: string, params: object) => `${key} ${JSON.stringify(params)}` as MessageWithParams

export function parseMessage(text: string): { key: string; params: Record<string, string | number> } | null {
  const [, key, params] = /^([a-z_]+(?:\.[a-zA-Z_\d]+)+)(?: (\{.*\}))?$/s.exec(text) ?? []
  return key === undefined ? null : { key, params: params ? (JSON.parse(params) as Record<string, number>) : {} }
}

export const fieldError = <Key extends SchemaKey>(key: Key, ...[params]: Params<typeof messages, Key>) => ({
  error: (params ? withParams(key, params) : key) as [] extends Params<typeof messages, Key> ? Key : MessageWithParams,
})

/** Error that skips the checks after it. */
export const abortingError = <Key extends SchemaKey>(key: Key, ...params: Params<typeof messages, Key>) => ({
  ...fieldError(key, ...params),
  abort: true,
})

export function wholeNumber(min: number, max: number) {
  const error = fieldError('schema.whole_number', { min, max })
  return z.int(error).check(z.minimum(min, error), z.maximum(max, error))
}

/** Number in a URL. Only digits are accepted, so that each number has one spelling. Parsed numbers pass. */
export function wholeNumberParam(min: number, max: number) {
  const error = fieldError('schema.whole_number', { min, max })
  const digits = z.string().check(z.regex(/^(?:0|[1-9]\d{0,9})$/, error))
  return z.pipe(
    z.union([z.int(), digits], error),
    z.coerce.number<number | string>().check(z.minimum(min, error), z.maximum(max, error)),
  )
}

export const maxId = 2_147_483_647 // maximum of a PostgreSQL int

export function idParam() {
  return wholeNumberParam(1, maxId)
}

export function numberParam(min: number, max: number) {
  const error = fieldError('schema.number_between', { min, max })
  const decimal = z.string().check(z.regex(/^\d{1,10}(?:\.\d{1,10})?$/, error))
  return z.pipe(
    z.union([z.number(), decimal], error),
    z.coerce.number<number | string>().check(z.minimum(min, error), z.maximum(max, error)),
  )
}

/** False for a text with nothing but spaces, marks and invisible letters. */
export const isVisible = (text: string) =>
  /(?![\u2800\p{Default_Ignorable_Code_Point}])[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** Characters that end a line, or that hide or turn the text after them. */
const breaksLine = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\u2060-\u2069\ufeff]/u

/** Replaces line breaks in a text from outside, such as a provider's, which no user can correct. */
export const toSingleLine = (text: string) => text.toWellFormed().split(breaksLine).filter(Boolean).join(' ').trim()

export const isLine = (text: string) => text.isWellFormed() && !breaksLine.test(text) && isVisible(text)

export function lineUpTo(max: number) {
  const error = fieldError('schema.line_length', { max })
  return z.string(error).check(z.maxLength(max, error), z.refine<string>(isLine, error))
}
