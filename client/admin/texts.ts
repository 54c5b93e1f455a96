import type { Locale } from '#shared/locale.ts'

type Value = string | null | Record<string, string>
export type Text = { [name: string]: Value }
export type TranslatedTexts<One extends Text> = { en: One; es: One | null }

const isBlank = (value: Value) =>
  typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : (value ?? '') === ''
const isBlankText = (text: Text) => Object.values(text).every(isBlank)

/** Changes fields of a text. An optional translation whose fields are all empty becomes null. */
export function withText<One extends Text>(
  texts: TranslatedTexts<One>,
  locale: Locale,
  blank: One,
  changes: Partial<One>,
  isSpanishOptional = true,
) {
  const text = { ...blank, ...texts[locale], ...changes }
  if (locale === 'en') return { ...texts, en: text }
  return { ...texts, es: isSpanishOptional && isBlankText(text) ? null : text }
}

/** Removes labels that are null in texts merged from two versions. */
const withoutNulls = (value: Value): Value =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, label]) => label !== null))
    : value

/** Adds empty fields that are missing in texts merged from two versions. */
export function completeTexts<One extends Text>(
  { en, es }: TranslatedTexts<One>,
  blank: One,
  isSpanishOptional = true,
): TranslatedTexts<One> {
  const whole = (text: One) =>
    Object.fromEntries(Object.entries(blank).map(([name, value]) => [name, withoutNulls(text[name] ?? value)])) as One
  const spanish = es && whole(es)
  return { en: whole(en), es: isSpanishOptional && spanish && isBlankText(spanish) ? null : spanish }
}
