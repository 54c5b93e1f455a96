import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  forum: {
    section: {
      slug_taken: 'Otra sección ya tiene esta dirección. Elige otra.',
      has_threads: 'Elige la sección a la que van sus hilos.',
      no_such_target: 'Elige otra sección que aún exista.',
      last: 'Deja al menos una sección: los hilos la necesitan.',
    },
    comment: {
      no_parent: 'Ya no puedes responder a este comentario.',
      not_open: 'Podrás comentar cuando el hilo esté publicado.',
      own_vote: 'No puedes votar tu propio comentario.',
      not_yours_to_edit: 'Solo puedes editar tus propios comentarios.',
      edit_over: 'Ya no puedes editar este comentario: el plazo es de 30 minutos.',
      under_review: 'No puedes editar este comentario hasta que lo revise un moderador.',
      not_yours_to_delete: 'Solo puedes eliminar tus propios comentarios.',
      not_public: 'Solo puedes votar los comentarios que todo el mundo puede ver.',
    },
    problem: {
      confirm_email: 'Confirma tu dirección de correo antes de publicar.',
      first_day_links: {
        one: 'En tu primer día, usa como mucho {count} enlace.',
        other: 'En tu primer día, usa como mucho {count} enlaces.',
      },
    },
    report: {
      already: 'Ya lo has denunciado.',
      own: 'No puedes denunciar lo que has escrito tú.',
      not_public: 'Solo se puede denunciar lo que ve todo el mundo.',
    },
    moderation: {
      own: 'Lo has escrito tú, así que decide otra persona.',
      changed: 'Su autor lo ha editado desde que lo abriste. Léelo de nuevo.',
      decided: {
        published: '{username} ya lo ha publicado.',
        rejected: '{username} ya lo ha rechazado.',
        dismissed: '{username} ya ha descartado las denuncias.',
        removed: '{username} ya lo ha retirado.',
      },
      decided_by_someone: 'Ya está decidido.',
    },
    thread: {
      unknown_section: 'Elige una de las secciones.',
      not_editable: 'Ya no puedes cambiar este hilo.',
      not_yours: 'Solo puedes eliminar tus propios hilos.',
      own_vote: 'No puedes votar tu propio hilo.',
      not_public: 'Este hilo no está publicado.',
    },
    notification: {
      wrong_link: 'Este enlace no es válido. Puedes cambiar qué correos recibes en tu perfil.',
      somebody: 'Alguien',
      note: 'Recibes este correo porque tienes una cuenta en {site}.',
      daily_note: 'Recibes este correo como mucho una vez al día, porque tienes una cuenta en {site}.',
      settings: 'Cambiar qué correos recibes',
      unsubscribe: 'Dejar de recibir estos correos',
      digest: {
        subject: { one: '{count} notificación de {site}', other: '{count} notificaciones de {site}' },
        text: 'Esto ha pasado en el foro y aún no lo has visto.',
        more: { one: 'Y {count} más.', other: 'Y {count} más.' },
        label: 'Abrir el foro',
      },
      mails: {
        reply: {
          subject: '{name} te ha respondido en «{title}»',
          text: '{name} ha respondido a tu comentario en «{title}».',
          label: 'Leer la respuesta',
        },
        comment: {
          subject: '{name} ha comentado en «{title}»',
          text: '{name} ha comentado en tu hilo «{title}».',
          label: 'Leer el comentario',
        },
        thread_published: {
          subject: 'Tu hilo «{title}» se ha publicado',
          text: 'El equipo de moderación ha aprobado tu hilo «{title}». Ya puede leerlo todo el mundo.',
          label: 'Abrir el hilo',
        },
        thread_rejected: {
          subject: 'Tu hilo «{title}» no se ha publicado',
          text: 'El equipo de moderación no ha publicado tu hilo «{title}». Solo tú y el equipo de moderación podéis verlo. Puedes editarlo y enviarlo de nuevo.',
          label: 'Editar el hilo',
        },
        report_handled: {
          subject: 'Hemos revisado tu denuncia',
          text: 'El equipo de moderación ha revisado lo que denunciaste en «{title}». Gracias por tu ayuda.',
          label: 'Abrir el hilo',
        },
        report_closed: {
          subject: 'Hemos revisado tu denuncia',
          text: 'El equipo de moderación ha revisado lo que denunciaste, y ya no es público. Gracias por tu ayuda.',
          label: 'Abrir el foro',
        },
        thread_removed: {
          subject: 'Tu hilo «{title}» se ha retirado',
          text: 'El equipo de moderación ha retirado tu hilo «{title}». Ya no está en el foro.',
          label: 'Abrir el foro',
        },
        thread_gone: {
          subject: 'Tu hilo se ha retirado',
          text: 'El equipo de moderación ha retirado un hilo tuyo. Ya no está en el foro.',
          label: 'Abrir el foro',
        },
        comment_removed: {
          subject: 'Tu comentario en «{title}» se ha retirado',
          text: 'El equipo de moderación ha retirado un comentario tuyo en «{title}».',
          label: 'Abrir el hilo',
        },
        comment_gone: {
          subject: 'Tu comentario se ha retirado',
          text: 'El equipo de moderación ha retirado un comentario tuyo.',
          label: 'Abrir el foro',
        },
      },
    },
  },
}
