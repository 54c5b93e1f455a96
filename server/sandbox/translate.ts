import * as english from './messages.en.ts'
import * as spanish from './messages.es.ts'
import type { messages } from './messages.en.ts'

export type Locale = 'en' | 'es'
type Texts = string | { [name: string]: Texts }
type KeyOf<Tree> = Tree extends string
  ? ''
  : {
      [Name in keyof Tree & string]: `${Name}${KeyOf<Tree[Name]> extends '' ? '' : `.${KeyOf<Tree[Name]>}`}`
    }[keyof Tree & string]
export type MessageKey = KeyOf<typeof messages>
export type Translate = (key: MessageKey, params?: Record<string, string>) => string

const texts: Record<Locale, Texts> = { en: english.messages, es: spanish.messages }

/** The checkout's own language where the product named one, else the browser's. */
export function chooseLocale(wanted: string | null | undefined, acceptLanguage = ''): Locale {
  const languages = wanted && wanted !== 'auto' ? [wanted] : acceptLanguage.split(',').map((part) => part.trim())
  return languages.map((language) => language.slice(0, 2).toLowerCase()).find((one) => one === 'es' || one === 'en') ===
    'es'
    ? 'es'
    : 'en'
}

export const translatorOf =
  (locale: Locale): Translate =>
  (key, params = {}) => {
    const text = key
      .split('.')
      .reduce<Texts>((tree, name) => (typeof tree === 'string' ? tree : (tree[name] ?? '')), texts[locale])
    return (typeof text === 'string' ? text : key).replaceAll(
      /\{(\w+)\}/g,
      (_match, name: string) => params[name] ?? '',
    )
  }
