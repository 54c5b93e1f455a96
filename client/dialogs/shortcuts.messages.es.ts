import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './shortcuts.messages.en.ts'

export const messages: Translated<typeof en> = {
  keys: {
    title: 'Atajos de teclado',
    here: 'En esta página',
    everywhere: 'En todas partes',
    or: 'o',
    delete: 'Supr',
    search: 'Búsqueda y acciones',
    help: 'Esta lista',
    next: 'Comentario siguiente',
    previous: 'Comentario anterior',
    open: 'Mostrar más respuestas',
    next_thread: 'Hilo siguiente',
    previous_thread: 'Hilo anterior',
    open_thread: 'Abrir el hilo',
    like: 'Me gusta',
    reply: 'Responder',
    quote: 'Citar lo seleccionado',
    share: 'Copiar el enlace',
    save: 'Guardar el hilo',
    next_item: 'Siguiente',
    previous_item: 'Anterior',
    publish: 'Publicar',
    reject: 'Rechazar',
    dismiss: 'Descartar denuncias',
    remove: 'Retirar',
    note: 'Escribir una nota',
    back: 'Volver de la nota',
  },
  single: {
    label: 'Atajos de una sola tecla',
    note: 'Desactívalos si controlas este dispositivo con la voz o pulsas teclas sin querer. {key} siempre funciona.',
  },
}
