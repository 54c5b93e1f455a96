import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  card: 'Una tarjeta de {site} con el título de la página',
}
