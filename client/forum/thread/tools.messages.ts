import { defineMessages } from '../../app/i18n.tsx'

export const { useTranslate } = defineMessages({
  en: () => import('./tools.messages.en.ts'),
  es: () => import('./tools.messages.es.ts'),
})
