import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  blog: {
    problem: {
      slug_taken: 'Otra noticia ya tiene esta dirección. Elige otra.',
      tag_taken: 'Ya hay una etiqueta con esta dirección.',
      tag_without_letters: 'Usa un nombre que tenga letras de la a a la z o cifras.',
      no_such_tag: 'Esta etiqueta ya no existe. Quítala.',
      no_such_picture: 'Esta imagen ya no existe. Súbela de nuevo.',
      missing: 'Rellena esto antes de publicar o programar la noticia.',
      no_language: 'Escríbela al menos en un idioma antes de publicarla o programarla.',
      date_ahead: 'Elige una fecha futura.',
      date_passed: 'Elige una fecha pasada o programa la noticia.',
      is_public: 'Retira antes la noticia: si está publicada o programada, no se puede eliminar.',
    },
    picture: {
      type: 'Usa una imagen en formato JPEG, PNG, WebP o AVIF.',
      broken: 'Esta imagen está dañada o incompleta. Guárdala otra vez y vuelve a subirla.',
      animated: 'Esta imagen es animada. Usa una fija.',
      too_many_pixels: 'Esta imagen tiene más de 50 megapíxeles. Redúcela antes.',
      too_large: 'Este archivo pesa más de 10 MB. Redúcelo antes.',
    },
  },
}
