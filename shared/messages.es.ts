import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  schema: {
    no_nul: 'Este texto no puede contener un carácter NUL.',
    line: 'Debe ser una sola línea de texto sin caracteres de control.',
    username: 'Usa de 3 a 30 letras, números, _ o -.',
    color: 'Debe ser un color, como #4c2fa2.',
    password_length: 'Usa de 8 a 128 caracteres.',
  },
}
