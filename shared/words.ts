import type { Locale } from './locale.ts'
import type { answersEn } from './locales/answers.en.ts'
import type { en } from './locales/en.ts'

/** The texts of a language: nested groups whose leaves are sentences with {places} to fill. */
export type Words = { [Group in keyof typeof en]: Texts<(typeof en)[Group]> }
/** Those of answers and mails. */
export type AnswerWords = { [Group in keyof typeof answersEn]: Texts<(typeof answersEn)[Group]> }
type Texts<T> = T extends string ? string : { [K in keyof T]: Texts<T[K]> }

type Leaf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaf<T[K]>}` }[keyof T & string]
/** 'library.title': the way to a text. A text in two numbers has the keys name.one and name.other, and is asked for by name. */
type KeyOf<T> = Leaf<T> extends infer K ? (K extends `${infer Name}.${'one' | 'other'}` ? Name : K) : never
export type WordKey = KeyOf<typeof en>
export type AnswerKey = KeyOf<typeof answersEn>
export type Places = Record<string, string | number>

const pluralRules = new Map<Locale, Intl.PluralRules>()
function numberForm(locale: Locale, count: number): string {
  let rules = pluralRules.get(locale)
  if (!rules) pluralRules.set(locale, (rules = new Intl.PluralRules(locale)))
  return rules.select(count) === 'one' ? 'one' : 'other'
}

/** The text behind a key, its places filled; `count` chooses between one and other. */
export function say<Spoken extends Words | AnswerWords>(
  words: Spoken,
  locale: Locale,
  key: Spoken extends Words ? WordKey : AnswerKey,
  places: Places = {},
): string {
  let found: unknown = words
  for (const name of (key as string).split('.')) found = (found as Record<string, unknown>)[name]
  if (typeof found === 'object' && found !== null) {
    const forms = found as { one: string; other: string }
    found = numberForm(locale, Number(places.count)) === 'one' ? forms.one : forms.other
  }
  return String(found).replace(/\{(\w+)\}/g, (place, name: string) => String(places[name] ?? place))
}
