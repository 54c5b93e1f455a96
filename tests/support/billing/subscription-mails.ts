import type { MailKind } from '../../../server/subscription/queued-mails.ts'

const mySubscription = '/profile?tab=subscription'
const myPayments = '/profile?tab=payments'
const myCard = '/profile?tab=subscription&update_card=1'
type ExpectedMail = [subject: string, text: string, label: string, path: string, note: string]
/** Expected sentences of each mail with sample data. */
export const expectedMails: Record<MailKind, { en: ExpectedMail; es: ExpectedMail }> = {
  started: {
    en: [
      'Your Premium subscription at Promptory has started',
      'Thank you for subscribing. You now have access to Premium. You paid $95.88. Your subscription renews on January 15, 2027, at $119.88 a year.',
      'See my subscription',
      mySubscription,
      'You can turn off auto-renew at any time in your profile. Within 14 days of the first payment you can get your money back.',
    ],
    es: [
      'Tu suscripción Premium en Promptory ha empezado',
      'Gracias por suscribirte. Ya tienes acceso a Premium. Has pagado 95,88 $. Se renueva el 15 de enero de 2027, por 119,88 $ al año.',
      'Ver mi suscripción',
      mySubscription,
      'Puedes desactivar la renovación automática cuando quieras en tu perfil. Durante los 14 días posteriores al primer pago puedes recuperar tu dinero.',
    ],
  },
  switched: {
    en: [
      'You switched to Premium at Promptory',
      'Your new plan is Premium, at $119.88 a year. It started today and renews on January 15, 2027. You paid $95.88 today.',
      'See my subscription',
      mySubscription,
      'The unused part of your former plan was credited.',
    ],
    es: [
      'Has cambiado a Premium en Promptory',
      'Tu nuevo plan es Premium, por 119,88 $ al año. Ha empezado hoy y se renueva el 15 de enero de 2027. Hoy has pagado 95,88 $.',
      'Ver mi suscripción',
      mySubscription,
      'Te hemos abonado lo que te quedaba del plan anterior.',
    ],
  },
  auto_renew_off: {
    en: [
      'Auto-renew is off for Premium at Promptory',
      'Your subscription ends on January 15, 2027. Until then you keep access to everything, and nothing more is charged.',
      'See my subscription',
      mySubscription,
      'Changed your mind? Turn auto-renew back on in your profile before that day.',
    ],
    es: [
      'Renovación automática desactivada para Premium en Promptory',
      'Tu suscripción termina el 15 de enero de 2027. Hasta entonces conservas el acceso a todo y no se te cobrará nada más.',
      'Ver mi suscripción',
      mySubscription,
      '¿Has cambiado de idea? Vuelve a activar la renovación automática en tu perfil antes de ese día.',
    ],
  },
  auto_renew_off_owed: {
    en: [
      'Auto-renew is off for Premium at Promptory',
      'Nothing renews after January 15, 2027. The payment of $95.88 that failed is still due and will be retried: pay it to keep access until then, or cancel the subscription so that it is not charged.',
      'See my payments',
      myPayments,
      'You can cancel at any time on the page “Cancel contracts here”.',
    ],
    es: [
      'Renovación automática desactivada para Premium en Promptory',
      'No se renueva nada después del 15 de enero de 2027. El pago de 95,88 $ que falló sigue pendiente y se volverá a intentar: págalo para conservar el acceso hasta entonces, o cancela la suscripción para que no se cobre.',
      'Ver mis pagos',
      myPayments,
      'Puedes cancelar en cualquier momento en la página «Cancelar contratos aquí».',
    ],
  },
  renewal: {
    en: [
      'Your Premium subscription at Promptory renews on January 15, 2027',
      'On January 15, 2027 your annual subscription renews for $95.88.',
      'See my subscription',
      mySubscription,
      'If you do not want that, turn off auto-renew in your profile before then.',
    ],
    es: [
      'Tu suscripción Premium en Promptory se renueva el 15 de enero de 2027',
      'El 15 de enero de 2027 tu suscripción anual se renueva por 95,88 $.',
      'Ver mi suscripción',
      mySubscription,
      'Si no quieres renovarla, desactiva antes la renovación automática en tu perfil.',
    ],
  },
  price_change: {
    en: [
      'The price of Premium at Promptory changes on January 15, 2027',
      'From January 15, 2027, Premium costs $119.88 a year instead of $95.88. You pay the new price from your first renewal on or after that day. Until then nothing changes.',
      'See my subscription',
      mySubscription,
      'If you do not want that, turn off auto-renew in your profile before then. You keep what you have paid for.',
    ],
    es: [
      'El precio de Premium en Promptory cambia el 15 de enero de 2027',
      'A partir del 15 de enero de 2027, Premium cuesta 119,88 $ al año en lugar de 95,88 $. Pagarás el nuevo precio desde tu primera renovación a partir de ese día. Hasta entonces no cambia nada.',
      'Ver mi suscripción',
      mySubscription,
      'Si no quieres continuar, desactiva antes la renovación automática en tu perfil. Conservas lo que ya has pagado.',
    ],
  },
  price_change_canceled: {
    en: [
      'The price of Premium at Promptory stays as it is',
      'The price change for Premium is off. You’ll keep paying $119.88 a year: nothing changes for you.',
      'See my subscription',
      mySubscription,
      'You don’t need to do anything.',
    ],
    es: [
      'El precio de Premium en Promptory se queda como está',
      'El cambio de precio de Premium queda cancelado. Sigues pagando 119,88 $ al año: para ti no cambia nada.',
      'Ver mi suscripción',
      mySubscription,
      'No tienes que hacer nada.',
    ],
  },
  payment_failed: {
    en: [
      'Your payment for Premium at Promptory did not go through',
      'We could not collect $95.88. You keep access to everything until January 15, 2027: please use another card, or pay the open invoice, before then.',
      'Update my card',
      myCard,
      'We may also try again over the next few days.',
    ],
    es: [
      'No se ha podido cobrar tu pago de Premium en Promptory',
      'No hemos podido cobrar 95,88 $. Conservas el acceso a todo hasta el 15 de enero de 2027: usa otra tarjeta o paga la factura pendiente antes de ese día.',
      'Actualizar mi tarjeta',
      myCard,
      'Puede que volvamos a intentarlo en los próximos días.',
    ],
  },
  confirm_payment: {
    en: [
      'Please confirm your payment for Premium at Promptory',
      'Your bank wants you to confirm the payment of $95.88. You keep access to everything until January 15, 2027: please open the invoice and confirm the payment before then.',
      'Confirm my payment',
      myPayments,
      'If you have just confirmed it, you don’t need to do anything else.',
    ],
    es: [
      'Confirma tu pago de Premium en Promptory',
      'Tu banco te pide que confirmes el pago de 95,88 $. Conservas el acceso a todo hasta el 15 de enero de 2027: abre la factura y confirma el pago antes de ese día.',
      'Confirmar mi pago',
      myPayments,
      'Si acabas de confirmarlo, no tienes que hacer nada más.',
    ],
  },
  ended: {
    en: [
      'Your Premium subscription at Promptory has ended',
      'You no longer have access to Premium. What you saved, rated and collected is still there.',
      'See the plans',
      '/subscription',
      'You can subscribe again whenever you like.',
    ],
    es: [
      'Tu suscripción Premium en Promptory ha terminado',
      'Ya no tienes acceso a lo que incluye Premium. Lo que guardaste, valoraste y reuniste sigue ahí.',
      'Ver los planes',
      '/subscription',
      'Puedes volver a suscribirte cuando quieras.',
    ],
  },
  refunded: {
    en: [
      'Your refund from Promptory',
      'We sent $95.88 back to the card that you paid with. It should arrive within 5 to 10 days.',
      'See my payments',
      myPayments,
      'If it is not there by then, write to us.',
    ],
    es: [
      'Tu reembolso de Promptory',
      'Hemos devuelto 95,88 $ a la tarjeta con la que pagaste. Llegará en un plazo de 5 a 10 días.',
      'Ver mis pagos',
      myPayments,
      'Si para entonces no ha llegado, escríbenos.',
    ],
  },
  payment_failed_again: {
    en: [
      'Your payment for Premium at Promptory is still open',
      'We still could not collect $95.88. You keep access to everything until January 15, 2027: please use another card, or pay the open invoice, before then.',
      'Update my card',
      myCard,
      'If you have just paid, you don’t need to do anything else.',
    ],
    es: [
      'Tu pago de Premium en Promptory sigue pendiente',
      'Seguimos sin poder cobrar 95,88 $. Conservas el acceso a todo hasta el 15 de enero de 2027: usa otra tarjeta o paga la factura pendiente antes de ese día.',
      'Actualizar mi tarjeta',
      myCard,
      'Si acabas de pagar, no tienes que hacer nada más.',
    ],
  },
  payment_closing: {
    en: [
      'Your access to Premium at Promptory ends on January 15, 2027',
      'We could not collect $95.88, so your access to Premium ends on January 15, 2027. Use another card or pay the open invoice before then, and nothing changes.',
      'Update my card',
      myCard,
      'If you have just paid, you don’t need to do anything else.',
    ],
    es: [
      'Tu acceso a Premium en Promptory termina el 15 de enero de 2027',
      'No hemos podido cobrar 95,88 $, así que el 15 de enero de 2027 perderás el acceso a lo que incluye Premium. Usa otra tarjeta o paga la factura pendiente antes de ese día y no cambiará nada.',
      'Actualizar mi tarjeta',
      myCard,
      'Si acabas de pagar, no tienes que hacer nada más.',
    ],
  },
  payment_closed: {
    en: [
      'Your access to Premium at Promptory is paused',
      'We could not collect $95.88, so your access to Premium has been paused since January 15, 2027. You get it back as soon as you pay. What you saved, rated and collected is still there.',
      'Update my card',
      myCard,
      'If you have just paid, you’ll have access again within minutes.',
    ],
    es: [
      'Tu acceso a Premium en Promptory está en pausa',
      'No hemos podido cobrar 95,88 $, así que desde el 15 de enero de 2027 no tienes acceso a lo que incluye Premium. Lo recuperarás en cuanto pagues. Lo que guardaste, valoraste y reuniste sigue ahí.',
      'Actualizar mi tarjeta',
      myCard,
      'Si acabas de pagar, recuperarás el acceso en unos minutos.',
    ],
  },
  address_needed: {
    en: [
      'Your address is needed for Premium at Promptory',
      'To issue the invoice for $95.88, we need your address: the tax depends on it. You keep access to everything until January 15, 2027: please enter your address before then, under Cards and invoices in your profile. The card is charged afterwards.',
      'Enter my address',
      mySubscription,
      'If you have just entered it, you don’t need to do anything else.',
    ],
    es: [
      'Necesitamos tu dirección para Premium en Promptory',
      'Para emitir la factura de 95,88 $ necesitamos tu dirección: de ella depende el impuesto. Conservas el acceso a todo hasta el 15 de enero de 2027: indícala antes de ese día en tu perfil, en Tarjetas y facturas. Después se cobrará en tu tarjeta.',
      'Indicar mi dirección',
      mySubscription,
      'Si acabas de indicarla, no tienes que hacer nada más.',
    ],
  },
  address_missing: {
    en: [
      'Your address is missing for Premium at Promptory',
      'Your last invoice was issued without tax because the address we have could not be recognized. Please complete it under Cards and invoices in your profile. You keep access to Premium.',
      'Complete my address',
      mySubscription,
      'If you have just completed it, you don’t need to do anything else.',
    ],
    es: [
      'Falta tu dirección para Premium en Promptory',
      'Tu última factura se emitió sin impuestos porque no se pudo reconocer la dirección que tenemos. Complétala en tu perfil, en Tarjetas y facturas. Conservas el acceso a Premium.',
      'Completar mi dirección',
      mySubscription,
      'Si acabas de completarla, no tienes que hacer nada más.',
    ],
  },
  invoice_failed: {
    en: [
      'Your invoice for Premium at Promptory is delayed',
      'The invoice for $95.88 could not be issued. That is on us: we have been notified, and you don’t need to do anything. You keep access to everything until January 15, 2027.',
      'See my subscription',
      mySubscription,
      'If it takes longer, write to us.',
    ],
    es: [
      'Tu factura de Premium en Promptory se retrasa',
      'No se ha podido emitir la factura de 95,88 $. El problema es nuestro: ya lo sabemos y no tienes que hacer nada. Conservas el acceso a todo hasta el 15 de enero de 2027.',
      'Ver mi suscripción',
      mySubscription,
      'Si tarda más, escríbenos.',
    ],
  },
  invoice_closed: {
    en: [
      'Your access to Premium at Promptory is paused',
      'The invoice for $95.88 could not be issued, so your access to Premium has been paused since January 15, 2027. You get it back as soon as the invoice is paid. What you saved, rated and collected is still there.',
      'See my subscription',
      mySubscription,
      'Your profile says what is missing. If nothing is, write to us.',
    ],
    es: [
      'Tu acceso a Premium en Promptory está en pausa',
      'No se ha podido emitir la factura de 95,88 $, así que desde el 15 de enero de 2027 no tienes acceso a lo que incluye Premium. Lo recuperarás en cuanto se pague la factura. Lo que guardaste, valoraste y reuniste sigue ahí.',
      'Ver mi suscripción',
      mySubscription,
      'En tu perfil verás qué falta. Si no falta nada, escríbenos.',
    ],
  },
  card_expires: {
    en: [
      'Your card for Premium at Promptory expires soon',
      'The card that pays for Premium, Visa •••• 4242, expires on January 15, 2027. Add a new one before then, so that nothing is interrupted.',
      'Update my card',
      myCard,
      'If your bank renews the card by itself, you may not need to do anything.',
    ],
    es: [
      'Tu tarjeta para Premium en Promptory caduca pronto',
      'La tarjeta con la que pagas Premium, Visa •••• 4242, caduca el 15 de enero de 2027. Añade una nueva antes de ese día para que no se interrumpa nada.',
      'Actualizar mi tarjeta',
      myCard,
      'Si tu banco renueva la tarjeta automáticamente, puede que no tengas que hacer nada.',
    ],
  },
  recovered: {
    en: [
      'Your payment for Premium at Promptory arrived',
      'Thank you: we received $95.88. Your subscription continues, and you have access to Premium.',
      'See my subscription',
      mySubscription,
      'You don’t need to do anything.',
    ],
    es: [
      'Hemos recibido tu pago de Premium en Promptory',
      'Gracias: hemos recibido 95,88 $. Tu suscripción continúa y tienes acceso a Premium.',
      'Ver mi suscripción',
      mySubscription,
      'No tienes que hacer nada.',
    ],
  },
  refund_failed: {
    en: [
      'Your refund from Promptory did not arrive',
      'Your bank did not accept the refund of $95.88, so the money came back to us. We know about it and will send it again. If your card or account is closed, tell us how you would like to receive it.',
      'See my payments',
      myPayments,
      'The money is still yours.',
    ],
    es: [
      'Tu reembolso de Promptory no ha llegado',
      'Tu banco no ha aceptado el reembolso de 95,88 $ y el dinero nos ha llegado de vuelta. Lo sabemos y te lo volveremos a enviar. Si tu tarjeta o tu cuenta está cerrada, escríbenos para decirnos cómo prefieres recibirlo.',
      'Ver mis pagos',
      myPayments,
      'El dinero sigue siendo tuyo.',
    ],
  },
  refund_failed_open: {
    en: [
      'Your refund from Promptory did not arrive',
      'Your bank did not accept the refund of $95.88, so the money came back to us. We know about it and will send it again. If your card or account is closed, tell us how you would like to receive it. Until you have it, you have access to Premium again, until January 15, 2027 at the latest.',
      'See my payments',
      myPayments,
      'The money is still yours.',
    ],
    es: [
      'Tu reembolso de Promptory no ha llegado',
      'Tu banco no ha aceptado el reembolso de 95,88 $ y el dinero nos ha llegado de vuelta. Lo sabemos y te lo volveremos a enviar. Si tu tarjeta o tu cuenta está cerrada, escríbenos para decirnos cómo prefieres recibirlo. Hasta que te lo hayamos devuelto, vuelves a tener acceso a Premium, como máximo hasta el 15 de enero de 2027.',
      'Ver mis pagos',
      myPayments,
      'El dinero sigue siendo tuyo.',
    ],
  },
}
