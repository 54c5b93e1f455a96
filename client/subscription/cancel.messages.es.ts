import type { Translated } from '#shared/translate.ts'
import type { messages as english } from './cancel.messages.en.ts'

export const messages = {
  title: 'Cancelar un contrato o desistir de él',
  intro: 'Pon fin aquí a tu suscripción. No hace falta iniciar sesión, y un correo lo confirma con fecha y hora.',
  confirm_intro: 'Un clic, y te lo confirmamos por correo con fecha y hora.',
  without_script: 'Este formulario necesita JavaScript. También puedes escribir a {email}.',
  kind: 'Tu declaración',
  kinds: {
    cancel: 'Cancelar la suscripción',
    cause: 'Cancelar con causa justificada',
    withdraw: 'Desistir del contrato',
  },
  notes: {
    cancel: 'Termina con el periodo pagado y no se cobra nada más.',
    cause: 'Termina con el periodo pagado. Leeremos tu motivo y te diremos si termina antes.',
    withdraw: 'En los 14 días siguientes a tu primer pago: termina al momento y te devolvemos el dinero.',
  },
  reason: 'Tu motivo',
  email: 'Correo electrónico de tu cuenta',
  email_hint: 'Enviamos ahí un enlace, para que nadie más pueda poner fin a tu suscripción.',
  email_short: 'Correo',
  name: 'Nombre',
  name_optional: 'Tu nombre (opcional)',
  contract: 'Contrato',
  contract_at: 'Suscripción en {site}',
  submit: { cancel: 'Cancelar ahora', withdraw: 'Confirmar el desistimiento' },
  received: 'Recibido el {date}.',
  mailed:
    'Te hemos enviado un correo. Abre su enlace para confirmarlo. Si no llega, escribe a {email}: tu declaración nos ha llegado.',
  confirmed: 'Recibirás un correo con el resultado.',
  save: 'Guardar tu declaración',
  file: 'declaracion',
  sent: 'Declarado con el botón del sitio, recibido el {date}.',
  not_sent: 'No se ha podido enviar tu declaración. Inténtalo de nuevo.',
} satisfies Translated<typeof english>
