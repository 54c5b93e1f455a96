import type { ComponentProps, ReactNode } from 'react'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { Option } from './form-fields.tsx'

/** Path of a value in a draft, such as `slug` or `texts.*.title`, where `*` stands for each language. */
export type FieldPath<Draft> = {
  [Name in keyof Draft & string]:
    | Name
    | (NonNullable<Draft[Name]> extends { en: infer One }
        ? One extends string
          ? `${Name}.*`
          : `${Name}.*.${keyof One & string}`
        : never)
}[keyof Draft & string]

export type FieldContext<Draft> = {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  errorOf: (path: string) => string | undefined
}
/** `setValue` changes one value by its path, such as `texts.en.title`. */
export type CustomContext<Draft> = FieldContext<Draft> & { setValue: (path: string, value: unknown) => void }

/** Undefined while the options load. */
type Options = { options: readonly Option[] | undefined }

type Kind<Draft, Item> =
  | { kind: 'line' | 'text' | 'markdown' | 'slug' | 'number' | 'date' | 'moment' | 'checkbox' }
  /** Not in the form; its label names it in the history and in conflicts. */
  | { kind: 'hidden' }
  /** `isJson`: options have the JSON of values that are no text, such as ids; 0 means that nothing is chosen. */
  | ({ kind: 'choice'; none?: string; isJson?: boolean } & Options)
  | ({ kind: 'ids' } & Options)
  | { kind: 'custom'; render: (context: CustomContext<Draft>, item: Item | undefined) => ReactNode }

/** Describes one field of an item: how it is shown, and its value in a new item. */
export type EntityField<Draft, Item = Draft> = Kind<Draft, Item> & {
  path: FieldPath<Draft>
  label: string
  /** The function receives the saved item too, or undefined for a new one. */
  hint?: ReactNode | ((draft: Draft, item: Item | undefined) => ReactNode)
  /** Value in a new item. Default: the empty value of the kind. */
  initial?: unknown
  /** True: an empty input is stored as null. */
  isNullable?: boolean
  /** True: takes half of the form's width. */
  isHalf?: boolean
  /** True: only a new item has this field. */
  isNewOnly?: boolean
  /** False: a former state does not fill this field. */
  isRestored?: boolean
  isShown?: (draft: Draft, item: Item | undefined) => boolean
  /** Returns the value from an item, if it is not the item's property of the same name. */
  read?: (item: Item) => unknown
  /** Text from which the slug of a new item is made, until the slug is edited. */
  slugSource?: (draft: Draft) => string
  /** Further attributes of the input. */
  input?: Omit<ComponentProps<'input'>, 'value' | 'onChange'>
}

type Values = Record<string, unknown>
export type AnyField = EntityField<Values, Values>
/** Fields of an item, and whether its Spanish texts may be missing as a whole. */
export type FieldSet<Draft, Item> = { fields: readonly EntityField<Draft, Item>[]; isSpanishOptional?: boolean }

type TextValue = string | null | Record<string, string>
export type Text = { [name: string]: TextValue }
export type TranslatedTexts<One extends Text> = { en: One; es: One | null }

const isBlank = (value: TextValue) =>
  typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : (value ?? '') === ''
const isBlankText = (text: Text) => Object.values(text).every(isBlank)

/** Changes fields of a text. An optional translation whose fields are all empty becomes null. */
function withText<One extends Text>(
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
const withoutNulls = (value: TextValue): TextValue =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, label]) => label !== null))
    : value

/** Adds empty fields that are missing in texts merged from two versions. */
function completeTexts<One extends Text>(
  { en, es }: TranslatedTexts<One>,
  blank: One,
  isSpanishOptional = true,
): TranslatedTexts<One> {
  const whole = (text: One) =>
    Object.fromEntries(Object.entries(blank).map(([name, value]) => [name, withoutNulls(text[name] ?? value)])) as One
  const spanish = es && whole(es)
  return { en: whole(en), es: isSpanishOptional && spanish && isBlankText(spanish) ? null : spanish }
}

const groupOf = (path: string) => path.split('.')[0] ?? ''
export const isTranslated = ({ path }: { path: string }) => path.includes('.*')
export const pathIn = (path: string, locale: Locale) => path.replace('*', locale)

const emptyValues = { number: 0, checkbox: false, ids: [], choice: '', custom: null, hidden: null } as const

function initialOf({ kind, initial, isNullable, ...field }: AnyField): unknown {
  if (initial !== undefined) return initial
  if (isNullable) return null
  if (kind === 'choice' && 'isJson' in field) return 0
  return kind in emptyValues ? emptyValues[kind as keyof typeof emptyValues] : ''
}

/** Empty texts of one language: an object for `texts.*.title`, a string for `texts.*`. */
function blankOf(fields: readonly AnyField[], group: string): unknown {
  const translated = fields.filter((field) => isTranslated(field) && groupOf(field.path) === group)
  const [first] = translated
  if (first?.path === `${group}.*`) return initialOf(first)
  return Object.fromEntries(translated.map((field) => [field.path.slice(group.length + 3), initialOf(field)]))
}

/** Returns the fields without type parameters, for code that treats all kinds of items alike. */
const untyped = <Draft, Item>({ fields, isSpanishOptional = false }: FieldSet<Draft, Item>) => ({
  fields: fields as unknown as readonly AnyField[],
  isSpanishOptional,
})

export function emptyDraft<Draft, Item>(set: FieldSet<Draft, Item>): Draft {
  const { fields, isSpanishOptional } = untyped(set)
  const entries = fields.map((field) => {
    const group = groupOf(field.path)
    if (!isTranslated(field)) return [group, initialOf(field)]
    const blank = blankOf(fields, group)
    return [group, { en: blank, es: isSpanishOptional ? null : blank }]
  })
  return Object.fromEntries(entries) as Draft
}

/** Adds texts that are missing in a draft merged from two versions. */
export function completeDraft<Draft, Item>(set: FieldSet<Draft, Item>, draft: Draft): Draft {
  const { fields, isSpanishOptional } = untyped(set)
  const complete = ([name, value]: [string, unknown]) => {
    if (!fields.some((field) => isTranslated(field) && groupOf(field.path) === name)) return [name, value]
    const blank = blankOf(fields, name)
    const texts = value as TranslatedTexts<Text>
    if (typeof blank === 'string') return [name, { en: texts.en ?? blank, es: texts.es ?? blank }]
    return [name, completeTexts(texts, blank as Text, isSpanishOptional)]
  }
  return Object.fromEntries(Object.entries(draft as Values).map(complete)) as Draft
}

/** Editable part of an item in API form. A former state may lack fields; the result then lacks them too. */
export function draftOf<Draft, Item>(set: FieldSet<Draft, Item>, item: Item): Draft {
  const { fields } = untyped(set)
  const entries = fields.map(({ path, read, isNewOnly }) => {
    const name = groupOf(path)
    return [name, isNewOnly ? undefined : read ? read(item as Values) : (item as Values)[name]] as const
  })
  return completeDraft(set, Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Draft)
}

/** Fields that a former state fills. */
export function restoredFields<Draft, Item>(set: FieldSet<Draft, Item>, state: Values): Partial<Draft> {
  const fields = set.fields.filter(({ isRestored }) => isRestored !== false)
  return draftOf({ ...set, fields }, state as Item)
}

export type LabelSource = {
  fields: readonly { path: string; label: string }[]
  /** Labels of values that are no field, such as a position in the history. */
  labels?: Record<string, string> | undefined
  /** Label of a part of a custom field; the path has `*` for the language. */
  labelOf?: ((path: string) => string | undefined) | undefined
}

/** Label of a path in the history, such as `texts.en.title`. `inLocale` adds the language to a label. */
export function labelOfPath(
  { fields, labels = {}, labelOf }: LabelSource,
  path: string,
  inLocale: (label: string, locale: Locale) => string,
): string {
  const parts = path.split('.')
  const locale = locales.find((one) => parts.includes(one))
  const pattern = parts.map((part) => (part === locale ? '*' : part)).join('.')
  const isWithin = (one: { path: string }) => `${pattern}.`.startsWith(`${one.path}.`)
  const label = labelOf?.(pattern) ?? labels[pattern] ?? fields.findLast(isWithin)?.label
  if (label === undefined) return path
  return locale ? inLocale(label, locale) : label
}

export function valueAt(draft: Values, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Values | null | undefined)?.[name], draft)
}

/** Changes one value. Spanish texts whose fields are all empty become null if they are optional. */
export function withValue<Draft, Item>(set: FieldSet<Draft, Item>, draft: Draft, path: string, value: unknown) {
  const { fields, isSpanishOptional } = untyped(set)
  const [group = '', locale, name] = path.split('.')
  if (locale === undefined) return { [group]: value } as Partial<Draft>
  const texts = (draft as Values)[group] as TranslatedTexts<Text>
  const isDropped = isSpanishOptional && locale === 'es' && value === ''
  if (name === undefined) return { [group]: { ...texts, [locale]: isDropped ? null : value } } as Partial<Draft>
  const blank = blankOf(fields, group) as Text
  const changed = withText(texts, locale as Locale, blank, { [name]: value } as Text, isSpanishOptional)
  return { [group]: changed } as Partial<Draft>
}
