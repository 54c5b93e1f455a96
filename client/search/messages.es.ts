import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  search: {
    sentence: 'Quiero',
    placeholder: 'encontrar un prompt, una página o una acción',
    results: 'Resultados',
    pipeline: { one: 'Pipeline · {count} paso', other: 'Pipeline · {count} pasos' },
    shown: { one: '{count} resultado en la lista', other: '{count} resultados en la lista' },
    nothing_found_hint: 'Prueba con otras palabras, o con menos.',
    searching: 'Buscando…',
    more: 'Más resultados',
    failed: 'La búsqueda no funciona ahora mismo. Inténtalo de nuevo.',
    retry: 'Reintentar',
    groups: {
      here: 'En esta página',
      recent: 'Prompts recientes',
      go: 'Ir a',
      do: 'Acciones',
      pipelines: 'Pipelines',
      prompts: 'Prompts',
      texts: 'En los textos',
    },
    go: {
      library: 'Biblioteca de prompts',
      pipelines: 'Pipelines',
      news: 'Noticias',
      forum: 'Foro',
      plans: 'Planes',
      log_in: 'Iniciar sesión',
    },
    profile: {
      profile: 'Mi perfil',
      saved_news: 'Noticias guardadas',
      threads: 'Mis hilos',
      user_prompts: 'Prompts guardados',
      subscription: 'Mi suscripción',
      payments: 'Mis pagos',
    },
    admin: {
      overview: 'Administración: resumen',
      library: 'Administración: biblioteca',
      news: 'Administración: noticias',
      sections: 'Administración: secciones del foro',
      review: 'Administración: revisión',
      members: 'Administración: miembros',
      plans: 'Administración: planes',
      payments: 'Administración: pagos',
      site: 'Administración: sitio',
      audit: 'Administración: registro de auditoría',
    },
    do: {
      new_thread: 'Escribir un hilo nuevo',
      language: 'Cambiar de idioma: {language}',
      keys: 'Atajos de teclado',
    },
  },
}
