import type { Locale } from './locale.ts'

/** Plural forms. Spanish has a third, for whole millions, for which `other` is good enough. */
type Plural = { readonly one: string; readonly other: string }
type Leaf = string | Plural | readonly unknown[]

export type MessageKey<Messages> = {
  [Name in keyof Messages & string]: Messages[Name] extends Leaf ? Name : `${Name}.${MessageKey<Messages[Name]>}`
}[keyof Messages & string]

type At<Messages, Key> = Key extends `${infer Group}.${infer Rest}`
  ? Group extends keyof Messages
    ? At<Messages[Group], Rest>
    : never
  : Key extends keyof Messages
    ? Messages[Key]
    : never

/** Params of a text. `${name}` is none: it is a placeholder of a prompt. */
type ParamOf<Value> = Value extends `${infer Before}{${infer Name}}${infer Rest}`
  ? (Before extends `${string}$` ? never : Name) | ParamOf<Rest>
  : Value extends string
    ? never
    : Value extends Plural
      ? 'count' | ParamOf<Value[keyof Value]>
      : Value extends readonly (infer Item)[]
        ? ParamOf<Item>
        : Value extends object
          ? ParamOf<Value[keyof Value]>
          : never

type Values<Name extends string> = { [One in Name]: One extends 'count' ? number : string | number }
export type Params<Messages, Key> = [ParamOf<At<Messages, Key>>] extends [never]
  ? []
  : [params: Values<ParamOf<At<Messages, Key>>>]
export type PlainKey<Messages> = {
  [Key in MessageKey<Messages>]: Params<Messages, Key> extends [] ? Key : never
}[MessageKey<Messages>]

export type Message<Value> = Value extends string | Plural
  ? string
  : { readonly [Name in keyof Value]: Message<Value[Name]> }

export type Translate<Messages> = <Key extends MessageKey<Messages>>(
  key: Key,
  ...params: Params<Messages, Key>
) => Message<At<Messages, Key>>

type Holding<Text extends string> = Text extends `${infer Before}{${infer Name}}${infer Rest}`
  ? (Before extends `${string}$` ? string : `${string}{${Name}}${string}`) & Holding<Rest>
  : string

export type Translated<Value> = Value extends string
  ? Holding<Value>
  : Value extends Plural
    ? { readonly one: string; readonly other: Holding<Value['other']> }
    : { readonly [Name in keyof Value]: Translated<Value[Name]> }

type ParamValues = Record<string, string | number>
const isPlural = (value: unknown): value is Plural => typeof value === 'object' && value !== null && 'other' in value

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Isolates a right-to-left value, so that it does not reorder the text after it. */
const bidiIsolated = (value: string) => (rightToLeft.test(value) ? `\u2068${value}\u2069` : value)

export function createTranslator<Messages>(messages: Translated<Messages>, locale: Locale): Translate<Messages> {
  // Created on first use, since Intl formatters are slow to create and seldom needed.
  let numbers: Intl.NumberFormat | undefined
  let rules: Intl.PluralRules | undefined
  const write = (value: string | number) =>
    typeof value === 'string' ? bidiIsolated(value) : (numbers ??= new Intl.NumberFormat(locale)).format(value)
  function fill(value: unknown, params: ParamValues): unknown {
    if (typeof value === 'string')
      return value.replace(/\$?\{(\w+)\}/g, (placeholder, name: string) => {
        const param = placeholder.startsWith('$') ? undefined : params[name]
        return param === undefined ? placeholder : write(param)
      })
    if (Array.isArray(value)) return value.map((item) => fill(item, params))
    return Object.fromEntries(Object.entries(value as object).map(([name, item]) => [name, fill(item, params)]))
  }
  const translate = (key: string, params?: ParamValues): unknown => {
    let found: unknown = messages
    for (const name of key.split('.')) found = (found as Record<string, unknown>)[name]
    if (isPlural(found)) {
      rules ??= new Intl.PluralRules(locale)
      found = found[rules.select(Number(params?.count)) as keyof Plural] ?? found.other
    }
    return params ? fill(found, params) : found
  }
  return translate as Translate<Messages>
}
