import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  import: {
    blank: 'está en blanco',
    early: 'es anterior al año 2000',
    half_character: 'contiene un NUL, medio carácter o más de 200 marcas seguidas',
    input: 'admite «answer_of» con el número de un paso, o «same_as» con el nombre de un dato',
    late: 'está a más de un día en el futuro',
    no_placeholder: 'el prompt «{prompt}» no tiene ningún hueco «{name}» en «{locale}»',
    none: 'no existe {type} «{slug}»',
    not_a_line: 'contiene caracteres que invierten, ocultan o parten una línea',
    not_asked: 'same_as tiene que nombrar un dato que pida un paso anterior',
    not_earlier: 'answer_of tiene que nombrar un paso anterior, contando desde 1',
    not_json: 'no es JSON: {problem}',
    not_utf8: 'no es UTF-8',
    quote_inside: 'hay unas comillas en medio del campo {field}',
    quote_once: 'hay unas comillas en medio del campo {field}, que va entre comillas: escríbelas dos veces',
    quote_open: 'unas comillas abren el campo {field} y no se cierran: todo hasta la línea {line} queda dentro',
    same_as_line: 'la línea {line} tiene lo mismo: cada fila necesita lo suyo',
    slug: 'admite letras de la a a la z, cifras, «-», «_» y «.», y empieza con una letra o una cifra',
    text_extra: 'está, aunque falta en texts',
    text_missing: 'falta, aunque está en texts',
    title_of_several: 'lo tienen varios prompts del caso de uso ({slugs}): indica el slug en una columna',
    too_long: 'ocupa más de 8 MiB',
    too_many_placeholders: 'nombra más de {max} huecos',
    twice: 'nombra uno dos veces',
    width: 'tiene {fields} campos, pero la cabecera tiene {columns}',
  },
}
