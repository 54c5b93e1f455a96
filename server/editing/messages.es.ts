import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  editing: {
    if_match: 'Envía la ETag de lo que cambias en la cabecera If-Match.',
    changed: 'Alguien ha cambiado esto desde que lo abriste. Compara las dos versiones.',
  },
}
