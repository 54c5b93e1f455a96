import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  forum: {
    section: {
      slug_taken: 'Otra sección ya tiene esta dirección. Elige otra.',
      has_threads: 'Elige la sección a la que van sus hilos.',
      no_such_target: 'Esa sección ya no existe. Elige otra.',
      last: 'Deja al menos una sección: los hilos la necesitan.',
    },
    comment: {
      no_parent: 'Ya no puedes responder a este comentario.',
      not_open: 'Podrás comentar cuando el hilo esté publicado.',
      closed: 'Este hilo está cerrado. Solo el equipo de moderación puede añadir comentarios.',
      own_vote: 'No puedes votar tu propio comentario.',
      not_yours_to_edit: 'Solo puedes editar tus propios comentarios.',
      edit_over: 'Ya no puedes editar este comentario: el plazo es de 30 minutos.',
      under_review: 'No puedes editar este comentario hasta que lo revise el equipo de moderación.',
      not_yours_to_delete: 'Solo puedes eliminar tus propios comentarios.',
      not_public: 'Solo puedes votar los comentarios que todo el mundo puede ver.',
    },
    answer: {
      not_yours: 'Solo quien ha abierto el hilo y el equipo de moderación pueden indicar la respuesta.',
      no_comment: 'Este comentario ya no existe.',
    },
    problem: {
      confirm_email: 'Confirma tu dirección de correo antes de publicar.',
      first_day_links: {
        one: 'En tu primer día, usa como mucho {count} enlace.',
        other: 'En tu primer día, usa como mucho {count} enlaces.',
      },
      first_day_mentions: {
        one: 'En tu primer día, menciona como mucho a {count} persona.',
        other: 'En tu primer día, menciona como mucho a {count} personas.',
      },
    },
    thread: {
      unknown_section: 'Elige una de las secciones.',
      moved: 'El equipo de moderación ha movido este hilo a su sección.',
      not_editable: 'Ya no puedes cambiar este hilo.',
      not_yours: 'Solo puedes eliminar tus propios hilos.',
      own_vote: 'No puedes votar tu propio hilo.',
      not_public: 'Este hilo no está publicado.',
    },
  },
}
