import { defineMessages } from '../app/i18n.tsx'

export const { useTranslate } = defineMessages({
  en: () => import('./collections.messages.en.ts'),
  es: () => import('./collections.messages.es.ts'),
})
