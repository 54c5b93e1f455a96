import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './thread-tools.messages.en.ts'

export const messages: Translated<typeof en> = {
  write: {
    comment: 'Escribe un comentario',
    post: 'Publicar comentario',
    reply: 'Tu respuesta a {name}',
    post_reply: 'Publicar respuesta',
    edit: 'Edita tu comentario',
    title: 'Título',
    description: 'Descripción',
    save: 'Guardar cambios',
    submit_again: 'Enviar de nuevo',
    until: 'Puedes editarlo hasta las {time}.',
    empty: 'Escribe algo primero.',
  },
  report: {
    thread: 'Denunciar este hilo',
    comment: 'Denunciar este comentario',
    note: 'Los moderadores lo revisarán. Nadie más sabrá quién lo ha denunciado.',
    reason: 'Motivo (opcional)',
    send: 'Enviar denuncia',
  },
  keys: {
    title: 'Atajos de teclado',
    next: 'Comentario siguiente',
    previous: 'Comentario anterior',
    open: 'Mostrar más respuestas',
    like: 'Me gusta',
    reply: 'Responder',
    share: 'Copiar el enlace',
    save: 'Guardar el hilo',
    help: 'Esta lista',
    or: 'o',
  },
  auth: {
    comment: 'Inicia sesión para comentar',
    report: 'Inicia sesión para denunciar',
    change: 'Inicia sesión para hacer cambios',
  },
  told: {
    failed: 'Algo ha salido mal. Inténtalo de nuevo.',
    reported: 'Denuncia enviada',
    already_reported: 'Ya lo has denunciado.',
    report_failed: 'Error al enviar la denuncia.',
    posted: '¡Comentario publicado!',
    held: 'Comentario enviado. Un moderador lo revisará antes.',
    saved: 'Cambios guardados',
    submitted: 'Hilo enviado a moderación. Aparecerá cuando se apruebe.',
  },
}
