import type { Translated } from '#shared/translate.ts'
import { addMessages } from './translate.ts'
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
import * as libraryImportEn from './library-import/messages.en.ts'
import * as libraryImportEs from './library-import/messages.es.ts'
import * as markdownEn from './markdown/messages.en.ts'
import * as markdownEs from './markdown/messages.es.ts'
import * as mailEn from './mail/messages.en.ts'
import * as mailEs from './mail/messages.es.ts'
import * as moderationEn from './moderation/messages.en.ts'
import * as moderationEs from './moderation/messages.es.ts'
import * as notificationsEn from './notifications/messages.en.ts'
import * as notificationsEs from './notifications/messages.es.ts'
import * as seoEn from './seo/messages.en.ts'
import * as seoEs from './seo/messages.es.ts'
import * as siteEn from './site/messages.en.ts'
import * as siteEs from './site/messages.es.ts'
import * as subscriptionEn from './subscription/messages.en.ts'
import * as subscriptionEs from './subscription/messages.es.ts'
import * as usersEn from './users/messages.en.ts'
import * as usersEs from './users/messages.es.ts'

const en = {
  ...adminEn.messages,
  ...blogEn.messages,
  ...editingEn.messages,
  ...forumEn.messages,
  ...httpEn.messages,
  ...libraryEn.messages,
  ...libraryImportEn.messages,
  ...mailEn.messages,
  ...markdownEn.messages,
  ...moderationEn.messages,
  ...notificationsEn.messages,
  ...seoEn.messages,
  ...siteEn.messages,
  ...subscriptionEn.messages,
  ...usersEn.messages,
}
const es: Translated<typeof en> = {
  ...adminEs.messages,
  ...blogEs.messages,
  ...editingEs.messages,
  ...forumEs.messages,
  ...httpEs.messages,
  ...libraryEs.messages,
  ...libraryImportEs.messages,
  ...mailEs.messages,
  ...markdownEs.messages,
  ...moderationEs.messages,
  ...notificationsEs.messages,
  ...seoEs.messages,
  ...siteEs.messages,
  ...subscriptionEs.messages,
  ...usersEs.messages,
}
type FeatureMessages = typeof en
declare module './translate.ts' {
  interface Messages extends FeatureMessages {}
}

addMessages(en, es)
