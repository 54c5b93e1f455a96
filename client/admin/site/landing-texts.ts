import { landingFields } from '#shared/site/landing-fields.ts'
import type { AnyLandingTexts, LandingField, LandingItem, LandingSection } from '#shared/site/landing-fields.ts'
import type { Locale } from '#shared/locale.ts'

export type TranslatedSectionTexts = { en: AnyLandingTexts; es: AnyLandingTexts | null }
type Value = AnyLandingTexts[string]

export const fieldsOf = (name: LandingSection) => Object.entries<LandingField>(landingFields[name])
export const itemsOf = (value: Value | undefined) => (Array.isArray(value) ? (value as readonly LandingItem[]) : [])

export function blankItem(fields: Record<string, LandingField>): LandingItem {
  return Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, kind === 'lines' ? [] : '']))
}

const isBlank = (value: Value): boolean =>
  typeof value === 'string'
    ? value === ''
    : value.every((one: string | LandingItem) =>
        typeof one === 'string' ? one === '' : Object.values(one).every(isBlank),
      )

/** Returns the texts in a language. Without a translation they are empty, with as many items as in English. */
function textsIn({ en, es }: TranslatedSectionTexts, locale: Locale, name: LandingSection): AnyLandingTexts {
  if (locale === 'en') return en
  if (es) return es
  return Object.fromEntries(
    fieldsOf(name).map(([field, shape]) => [
      field,
      shape.kind === 'items' ? itemsOf(en[field]).map(() => blankItem(shape.fields)) : shape.kind === 'lines' ? [] : '',
    ]),
  )
}

type FieldAddress = { name: LandingSection; locale: Locale; field: string }

/** Changes a field. A translation whose fields are all empty becomes null. */
export function withSectionValue(
  texts: TranslatedSectionTexts,
  { name, locale, field }: FieldAddress,
  value: Value,
): TranslatedSectionTexts {
  const changed = { ...textsIn(texts, locale, name), [field]: value }
  if (locale === 'en') return { ...texts, en: changed }
  return { ...texts, es: Object.values(changed).every(isBlank) ? null : changed }
}

export function withItemValue(
  texts: TranslatedSectionTexts,
  { position, key, ...address }: FieldAddress & { position: number; key: string },
  value: string | readonly string[],
): TranslatedSectionTexts {
  const items = itemsOf(textsIn(texts, address.locale, address.name)[address.field])
  return withSectionValue(
    texts,
    address,
    items.map((item, at) => (at === position ? { ...item, [key]: value } : item)),
  )
}

/** Adds or removes an item in both languages. */
export function withItems(
  texts: TranslatedSectionTexts,
  field: string,
  change: (items: readonly LandingItem[]) => readonly LandingItem[],
): TranslatedSectionTexts {
  const changed = (one: AnyLandingTexts) => ({ ...one, [field]: change(itemsOf(one[field])) })
  return { en: changed(texts.en), es: texts.es && changed(texts.es) }
}
