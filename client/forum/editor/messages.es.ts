import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  editor: {
    tools: 'Formato',
    edits: {
      bold: 'Negrita',
      italic: 'Cursiva',
      heading: 'Título',
      link: 'Enlace',
      quote: 'Cita',
      code: 'Código',
      list: 'Lista',
      numbers: 'Lista numerada',
    },
    mentions: 'Personas a las que mencionar',
    mentions_found: { one: '{count} persona encontrada', other: '{count} personas encontradas' },
    sample: 'texto',
    view: 'Vista',
    write: 'Escribir',
    preview: 'Vista previa',
    preview_empty: 'Lo que escribas aparecerá aquí tal como lo verán los demás.',
    preview_failed: 'La vista previa no funciona ahora mismo. Tu texto está a salvo.',
    left: { one: 'Queda {count} carácter', other: 'Quedan {count} caracteres' },
    too_many: { one: 'Sobra {count} carácter', other: 'Sobran {count} caracteres' },
  },
}
