import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  forum: {
    title: 'Foro',
    description: 'Preguntas, ideas y resultados: habla con otros sobre prompts y los modelos con los que funcionan.',
    section_description: 'Hilos de «{name}» en el foro.',
    sections: 'Secciones',
    all: 'Todas',
    thread_count: { one: '{count} hilo', other: '{count} hilos' },
    new: 'Nuevo hilo',
    log_in: 'Inicia sesión para abrir un hilo',
    search: 'Buscar hilos',
    search_submit: 'Buscar',
    order: 'Orden',
    orders: {
      latest: 'Más recientes',
      active: 'Con actividad reciente',
      popular: 'Con más me gusta',
      discussed: 'Más comentados',
    },
    results: 'Resultados de «{q}»',
    by: 'Hilos de {name}',
    show_all: 'Ver todos los hilos',
    threads: 'Hilos',
    empty: 'Aún no hay hilos aquí. El tuyo puede ser el primero.',
    empty_by: '{name} no ha abierto ningún hilo.',
    no_more: 'No hay más hilos',
    loaded: { one: '{count} hilo más', other: '{count} hilos más' },
    deleted_user: 'usuario eliminado',
    last_activity: 'Última actividad:',
    comments: { one: '{count} comentario', other: '{count} comentarios' },
    likes: { one: '{count} me gusta', other: '{count} me gusta' },
    statuses: { pending: 'En moderación', rejected: 'Rechazado' },
    rss: 'Canal RSS',
  },
}
