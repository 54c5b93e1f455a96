import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './resumed-post.messages.en.ts'

export const messages: Translated<typeof en> = {
  resumed_post: {
    saved: 'Has iniciado sesión y la noticia está guardada.',
    failed: 'No se ha podido guardar el cambio.',
  },
}
