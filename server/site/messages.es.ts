import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  site: {
    light_logo_first: 'Elige también un logotipo para el modo claro: el oscuro solo lo acompaña.',
    ends_before: 'Elige un momento posterior al comienzo.',
    no_text: 'Escribe un texto en al menos un idioma.',
    slug_taken: 'Ya hay una página en esta dirección.',
    slug_fixed: 'Una página legal conserva su dirección, y ninguna otra puede pasar a ocuparla.',
    section_fixed: 'Envía la sección que está en esta dirección.',
    hero_shown: 'La cabecera de la página no se puede ocultar: lleva el título.',
    no_prompt: 'Este prompt ya no existe.',
    no_place: 'El elemento que debía ir detrás ya no está en esta lista.',
    sample_mail: {
      subject: 'Un correo de muestra de {site}',
      text: 'Así se ven los correos: la introducción va arriba y el pie, abajo.',
      action: 'Abrir {site}',
      note: 'Esta muestra no se envía a nadie.',
    },
  },
  cards: {
    kinds: { prompt: 'Prompt', pipeline: 'Pipeline', post: 'Noticias', thread: 'Foro' },
    steps: { one: '{count} prompt', other: '{count} prompts, uno tras otro' },
    blanks: ['Tus notas', 'Tu lector', 'Extensión'],
    sections: {
      home: 'Prompts con huecos para rellenar',
      library: 'Biblioteca de prompts',
      subscription: 'Planes',
      news: 'Noticias',
      forum: 'Foro',
      site: '{site}',
    },
  },
}
