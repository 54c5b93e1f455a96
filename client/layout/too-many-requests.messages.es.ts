import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './too-many-requests.messages.en.ts'

export const messages: Translated<typeof en> = {
  too_many_requests: {
    title: 'Demasiadas solicitudes(',
    text: {
      one: 'Has alcanzado el límite de solicitudes. Espera {count} segundo…',
      other: 'Has alcanzado el límite de solicitudes. Espera {count} segundos…',
    },
    over: 'Ya puedes continuar.',
    back: 'Volver',
  },
}
