import { defineMessages } from '../app/i18n.tsx'

export const { useTranslate } = defineMessages({
  en: () => import('./moderation.messages.en.ts'),
  es: () => import('./moderation.messages.es.ts'),
})
