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
    thread: {
      unknown_section: 'Elige una de las secciones.',
      not_editable: 'Ya no puedes cambiar este hilo.',
      not_yours: 'Solo puedes eliminar tus propios hilos.',
      own_vote: 'No puedes votar tu propio hilo.',
      not_public: 'Este hilo no está publicado.',
    },
  },
}
