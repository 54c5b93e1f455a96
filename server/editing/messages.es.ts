import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  editing: {
    if_match: 'Envía la ETag de lo que cambias en la cabecera If-Match.',
    former_slug:
      'Esta dirección lleva a «{slug}», que la tuvo antes. Libérala allí, en sus direcciones anteriores, antes de usarla aquí.',
    changed: 'Alguien ha cambiado esto desde que lo abriste. Compara las dos versiones.',
  },
}
