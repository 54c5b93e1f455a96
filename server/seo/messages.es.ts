import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  feed: {
    news: '{site}: Noticias',
    about_news: 'Las últimas noticias de {site}.',
    forum: '{site}: Foro',
    about_forum: 'Los últimos hilos del foro de {site}.',
  },
  manifest: {
    description:
      'Una biblioteca de prompts para modelos de lenguaje que puedes buscar, valorar, guardar y copiar, con noticias y un foro.',
    library: 'Biblioteca',
    news: 'Noticias',
    forum: 'Foro',
  },
}
