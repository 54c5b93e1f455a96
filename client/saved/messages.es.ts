import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  auth: {
    rate: 'Inicia sesión para valorar este prompt',
    save: 'Inicia sesión para guardar este prompt',
    collect: 'Inicia sesión para añadir este prompt a una colección',
  },
  marks: {
    yours: 'Tú: {value}',
    saved: 'Guardado',
    remove_rating: 'Haz clic otra vez para quitar tu valoración',
    save_failed: 'No se ha podido guardar el cambio.',
    network_failed: 'Error de red al guardar.',
    rate_failed: 'No se ha podido guardar la valoración.',
    rate: 'Valora este prompt',
    stars: { one: '{count} estrella', other: '{count} estrellas' },
    save: 'Guardar',
    unsave: 'Haz clic otra vez para quitarlo de tus prompts guardados',
    collect: 'Añadir a una colección',
  },
  collection: {
    empty: 'No hay prompts en esta colección.',
    shared_by: 'Una colección de {owner}',
  },
}
