import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './member.messages.en.ts'

export const messages: Translated<typeof en> = {
  title: 'Moderar a {username}',
  load_failed: 'No se ha podido cargar.',
  exempt: 'No se puede moderar a quien modera o administra.',
  silence: {
    title: 'Silenciar durante un tiempo',
    note: 'Puede seguir leyendo, guardando y valorando, pero no escribir ni votar en el foro. Termina automáticamente, y la persona recibe un aviso con tu motivo.',
    days: { one: '{count} día', other: '{count} días' },
    reason: 'Motivo, que la persona leerá',
    send: 'Silenciar',
    until: 'No puede escribir hasta el {moment}.',
    end: 'Permitir que escriba',
    silenced: 'No puede escribir ni votar hasta entonces.',
    ended: 'Ya puede volver a escribir y votar.',
  },
  spam: {
    title: 'Spam',
    note: 'Oculta todos los hilos y comentarios de esta persona. Lo que publique a partir de ahora esperará en la lista de moderación.',
    hide: 'Spam: ocultar todo lo suyo',
    hidden_at:
      'Desde el {moment}, todos los hilos y comentarios de esta persona están ocultos y los nuevos esperan en la lista de moderación.',
    undo_note:
      'Deshacerlo vuelve a mostrar lo que se ocultó así. Lo que ocultaron las denuncias u otros moderadores sigue oculto.',
    undo: 'Deshacer: volver a mostrarlo todo',
    hidden: 'Todo está oculto.',
    shown: 'Todo se vuelve a mostrar.',
  },
}
