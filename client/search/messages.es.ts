import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  search: {
    placeholder: '¿Qué debe hacer el prompt?',
    hint: 'Busca en los títulos y las descripciones de todos los prompts, en los textos de los que puedes abrir y en los pipelines. Pulsa / en cualquier página para abrir la búsqueda.',
    results: 'Resultados',
    pipeline: { one: 'Pipeline · {count} paso', other: 'Pipeline · {count} pasos' },
    pipelines_shown: { one: '{count} pipeline en la lista', other: '{count} pipelines en la lista' },
    shown: { one: '{count} prompt en la lista', other: '{count} prompts en la lista' },
    nothing_found_hint: 'Prueba con otras palabras, o con menos.',
    searching: 'Buscando…',
    more: 'Más resultados',
    failed: 'La búsqueda no funciona ahora mismo. Inténtalo de nuevo.',
    retry: 'Reintentar',
  },
}
