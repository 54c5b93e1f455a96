import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  blog: {
    description:
      'Guías sobre prompts que funcionan y casos resueltos: una tarea, el prompt rellenado, la respuesta que cabe esperar y qué se cambió.',
    title: 'Noticias: guías y casos resueltos',
    tagged: 'Noticias: {tag}',
    rss: 'Noticias (RSS)',
    topics: 'Temas',
    all: 'Todas',
    posts: { one: '{count} noticia', other: '{count} noticias' },
    search: 'Buscar en las noticias',
    found: 'Resultados de «{q}»',
    none: 'Aún no hay noticias. Vuelve pronto.',
    show_all: 'Ver todas las noticias',
    no_more: 'No hay más noticias',
    loaded: { one: '{count} noticia más', other: '{count} noticias más' },
  },
  post: {
    minutes: { one: '{count} min de lectura', other: '{count} min de lectura' },
    by: 'Por {author}',
    only: { en: 'Por ahora solo disponible en inglés.', es: 'Por ahora solo disponible en español.' },
    save: 'Guardar',
    saved: 'Guardada',
    unsave: 'Haz clic otra vez para quitarla de tus noticias guardadas',
    log_in: 'Inicia sesión para guardar esta noticia',
    save_failed: 'No se ha podido guardar el cambio.',
    network_failed: 'Error de red al guardar.',
    share: 'Compartir',
    share_failed: 'No se ha podido copiar el enlace',
    read_in: { en: 'Leer en inglés', es: 'Leer en español' },
    more: 'Más noticias',
    previous: 'Anterior',
    next: 'Siguiente',
    related: 'También te puede interesar',
  },
  preview: {
    title: 'Vista previa',
    draft: 'Borrador: solo lo ven los editores y los administradores.',
    scheduled: 'Programada para el {date}. Hasta entonces solo la ven los editores y los administradores.',
    published: 'Publicada el {date}.',
    undated: 'Sin fecha todavía',
    admins_only: 'Solo los editores y los administradores pueden ver esta vista previa.',
  },
}
