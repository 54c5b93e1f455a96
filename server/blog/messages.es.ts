import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  blog: { problem: { admins_only: 'Solo los administradores pueden ver las noticias antes de que se publiquen.' } },
}
