import * as z from 'zod/mini'
import type { SchemaKey } from './problem.ts'
import type { messages } from './messages.en.ts'
import type { Params } from './translate.ts'

/** The key of a message, with the numbers that it names behind it as JSON: a schema's error is one string. */
export type MessageText<Key extends string> = Key | `${Key} {${string}}`

export const withParams = <Key extends string>(key: Key, params: object) =>
  `${key} ${JSON.stringify(params)}` as MessageText<Key>

export function parseMessage(text: string): { key: string; params: Record<string, string | number> } | null {
  const [, key, params] = /^([a-z_]+(?:\.[a-zA-Z_\d]+)+)(?: (\{.*\}))?$/s.exec(text) ?? []
  return key === undefined ? null : { key, params: params ? (JSON.parse(params) as Record<string, number>) : {} }
}

/** The error of every check of a field: whatever is wrong with it, what to do is the same. */
export const fieldError = <Key extends SchemaKey>(key: Key, ...[params]: Params<typeof messages, Key>) => ({
  error: params ? withParams(key, params) : key,
})

/** The checks after one that fails with it are not made. */
export const lastError = <Key extends SchemaKey>(key: Key, ...params: Params<typeof messages, Key>) => ({
  ...fieldError(key, ...params),
  abort: true,
})

export function wholeNumber(min: number, max: number) {
  const error = fieldError('schema.whole_number', { min, max })
  return z.int(error).check(z.minimum(min, error), z.maximum(max, error))
}

/** Of an address, where numbers are texts. */
export function wholeNumberParam(min: number, max: number) {
  const error = fieldError('schema.whole_number', { min, max })
  return z.coerce.number(error).check(z.int(error), z.minimum(min, error), z.maximum(max, error))
}

/** The highest that PostgreSQL gives a row. */
export const maxId = 2_147_483_647

/** The id of a row in an address: digits alone, so that each thing has one address. What was read already is a number. */
export function idParam() {
  const error = fieldError('schema.whole_number', { min: 1, max: maxId })
  const digits = z.string().check(z.regex(/^[1-9]\d{0,9}$/, error))
  return z.pipe(
    z.union([z.int(), digits], error),
    z.coerce.number<number | string>().check(z.minimum(1, error), z.maximum(maxId, error)),
  )
}

export function numberParam(min: number, max: number) {
  const error = fieldError('schema.number_between', { min, max })
  return z.coerce.number(error).check(z.minimum(min, error), z.maximum(max, error))
}

/** Whether there is anything to see: blanks, marks alone, and letters without a shape are nothing. */
export const isVisible = (text: string) =>
  /(?![\u2800\p{Default_Ignorable_Code_Point}])[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

export const isLine = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text) && isVisible(text)

/** A line of text that is not blank. */
export function lineUpTo(max: number) {
  const error = fieldError('schema.line_length', { max })
  return z.string(error).check(z.maxLength(max, error), z.refine<string>(isLine, error))
}
