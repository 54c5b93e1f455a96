import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  moderation: {
    exempt: 'No se puede moderar a quien modera o administra.',
    own: 'Lo has escrito tú, así que decide otra persona.',
    changed: 'Su autor lo ha editado desde que lo abriste. Léelo de nuevo.',
    decided: {
      published: '{username} ya lo ha publicado.',
      rejected: '{username} ya lo ha rechazado.',
      dismissed: '{username} ya ha descartado las denuncias.',
      removed: '{username} ya lo ha retirado.',
    },
    too_many_pinned: {
      one: 'Cada sección puede tener como mucho {count} hilo fijado. Deja de fijar otro antes.',
      other: 'Cada sección puede tener como mucho {count} hilos fijados. Deja de fijar alguno antes.',
    },
    decided_by_someone: 'Ya está decidido.',
  },
  report: {
    already: 'Ya lo has denunciado.',
    own: 'No puedes denunciar lo que has escrito tú.',
    not_public: 'Solo se puede denunciar lo que ve todo el mundo.',
  },
}
