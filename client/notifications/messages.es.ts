import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  bell: {
    none: 'Notificaciones',
    unread: 'Notificaciones, {number} sin leer',
  },
  list: {
    title: 'Notificaciones',
    empty:
      'Todavía no hay nada. Aquí verás las respuestas, las menciones, los comentarios en tus hilos y la moderación.',
    start: 'Abrir un hilo',
    failed: 'No se han podido cargar tus notificaciones.',
    settings: 'Ajustes de correo',
    fresh: 'Nuevo:',
    kinds: {
      reply: '{name} te ha respondido',
      comment: '{name} ha comentado en tu hilo',
      followed_comment: '{name} ha comentado en un hilo que sigues',
      mention: '{name} te ha mencionado',
      thread_published: 'Tu hilo se ha publicado',
      thread_rejected: 'Tu hilo no se ha publicado. Puedes editarlo y enviarlo de nuevo.',
      edit_published: 'El equipo de moderación ha aprobado tu cambio. Ya puede leerlo todo el mundo.',
      edit_rejected: 'El equipo de moderación no ha publicado tu cambio. Todo el mundo sigue viendo el texto anterior.',
      thread_closed: 'El equipo de moderación ha cerrado tu hilo. Todo el mundo puede seguir leyéndolo.',
      thread_moved: 'El equipo de moderación ha movido tu hilo a otra sección.',
      silenced: 'No puedes escribir ni votar en el foro hasta el {until}.',
      silence_ended: 'Ya puedes volver a escribir y votar en el foro.',
      report_handled: 'El equipo de moderación ha revisado tu denuncia. Gracias por tu ayuda.',
      thread_removed: 'El equipo de moderación ha retirado tu hilo.',
      comment_removed: 'El equipo de moderación ha retirado tu comentario.',
    },
    new_comments: { one: '{count} comentario nuevo en', other: '{count} comentarios nuevos en' },
    comments: { one: '{count} comentario en', other: '{count} comentarios en' },
    many_comments: 'Más de 99 comentarios en',
    somebody: 'Alguien',
  },
  unsubscribe: {
    title: 'Ajustes de correo',
    without_script: 'Esta página necesita JavaScript. Actívalo para este sitio.',
    ask: {
      activity: '¿Quieres dejar de recibir correos sobre comentarios, respuestas y menciones?',
      moderation: '¿Quieres dejar de recibir correos sobre decisiones acerca de tus hilos y denuncias?',
      all: '¿Quieres dejar de recibir todos los correos sobre el foro?',
    },
    submit: 'Dejar de recibirlos',
    done: {
      activity: 'Ya no recibirás correos sobre comentarios, respuestas y menciones.',
      moderation: 'Ya no recibirás correos sobre decisiones acerca de tus hilos y denuncias.',
      all: 'Ya no recibirás correos sobre el foro.',
    },
    still: 'Seguirás viendo las notificaciones en el sitio. Puedes volver a activar los correos en tu perfil.',
    settings: 'Ir a mis ajustes de correo',
    wrong: 'Este enlace no es válido. Puedes cambiar qué correos recibes en tu perfil.',
    failed: 'No ha funcionado. Inténtalo de nuevo.',
  },
}
