import { defineMessages } from '../app/i18n.tsx'

export const { useTranslate } = defineMessages({
  en: () => import('./editor.messages.en.ts'),
  es: () => import('./editor.messages.es.ts'),
})
