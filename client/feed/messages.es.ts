import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  feed: {
    show: 'Mostrar la actividad',
    hide: 'Ocultar la actividad',
    pause: 'Pausar la actividad',
    play: 'Reanudar la actividad',
    copied: 'ha copiado un prompt de «{label}»',
    rated: 'ha valorado un prompt de «{label}» con {stars}\u00A0★',
    saved: 'ha guardado un prompt de «{label}»',
    shared: 'ha compartido «{label}»',
    opened: 'ha abierto «{label}»',
  },
}
