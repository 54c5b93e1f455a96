import type { Locale } from '#shared/locale.ts'
import { parseMessage, withParams } from '#shared/fields.ts'
import type { MessageWithParams } from '#shared/fields.ts'
import * as sharedEn from '#shared/messages.en.ts'
import * as sharedEs from '#shared/messages.es.ts'
import { createTranslator } from '#shared/translate.ts'
import type { MessageKey, Params, PlainKey, Translated } from '#shared/translate.ts'

type SharedMessages = typeof sharedEn.messages
/** Message keys of the server. messages.ts adds the messages of every feature to this interface. */
export interface Messages extends SharedMessages {}
export type ProblemKey = PlainKey<Messages>
export type TranslatableProblem = ProblemKey | MessageWithParams

export const messageWithParams = (
  key: MessageKey<Messages>,
  params: Record<string, string | number>,
): MessageWithParams => withParams(key, params)

const texts: Record<Locale, object> = { en: { ...sharedEn.messages }, es: { ...sharedEs.messages } }
export const addMessages = (en: object, es: object): void => {
  Object.assign(texts.en, en)
  Object.assign(texts.es, es)
}

const translators = {
  en: createTranslator<Messages>(texts.en as Translated<Messages>, 'en'),
  es: createTranslator<Messages>(texts.es as Translated<Messages>, 'es'),
}

export const translate = <Key extends MessageKey<Messages>>(
  locale: Locale,
  key: Key,
  ...params: Params<Messages, Key>
) => translators[locale](key, ...params)

export function translateMessage(locale: Locale, message: TranslatableProblem): string {
  const { key, params } = parseMessage(message) ?? { key: message, params: {} }
  const translateKey = translators[locale] as unknown as (key: string, params: object) => string
  return translateKey(key, params)
}
