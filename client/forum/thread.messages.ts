import { defineMessages } from '../app/i18n.tsx'

export const { useTranslate } = defineMessages({
  en: () => import('./thread.messages.en.ts'),
  es: () => import('./thread.messages.es.ts'),
})
