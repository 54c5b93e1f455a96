import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './collections.messages.en.ts'

export const messages: Translated<typeof en> = {
  collections: {
    no_name: 'Ponle un nombre.',
    title: 'Colecciones',
    note: 'Reúne prompts bajo un nombre, en el orden que quieras, y compártelos con un enlace si te apetece.',
    add: 'Añadir a una colección',
    new_name: 'Nueva colección',
    name: 'Nombre',
    create: 'Crear',
    save: 'Guardar',
    none: 'Aún no tienes colecciones. Crea aquí la primera.',
    empty: 'Aquí aún no hay prompts. Abre un prompt de la biblioteca y elige «Añadir a una colección».',
    prompts: { one: '{count} prompt', other: '{count} prompts' },
    move_up: 'Subir «{name}»',
    move_down: 'Bajar «{name}»',
    take_out: 'Quitar «{name}» de la colección',
    rename: 'Cambiar el nombre de «{name}»',
    share: 'Compartir «{name}»',
    share_note: 'Cualquiera que tenga el enlace verá el nombre de la colección, sus prompts y tu nombre de usuario.',
    make_link: 'Crear un enlace',
    link: 'Enlace secreto',
    end_link: 'Desactivar el enlace',
    remove: 'Eliminar «{name}»',
    remove_note:
      'Se eliminarán la colección y su enlace. Sus prompts seguirán en la biblioteca, y entre tus guardados si los guardaste.',
    remove_now: 'Eliminar',
    failed: 'No se ha podido cambiar la colección. Inténtalo de nuevo en un momento.',
  },
  resumed: {
    saved: 'Has iniciado sesión y el prompt está guardado.',
    rated: {
      one: 'Has iniciado sesión y tu valoración de {count} estrella está guardada.',
      other: 'Has iniciado sesión y tu valoración de {count} estrellas está guardada.',
    },
    collect: 'Has iniciado sesión. Elige una colección o crea una nueva.',
  },
  resumed_post: {
    saved: 'Has iniciado sesión y la noticia está guardada.',
    failed: 'No se ha podido guardar el cambio.',
  },
}
