import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  sections: {
    note: 'Las partes del foro, en el orden en que se ven.',
    add: 'Nueva sección',
    empty: 'Todavía no hay ninguna sección. Sin ella nadie puede abrir un hilo.',
    threads: { one: '{count} hilo', other: '{count} hilos' },
    results: 'Secciones',
  },
  field: {
    name: 'Nombre',
    description: 'Descripción',
    slug: 'Dirección',
    slug_hint: 'Como en /forum?section={slug}',
    position: 'Posición',
    position_hint: 'El número más bajo va primero.',
  },
  removal: {
    question: '¿Eliminar «{name}» para siempre?',
    empty: 'No tiene hilos.',
    moves: {
      one: 'Su {count} hilo pasa a otra sección, aunque esté oculto.',
      other: 'Sus {count} hilos pasan a otra sección, también los ocultos.',
    },
    target: 'Mover sus hilos a',
    choose: 'Elige una sección',
  },
}
