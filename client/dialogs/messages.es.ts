import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  log_in: {
    note: 'Para esto necesitas una cuenta. Es gratis y volverás justo aquí.',
    locked_note: 'Forma parte de un plan de pago. Inicia sesión, o crea una cuenta gratis y elige un plan.',
  },
}
