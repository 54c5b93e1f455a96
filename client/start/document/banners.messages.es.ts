import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './banners.messages.en.ts'

export const messages: Translated<typeof en> = {
  announcement: {
    label: 'Anuncio',
    more: 'Más información',
    dismiss: 'Cerrar el anuncio',
  },
  sandbox: {
    label: 'Entorno de pruebas de pago',
    mode: 'Modo de prueba',
    text: 'Este es un entorno de pruebas de pago: no se mueve dinero real. Paga con la tarjeta',
  },
}
