import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  markdown: {
    problem: {
      nothing_to_read: 'Este texto no muestra nada. Escribe unas palabras.',
      too_complex: 'Este texto es demasiado complicado para mostrarlo. Usa menos listas, citas y corchetes anidados.',
    },
  },
}
