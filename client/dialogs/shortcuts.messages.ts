import { defineMessages } from '../app/i18n.tsx'

export const { useTranslate } = defineMessages({
  en: () => import('./shortcuts.messages.en.ts'),
  es: () => import('./shortcuts.messages.es.ts'),
})
