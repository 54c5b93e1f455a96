import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  new_thread: {
    title: 'Nuevo hilo',
    edit_title: 'Edita tu hilo',
    description: 'Abre un hilo en el foro.',
    back: 'Volver al foro',
    without_script: 'Para escribir un hilo se necesita JavaScript. Actívalo para este sitio.',
    log_in: 'Inicia sesión para abrir un hilo',
    log_in_note: 'Cualquiera puede leer. Para escribir necesitas una cuenta.',
    signed_out: 'Se ha cerrado tu sesión. Tu texto sigue aquí: inicia sesión y continúa donde estabas.',
    moderation: 'El equipo de moderación lee cada hilo nuevo antes de que aparezca.',
    name: 'Título',
    section: 'Sección',
    choose: 'Elige una sección',
    text: 'Mensaje',
    required: 'Rellena este campo.',
    fill_all: 'Rellena todos los campos antes de enviar.',
    submit: 'Enviar',
    submit_again: 'Enviar de nuevo',
    save: 'Guardar',
    draft_saved: 'Borrador guardado',
    draft_on_device: 'Borrador guardado solo en este dispositivo',
    submitted: 'Hilo enviado a moderación. Aparecerá cuando se apruebe.',
    failed: 'No se ha podido crear el hilo',
    edit_failed: 'No se han podido guardar los cambios.',
    wrong: 'Algo ha salido mal. Inténtalo de nuevo.',
    note: 'El equipo de moderación ha escrito:',
    not_yours: 'Este hilo no está aquí o no puedes editarlo.',
  },
  unconfirmed: {
    text: 'Confirma tu dirección de correo antes de publicar: abre el enlace que enviamos a {email}. Mientras tanto puedes seguir escribiendo.',
    resend: 'Reenviar el correo',
    resent: 'Te hemos enviado un correo a tu dirección.',
    failed: 'No se ha podido enviar el correo. Inténtalo de nuevo.',
  },
}
