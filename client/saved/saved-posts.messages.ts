import { defineMessages } from '../app/i18n.tsx'

export const { useTranslate: useTranslatePosts } = defineMessages({
  en: () => import('./saved-posts.messages.en.ts'),
  es: () => import('./saved-posts.messages.es.ts'),
})
