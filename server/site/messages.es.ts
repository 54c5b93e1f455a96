import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  site: {
    light_logo_first: 'Elige también un logotipo para el modo claro: el oscuro es solo su gemelo.',
    ends_before: 'Elige un momento posterior al comienzo.',
    no_text: 'Escribe un texto en al menos un idioma.',
    no_place: 'El elemento que debía ir detrás ya no está en esta lista.',
  },
}
