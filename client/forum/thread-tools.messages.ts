import { defineMessages } from '../app/i18n.tsx'

export const { useTranslate } = defineMessages({
  en: () => import('./thread-tools.messages.en.ts'),
  es: () => import('./thread-tools.messages.es.ts'),
})
