import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  collected: {
    taken: 'Ya tienes una colección con este nombre. Elige otro.',
    too_many: 'Has llegado al máximo de colecciones. Elimina una primero.',
    full: 'Esta colección está llena. Quita antes un prompt.',
  },
  edited_library: {
    slug: 'Usa letras minúsculas de la a a la z, cifras, -, _ y ., y empieza con una letra o una cifra.',
    slug_taken: 'Otro elemento ya tiene esta dirección. Elige otra.',
    no_model: 'Uno de estos modelos ya no existe.',
    no_tag: 'Una de estas etiquetas ya no existe.',
    no_functional_group: 'Este grupo ya no existe.',
    no_category: 'Esta categoría ya no existe.',
    no_use_case: 'Este caso de uso ya no existe.',
    no_prompt: 'Este prompt ya no existe.',
    no_placeholder: 'El texto del prompt no tiene el hueco «{name}» en este idioma.',
    not_earlier: 'Toma para «{name}» la respuesta de un paso anterior.',
    not_asked: 'Ningún paso anterior pide el dato con el que «{name}» debe coincidir.',
    step_untranslated: 'Escribe también este paso en español o deja todo el pipeline sin español.',
    step_translated: 'Escribe también en español el título y la descripción del pipeline o deja sus pasos sin español.',
    no_place: 'El elemento que debía ir detrás ya no está en esta lista.',
    in_use: 'Todavía hay algo que depende de esto, así que no se puede eliminar. Puedes archivarlo.',
    labels: 'Nombra como máximo {max} huecos.',
    nothing_to_change: 'Elige qué debe cambiar.',
    too_many: 'Se pueden cambiar como máximo {max} prompts a la vez. Reduce la selección.',
    too_many_tags: 'Un prompt tiene como máximo {max} etiquetas, y algunos de estos tendrían más.',
    count_changed: 'El filtro encuentra ahora otro número de prompts. Revisa la selección.',
    gone: 'Algunos de los prompts seleccionados ya no existen. Revisa la selección.',
    import_running: 'Ya hay otra importación en marcha. Espera a que termine.',
    import_too_large: 'Este archivo es demasiado grande. Impórtalo con la línea de comandos.',
    import_empty: 'Este archivo está vacío.',
    import_utf16: 'Este archivo está en UTF-16. Guárdalo como UTF-8.',
    import_line_ends:
      'Las líneas de este archivo terminan como en los Mac antiguos. Guárdalo con los finales de línea de Unix o de Windows.',
    import_map: 'Elige las columnas que contienen el título y el contenido.',
    import_not_ready: 'Este archivo no se ha comprobado o su importación ya ha empezado.',
  },
}
