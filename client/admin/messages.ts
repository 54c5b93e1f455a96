import { defineMessages } from '../app/i18n.tsx'

export const { useTranslate } = defineMessages({
  en: () => import('./messages.en.ts'),
  es: () => import('./messages.es.ts'),
})
