import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  pipelines: {
    title: 'Pipelines',
    description:
      'Prompts que se encadenan: la respuesta de un paso entra en el siguiente, desde tus primeras notas hasta el resultado final.',
    search: 'Buscar pipelines',
    placeholder: '¿Qué quieres terminar?',
    matches: { one: '{count} pipeline encontrado', other: '{count} pipelines encontrados' },
    groups: 'Tipos de trabajo',
    count: { one: '{count} pipeline', other: '{count} pipelines' },
    none: 'Aún no hay pipelines',
    none_free: 'Aún no hay pipelines gratuitos',
    step_count: { one: '{count} paso', other: '{count} pasos' },
    steps: 'Pasos',
  },
  pipeline: {
    how_to_use: 'Cómo usarlo',
    progress: '{done} de {count} pasos hechos',
    kept: 'Tus datos y respuestas se quedan en este navegador.',
    not_kept:
      'Este navegador no puede guardar este texto: su almacenamiento está lleno o desactivado. Seguirá aquí hasta que cierres o recargues la página.',
    start_over: 'Empezar de nuevo',
    cleared: 'Se ha borrado todo.',
    undo: 'Deshacer',
  },
  step: {
    name: 'Paso {number}',
    done: 'Hecho',
    mark_done: 'Este paso está hecho',
    waits: {
      one: 'Necesita la respuesta del paso {steps}. Aun así, puedes verlo o copiarlo.',
      other: 'Necesita las respuestas de los pasos {steps}. Aun así, puedes verlo o copiarlo.',
    },
    page: 'Página del prompt:',
    inputs: 'Tus datos',
    text: 'Prompt',
    cut: 'Los textos largos se acortan aquí, pero se copian enteros.',
    answer_of: 'Respuesta del paso {number}',
    fills: 'Su respuesta rellena',
    in: 'en el paso {number}',
    answer: 'Pega aquí la respuesta',
    next: 'Ir al paso {number}',
  },
}
