import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  subscription: {
    problem: {
      off: 'Aquí los pagos están desactivados.',
      not_sold: 'Elige un plan que se pueda comprar.',
      not_sold_by_period: 'Elige un periodo de facturación disponible para este plan.',
      already_active: 'Ya tienes activo este plan.',
      declined: 'La tarjeta se ha rechazado. Prueba con otra.',
      unreachable: 'No hay conexión con el proveedor de pagos. Inténtalo de nuevo en un minuto.',
      none: 'No tienes ninguna suscripción.',
      ended: 'Esta suscripción ha terminado. Elige un plan para volver a suscribirte.',
      no_refund: 'El reembolso se puede pedir en los 14 días posteriores al primer pago.',
      wrong_signature: 'La firma no coincide.',
      processing: 'Tu pago aún se está procesando. Tu plan se abrirá en cuanto llegue.',
      price_changed: 'El precio ha cambiado y no se te ha cobrado nada. Mira el nuevo precio e inténtalo de nuevo.',
      same_price: 'Ese ya es el precio.',
      same_change: 'Este precio ya está programado para ese día.',
      wrong_price: 'Indica un precio mayor que cero, como 12,99.',
      past_date: 'Elige un día a partir de hoy.',
      short_notice:
        'Hay que avisar a los suscriptores de un nuevo precio con {days} días: elige el {date} o un día posterior.',
      superseded: 'Has empezado otra compra. Continúa con ella o inténtalo de nuevo.',
      under_way: 'Hay otro cambio de esta suscripción en curso. Espera un momento y recarga la página.',
      outdated:
        'El importe ha cambiado desde que lo viste y no se te ha cobrado nada. Mira el nuevo importe e inténtalo de nuevo.',
      owed: 'Tu último pago está pendiente. Págalo primero: lo encontrarás en tu perfil, en Pagos.',
      other_currency:
        'Este plan se vende en una moneda distinta de la de tu suscripción. Podrás elegirlo cuando tu suscripción haya terminado.',
      card_needed: 'Para cambiar de plan tienes que pagar con tarjeta. Añade una en tu perfil, en Tarjetas y facturas.',
      disputed: 'Tu banco está revisando este pago, así que aquí no se puede reembolsar.',
      removal_waits:
        'No hay conexión con el proveedor de pagos. Tu cuenta se eliminará en cuanto se pueda cancelar allí tu suscripción.',
    },
    event_done: 'Este evento ya se ha procesado.',
    plan: {
      wrong_price: 'Indica un precio de cero o más, como 12.99.',
      old_price: 'El precio anterior debe ser mayor que el precio.',
      no_price: 'Indica antes un precio mayor que cero: sin él no se puede comprar el plan.',
      currency: 'Indica las tres letras de una moneda, como USD.',
      hidden_sold: 'Un plan oculto no se puede comprar: muéstralo o deja de venderlo antes.',
      used: {
        bought: 'Alguien ha comprado este plan, así que se queda, con lo que se pagó por él. Ocúltalo.',
        price_change: 'Se programó un cambio de precio para este plan, así que se queda con su registro. Ocúltalo.',
        checkout:
          'Puede que alguien esté pagando este plan ahora mismo. Deja de venderlo e inténtalo dentro de dos días.',
        tier: 'Alguien tiene el nivel que solo este plan representa. Ocúltalo.',
      },
      slug_taken: 'Otro plan ya tiene este nombre corto.',
      fixed: 'El nombre corto no se puede cambiar.',
      sold: 'El plan ya se ha vendido en su moneda, que no cambia.',
      has_subscribers: 'El plan tiene suscriptores: su nivel no cambia.',
      by_announcement:
        'Programa un cambio de precio: hay suscriptores que pagan este precio, o ya hay otro programado.',
      too_far: 'Elige un día dentro de diez años.',
      effect_changed:
        'Algo ha cambiado desde que lo comprobaste. Esto es lo que hace ahora: revísalo y confirma otra vez.',
      not_scheduled: 'Este cambio ya no se puede cancelar.',
    },
    refund: {
      disputed: 'El banco está revisando este pago, así que no se puede devolver desde aquí.',
      nothing_left: 'De este pago ya no queda nada por devolver.',
      wrong_amount: 'Indica un importe mayor que cero y no más de lo que queda.',
      other_order: 'Esta orden era para otra devolución. Recarga la página y comprueba qué se ha devuelto.',
      refused: 'El proveedor de pagos ha rechazado esta devolución. No se ha devuelto nada.',
    },
    price: { month: '{amount} al mes', year: '{amount} al año', with_tax: '{price} más impuestos' },
    mails: {
      started: {
        subject: 'Tu suscripción {plan} en {site} ha empezado',
        text: 'Gracias por suscribirte. Ya tienes acceso a {plan}. Has pagado {amount}. Se renueva el {date}, por {price}.',
        label: 'Ver mi suscripción',
        note: 'Puedes desactivar la renovación automática cuando quieras en tu perfil. Durante los 14 días posteriores al primer pago puedes recuperar tu dinero.',
      },
      switched: {
        subject: 'Has cambiado a {plan} en {site}',
        text: 'Tu nuevo plan es {plan}, por {price}. Ha empezado hoy y se renueva el {date}. Hoy has pagado {amount}.',
        label: 'Ver mi suscripción',
        note: 'Te hemos abonado lo que te quedaba del plan anterior.',
      },
      auto_renew_off: {
        subject: 'Renovación automática desactivada para {plan} en {site}',
        text: 'Tu suscripción termina el {date}. Hasta entonces conservas el acceso a todo y no se te cobrará nada más.',
        label: 'Ver mi suscripción',
        note: '¿Has cambiado de idea? Vuelve a activar la renovación automática en tu perfil antes de ese día.',
      },
      renewal: {
        subject: 'Tu suscripción {plan} en {site} se renueva el {date}',
        text: 'El {date} tu suscripción anual se renueva por {amount}.',
        label: 'Ver mi suscripción',
        note: 'Si no quieres renovarla, desactiva antes la renovación automática en tu perfil.',
      },
      price_change: {
        subject: 'El precio de {plan} en {site} cambia el {date}',
        text: 'A partir del {date}, {plan} cuesta {price} en lugar de {amount}. Pagarás el nuevo precio desde tu primera renovación a partir de ese día. Hasta entonces no cambia nada.',
        label: 'Ver mi suscripción',
        note: 'Si no quieres continuar, desactiva antes la renovación automática en tu perfil. Conservas lo que ya has pagado.',
      },
      price_change_canceled: {
        subject: 'El precio de {plan} en {site} se queda como está',
        text: 'El nuevo precio de {plan} que te anunciamos se ha cancelado. Sigues pagando {price}: para ti no cambia nada.',
        label: 'Ver mi suscripción',
        note: 'No tienes que hacer nada.',
      },
      payment_failed: {
        subject: 'No se ha podido cobrar tu pago de {plan} en {site}',
        text: 'No hemos podido cobrar {amount}. Conservas el acceso a todo hasta el {date}: paga, confirma con tu banco o usa otra tarjeta antes de ese día.',
        label: 'Pagar ahora',
        note: 'También volveremos a intentarlo en los próximos días.',
      },
      ended: {
        subject: 'Tu suscripción {plan} en {site} ha terminado',
        text: 'Ya no tienes acceso a lo que incluye {plan}. Lo que guardaste, valoraste y reuniste sigue ahí.',
        label: 'Ver los planes',
        note: 'Puedes volver a suscribirte cuando quieras.',
      },
      refunded: {
        subject: 'Tu reembolso de {site}',
        text: 'Hemos devuelto {amount} a la tarjeta con la que pagaste. Llegará en un plazo de 5 a 10 días.',
        label: 'Ver mis pagos',
        note: 'Si para entonces no ha llegado, escríbenos.',
      },
    },
  },
}
