import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  filter: {
    actor: 'Nombre de usuario',
    target: 'Elemento (ID o dirección)',
    kind: 'Tipo',
    action: 'Acción',
    from: 'Desde',
    until: 'Hasta',
    any: 'Todo',
    find: 'Filtrar',
  },
  export: {
    csv: 'Exportar como CSV',
    ndjson: 'Exportar como NDJSON',
    failed: 'No se ha podido exportar el registro. Inténtalo de nuevo.',
  },
  list: {
    results: 'Entradas',
    changes: 'Cambios',
    empty: 'Todavía no se ha hecho nada.',
    none: 'Ninguna entrada coincide con estos filtros.',
    failed: 'No se ha podido cargar el registro.',
  },
  entry: {
    back: 'Volver al registro',
    failed: 'No existe esa entrada.',
    differences: 'Qué ha cambiado',
    no_states: 'Esta entrada solo dice qué se hizo.',
  },
  kinds: {
    thread: 'Hilo',
    comment: 'Comentario',
    report: 'Denuncia',
    post: 'Artículo',
    post_tag: 'Etiqueta de las noticias',
    media: 'Imagen',
    section: 'Sección del foro',
    site: 'Sitio',
    announcement: 'Anuncio',
    functional_group: 'Grupo funcional',
    model: 'Modelo',
    tag: 'Etiqueta',
    category: 'Categoría',
    use_case: 'Caso de uso',
    prompt: 'Prompt',
    library: 'Biblioteca',
    member: 'Miembro',
  },
}
