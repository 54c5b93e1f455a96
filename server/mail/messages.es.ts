import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  mails: {
    hello: 'Hola:',
    hello_name: 'Hola, {name}:',
    copy: 'Si el botón no funciona, copia esta dirección en tu navegador:',
    contact: '¿Tienes preguntas? Escríbenos a {email}.',
  },
}
