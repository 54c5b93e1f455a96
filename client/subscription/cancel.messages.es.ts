import type { Translated } from '#shared/translate.ts'
import type { messages as english } from './cancel.messages.en.ts'

export const messages = {
  title: 'Cancelar contratos aquí',
  intro:
    'Pon fin a tu suscripción en dos pasos. No hace falta iniciar sesión, y un correo lo confirma con fecha y hora.',
  without_script: 'Este formulario necesita JavaScript. También puedes escribir a {email}.',
  kind: 'Qué declaras',
  kinds: { cancel: 'Cancelar la suscripción', withdraw: 'Desistir del contrato' },
  notes: {
    cancel: 'Termina con el periodo pagado y no se cobra nada más.',
    withdraw: 'En los 14 días siguientes a tu primer pago: termina al momento y te devolvemos el dinero.',
  },
  email: 'Correo electrónico de tu cuenta',
  email_hint: 'Enviamos ahí un enlace, para que nadie más pueda poner fin a tu suscripción.',
  contract: 'Contrato',
  next: 'Continuar',
  back: 'Atrás',
  submit: { cancel: 'Cancelar ahora', withdraw: 'Desistir ahora' },
  received: 'Recibido el {date}.',
  mailed: 'Te hemos enviado un correo. Abre su enlace para confirmarlo.',
  confirmed: 'Te enviamos un correo que lo confirma.',
  not_sent: 'No se ha podido enviar tu declaración. Inténtalo de nuevo.',
} satisfies Translated<typeof english>
