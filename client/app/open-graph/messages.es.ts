import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  alt: {
    home: 'Un prompt con huecos para rellenar',
    library: 'Las tarjetas de una biblioteca de prompts',
    subscription: 'Dos planes, uno junto al otro',
    news: 'Una página de noticias',
    forum: 'Los bocadillos de una conversación',
    site: 'Un bocadillo con el signo de un prompt',
  },
  card: 'Una tarjeta de {site} con el título de la página',
}
