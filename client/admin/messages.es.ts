import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  admin: {
    title: 'Administración',
    areas: {
      overview: 'Resumen',
      news: 'Noticias',
      sections: 'Secciones del foro',
      review: 'Revisión',
    },
    without_script: 'La administración necesita JavaScript. Actívalo para este sitio.',
  },
  editor: {
    check_fields: 'Revisa los campos marcados.',
    save: 'Guardar',
    unsaved: 'Hay cambios sin guardar.',
    restored: 'Estos son tus cambios sin guardar de una visita anterior.',
    discard: 'Descartar los cambios',
  },
  conflict: {
    title: 'Otra persona ha cambiado esto',
    note: 'Elige en cada campo qué versión se conserva.',
    same: 'Ahora las dos versiones son iguales.',
    mine: 'Tu versión',
    theirs: 'Guardada entretanto',
    empty: '(vacío)',
    discard: 'Descartar mis cambios',
    save: 'Guardar esta elección',
  },
  history: {
    title: 'Historial',
    empty: 'Aquí todavía no se ha cambiado nada.',
    failed: 'No se ha podido cargar el historial.',
    someone: 'Línea de órdenes o cuenta eliminada',
    show: 'Cambios',
    restore_before: 'Recuperar el estado anterior',
    restore_after: 'Recuperar este estado',
    actions: {
      created: 'lo ha creado',
      changed: 'lo ha cambiado',
      removed: 'lo ha eliminado',
      published: 'lo ha publicado',
      scheduled: 'lo ha programado',
      unpublished: 'lo ha retirado de la web',
      thread_published: 'ha publicado el hilo',
      thread_rejected: 'ha rechazado el hilo',
      comment_published: 'ha publicado el comentario',
      comment_rejected: 'ha rechazado el comentario',
      reports_dismissed: 'ha descartado las denuncias',
      thread_removed: 'ha retirado el hilo',
      comment_removed: 'ha retirado el comentario',
      thread_restored: 'ha restaurado el hilo',
      comment_restored: 'ha restaurado el comentario',
    },
  },
}
