import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  schema: {
    required: 'Rellena este campo.',
    text: 'Escribe aquí un texto.',
    once: 'Envía este campo una sola vez.',
    number: 'Escribe un número.',
    number_min: 'Escribe un número a partir de {min}.',
    number_max: 'Escribe un número hasta {max}.',
    number_between: 'Escribe un número de {min} a {max}.',
    whole_number: 'Escribe un número entero de {min} a {max}.',
    longer: { one: 'Usa al menos {count} carácter.', other: 'Usa al menos {count} caracteres.' },
    shorter: { one: 'Usa como máximo {count} carácter.', other: 'Usa como máximo {count} caracteres.' },
    choice: 'Elige una de estas opciones: {options}.',
    fields: 'Envía los campos como un objeto JSON.',
    list: 'Envía aquí una lista.',
    list_max: { one: 'Incluye como máximo {count}.', other: 'Incluye como máximo {count}.' },
    id: 'Usa un identificador tal como se dio.',
    other: 'Revisa este valor y cámbialo.',
    no_nul: 'Quita el carácter NUL de este texto.',
    well_formed: 'Quita los caracteres defectuosos.',
    line_length: 'Usa de 1 a {max} caracteres, en una sola línea.',
    short_line: 'Usa como máximo {max} caracteres, en una sola línea.',
    username: 'Usa de {min} a {max} letras, números, _ o -.',
    color: 'Elige un color, como #4c2fa2.',
    brand_contrast:
      'El texto blanco sobre este color tiene un contraste de {contrast} a 1. Necesita {least} a 1: elige un color más oscuro, como {darker}.',
    web_address: 'Escribe una dirección que empiece por https:// o http://.',
    link: 'Escribe una dirección de este sitio, como /blog, o una que empiece por https://.',
    time: 'Escribe un momento, como 2026-11-22T18:00:00Z.',
    picture: 'Elige una imagen.',
    slug: 'Usa hasta {max} letras minúsculas de la a a la z, cifras y guiones sueltos, como en mi-primera-noticia.',
    text_length: 'Usa de {min} a {max} caracteres.',
    email: 'Escribe una dirección de correo, como nombre@example.com.',
    email_length: 'Usa una dirección de correo de {max} caracteres como máximo.',
  },
}
