type Value = string | null | Record<string, string>
export type Text = { [name: string]: Value }
/** English, and Spanish where something is translated. */
export type Texts<One extends Text> = { en: One; es: One | null }

const isBlank = (value: Value) =>
  typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : (value ?? '') === ''

/** A translation of which nothing is written is none. */
export function withText<One extends Text>(texts: Texts<One>, locale: 'en' | 'es', blank: One, changes: Partial<One>) {
  const text = { ...blank, ...texts[locale], ...changes }
  if (locale === 'en') return { ...texts, en: text }
  return { ...texts, es: Object.values(text).every(isBlank) ? null : text }
}

/** A label that the chosen version does not have was left as null. */
const withoutNulls = (value: Value): Value =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, label]) => label !== null))
    : value

/** As the form has them, whatever a choice between two versions has left out. */
export function wholeTexts<One extends Text>({ en, es }: Texts<One>, blank: One): Texts<One> {
  const whole = (text: One) =>
    Object.fromEntries(Object.entries(blank).map(([name, value]) => [name, withoutNulls(text[name] ?? value)])) as One
  const spanish = es && whole(es)
  return { en: whole(en), es: spanish && (Object.values(spanish).every(isBlank) ? null : spanish) }
}
