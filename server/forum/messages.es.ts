import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  forum: {
    comment: {
      no_parent: 'Ya no puedes responder a este comentario.',
      not_open: 'Podrás comentar cuando el hilo esté publicado.',
      own_vote: 'No puedes votar tu propio comentario.',
      not_yours_to_edit: 'Solo puedes editar tus propios comentarios.',
      edit_over: 'Ya no puedes editar este comentario: el plazo es de 30 minutos.',
      under_review: 'No puedes editar este comentario hasta que lo revise un moderador.',
      not_yours_to_delete: 'Solo puedes eliminar tus propios comentarios.',
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
