import type { Locale } from '#shared/locale.ts'
import { parseMessage } from '#shared/fields.ts'
import type { MessageText } from '#shared/fields.ts'
import * as sharedEn from '#shared/messages.en.ts'
import * as sharedEs from '#shared/messages.es.ts'
import { createTranslator } from '#shared/translate.ts'
import type { MessageKey, Params, PlainKey, Translated } from '#shared/translate.ts'
import * as adminEn from './admin/messages.en.ts'
import * as adminEs from './admin/messages.es.ts'
import * as blogEn from './blog/messages.en.ts'
import * as blogEs from './blog/messages.es.ts'
import * as editingEn from './editing/messages.en.ts'
import * as editingEs from './editing/messages.es.ts'
import * as forumEn from './forum/messages.en.ts'
import * as forumEs from './forum/messages.es.ts'
import * as httpEn from './http/messages.en.ts'
import * as httpEs from './http/messages.es.ts'
import * as libraryEn from './library/messages.en.ts'
import * as libraryEs from './library/messages.es.ts'
import * as markdownEn from './markdown/messages.en.ts'
import * as markdownEs from './markdown/messages.es.ts'
import * as mailEn from './mail/messages.en.ts'
import * as mailEs from './mail/messages.es.ts'
import * as seoEn from './seo/messages.en.ts'
import * as seoEs from './seo/messages.es.ts'
import * as siteEn from './site/messages.en.ts'
import * as siteEs from './site/messages.es.ts'
import * as subscriptionEn from './subscription/messages.en.ts'
import * as subscriptionEs from './subscription/messages.es.ts'
import * as usersEn from './users/messages.en.ts'
import * as usersEs from './users/messages.es.ts'

const en = {
  ...sharedEn.messages,
  ...adminEn.messages,
  ...blogEn.messages,
  ...editingEn.messages,
  ...forumEn.messages,
  ...httpEn.messages,
  ...libraryEn.messages,
  ...mailEn.messages,
  ...markdownEn.messages,
  ...seoEn.messages,
  ...siteEn.messages,
  ...subscriptionEn.messages,
  ...usersEn.messages,
}
const es: Translated<typeof en> = {
  ...sharedEs.messages,
  ...adminEs.messages,
  ...blogEs.messages,
  ...editingEs.messages,
  ...forumEs.messages,
  ...httpEs.messages,
  ...libraryEs.messages,
  ...mailEs.messages,
  ...markdownEs.messages,
  ...seoEs.messages,
  ...siteEs.messages,
  ...subscriptionEs.messages,
  ...usersEs.messages,
}
type Messages = typeof en
export type ProblemKey = PlainKey<Messages>
export type ProblemMessage = ProblemKey | MessageText<MessageKey<Messages>>

const translators = { en: createTranslator<Messages>(en, 'en'), es: createTranslator<Messages>(es, 'es') }

export const translate = <Key extends MessageKey<Messages>>(
  locale: Locale,
  key: Key,
  ...params: Params<Messages, Key>
) => translators[locale](key, ...params)

export function translateMessage(locale: Locale, message: ProblemMessage): string {
  const { key, params } = parseMessage(message) ?? { key: message, params: {} }
  const say = translators[locale] as unknown as (key: string, params: object) => string
  return say(key, params)
}
