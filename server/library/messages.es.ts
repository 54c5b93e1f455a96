import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  collected: {
    taken: 'Ya tienes una colección con este nombre. Elige otro.',
    too_many: 'Has llegado al máximo de colecciones. Elimina una primero.',
    full: 'Esta colección está llena. Quita antes un prompt.',
  },
}
