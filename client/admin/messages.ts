import { defineMessages } from '../app/i18n.tsx'

/** What every area of the admin pages says. */
export const { useTranslate } = defineMessages({
  en: () => import('./messages.en.ts'),
  es: () => import('./messages.es.ts'),
})
