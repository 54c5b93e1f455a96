import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  feed: {
    show: 'Mostrar la actividad',
    hide: 'Ocultar la actividad',
    pause: 'Pausar la actividad',
    play: 'Reanudar la actividad',
    copied: 'copió un prompt de «{label}»',
    rated: 'valoró un prompt de «{label}» con {stars} ★',
    saved: 'guardó un prompt de «{label}»',
    shared: 'compartió «{label}»',
    opened: 'abrió «{label}»',
  },
}
