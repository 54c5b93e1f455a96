import { defineMessages } from '../app/i18n.tsx'

export const { useTranslate } = defineMessages({
  en: () => import('./member.messages.en.ts'),
  es: () => import('./member.messages.es.ts'),
})
