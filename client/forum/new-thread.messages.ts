import { defineMessages } from '../app/i18n.tsx'

export const { useTranslate } = defineMessages({
  en: () => import('./new-thread.messages.en.ts'),
  es: () => import('./new-thread.messages.es.ts'),
})
