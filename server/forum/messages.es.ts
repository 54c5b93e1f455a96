import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  forum: {
    comment: {
      no_parent: 'Ya no se puede responder a este comentario.',
      not_open: 'Los comentarios se abren cuando el hilo se publica.',
      own_vote: 'No puedes votar tu propio comentario.',
      not_yours_to_edit: 'Solo quien lo escribió puede editar un comentario.',
      edit_over: 'Un comentario se puede editar durante 30 minutos.',
      under_review: 'Un comentario que espera a un moderador no se puede editar.',
      not_yours_to_delete: 'Solo quien lo escribió o un moderador puede eliminar un comentario.',
    },
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
