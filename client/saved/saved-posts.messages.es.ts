import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './saved-posts.messages.en.ts'

export const messages: Translated<typeof en> = {
  saved_posts: {
    log_in: 'Inicia sesión para guardar esta noticia',
    resumed: 'Has iniciado sesión y la noticia está guardada.',
    unsave: 'Haz clic otra vez para quitarla de tus noticias guardadas',
  },
}
