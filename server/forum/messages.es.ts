import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  forum: {
    problem: {
      confirm_email: 'Confirma tu dirección de correo antes de publicar.',
      first_day_links: {
        one: 'En tu primer día, usa como mucho {count} enlace.',
        other: 'En tu primer día, usa como mucho {count} enlaces.',
      },
    },
  },
}
