import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
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
      followed_comment: {
        subject: '{name} ha comentado en «{title}»',
        text: '{name} ha comentado en «{title}», un hilo que sigues.',
        label: 'Leer el comentario',
      },
      mention: {
        subject: '{name} te ha mencionado en «{title}»',
        text: '{name} te ha mencionado en «{title}».',
        label: 'Leerlo',
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
      edit_published: {
        subject: 'Tu cambio en «{title}» se ha publicado',
        text: 'El equipo de moderación ha aprobado lo que cambiaste en «{title}». Ya puede leerlo todo el mundo.',
        label: 'Abrir el hilo',
      },
      edit_rejected: {
        subject: 'Tu cambio en «{title}» no se ha publicado',
        text: 'El equipo de moderación no ha publicado lo que cambiaste en «{title}». Todo el mundo sigue viendo el texto anterior.',
        label: 'Abrir el hilo',
      },
      thread_closed: {
        subject: 'Tu hilo «{title}» se ha cerrado',
        text: 'El equipo de moderación ha cerrado tu hilo «{title}». Todo el mundo puede leerlo, pero solo el equipo puede añadir comentarios.',
        label: 'Abrir el hilo',
      },
      thread_moved: {
        subject: 'Tu hilo «{title}» ha cambiado de sección',
        text: 'El equipo de moderación ha movido tu hilo «{title}» a otra sección.',
        label: 'Abrir el hilo',
      },
      silenced: {
        subject: 'Durante un tiempo no puedes escribir en el foro',
        text: 'El equipo de moderación ha decidido que no puedes escribir ni votar en el foro hasta el {until}. Puedes seguir leyendo, guardando y valorando.',
        label: 'Abrir el foro',
      },
      silence_ended: {
        subject: 'Ya puedes volver a escribir en el foro',
        text: 'El equipo de moderación ha decidido que puedes volver a escribir y votar en el foro.',
        label: 'Abrir el foro',
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
}
