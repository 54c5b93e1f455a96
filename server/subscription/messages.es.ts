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
      processing: 'Tu pago aún se está procesando. Tendrás acceso en cuanto llegue.',
      price_changed: 'El precio ha cambiado y no se te ha cobrado nada. Mira el nuevo precio e inténtalo de nuevo.',
      same_price: 'Ese ya es el precio.',
      same_change: 'Este precio ya está programado para ese día.',
      wrong_price: 'Indica un importe de {min} a {max} {currency} en pasos de {step}.',
      small_price: 'Indica {amount} {currency} o más: el proveedor de pagos no cobra menos.',
      past_date: 'Elige un día a partir de hoy.',
      short_notice:
        'Hay que avisar a los suscriptores de un nuevo precio con {days} días: elige el {date} o un día posterior.',
      superseded: 'Has empezado otra compra. Continúa con ella o inténtalo de nuevo.',
      under_way: 'Hay otro cambio de esta suscripción en curso. Espera un momento y recarga la página.',
      outdated:
        'El importe ha cambiado desde que lo viste y no se te ha cobrado nada. Mira el nuevo importe e inténtalo de nuevo.',
      owed: 'Tu último pago está pendiente. Págalo primero: lo encontrarás en tu perfil, en Pagos.',
      not_owed: 'Esta factura ya no está pendiente de pago. Recarga la página.',
      too_many_switches: 'Has cambiado de plan muchas veces. Vuelve a intentarlo mañana.',
      other_currency:
        'Este plan se vende en una moneda distinta de la de tu suscripción. Podrás elegirlo cuando tu suscripción haya terminado.',
      card_needed: 'Para cambiar de plan tienes que pagar con tarjeta. Añade una en tu perfil, en Tarjetas y facturas.',
      no_credit: 'No tienes saldo a favor que se pueda devolver a una tarjeta.',
      credit_in_use: 'Tu saldo a favor es de una suscripción que aún no ha terminado. Recarga la página.',
      refund_refused:
        'No hemos podido hacer tu reembolso de forma automática. Nos ha llegado un aviso y nos encargaremos.',
      disputed: 'Tu banco está revisando este pago, así que aquí no se puede reembolsar.',
      dispute_closed: 'La disputa con tu banco por este pago está cerrada, así que aquí no se puede reembolsar.',
      removal_waits:
        'No hay conexión con el proveedor de pagos. Tu cuenta se eliminará en cuanto se pueda cancelar allí tu suscripción.',
    },
    event_done: 'Este evento ya se ha procesado.',
    plan: {
      old_price: 'El precio anterior debe ser mayor que el precio.',
      discount: 'Estos precios suponen un descuento del {percent} %: indica ese o déjalo vacío.',
      no_discount: 'El año no cuesta menos que antes ni que doce meses: deja el descuento vacío.',
      no_price: 'Indica antes un precio mayor que cero: sin él no se puede comprar el plan.',
      currency: 'Indica las tres letras de una moneda, como USD.',
      hidden_sold: 'Un plan oculto no se puede comprar: muéstralo o deja de venderlo antes.',
      used: {
        bought: 'Alguien ha comprado este plan, así que se queda, con sus pagos. Ocúltalo.',
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
      too_far: 'Elige un día de los próximos diez años.',
      effect_changed:
        'Algo ha cambiado desde que lo comprobaste. Esto es lo que hace ahora: revísalo y confirma otra vez.',
      not_scheduled: 'Este cambio ya no se puede cancelar.',
    },
    refund: {
      disputed: 'El banco está revisando este pago, así que no se puede reembolsar desde aquí.',
      dispute_closed: 'La disputa por este pago está cerrada, así que no se puede reembolsar desde aquí.',
      nothing_due: 'De este pago no hay nada pendiente de reembolsar.',
      nothing_left: 'De este pago ya no queda nada por reembolsar.',
      wrong_amount: 'Indica un importe mayor que cero y no más de lo que queda.',
      other_order: 'Esta orden era para otro reembolso. Recarga la página y comprueba qué se ha reembolsado.',
      refused: 'El proveedor de pagos ha rechazado este reembolso. No se ha reembolsado nada.',
    },
    operator_payment: 'Abrir el pago',
    operator_note: 'Recibes este correo porque administras el sitio.',
    dispute_due: 'Se puede responder hasta el {date} (UTC).',
    operator_mails: {
      dispute: {
        subject: 'Un pago en {site} está en disputa',
        text: 'Un banco disputa un pago de {amount} y de momento ha retirado el dinero. Responde con pruebas en el Dashboard de Stripe; sin respuesta, la disputa se pierde.',
      },
      inquiry: {
        subject: 'Un banco pregunta por un pago en {site}',
        text: 'Un banco pregunta por un pago de {amount}. No se ha retirado dinero y el acceso sigue igual. Responde en el Dashboard de Stripe o reembolsa el pago; de lo contrario, puede convertirse en una disputa.',
      },
      prevented: {
        subject: 'Una disputa en {site} se ha evitado con un reembolso',
        text: 'La red de tarjetas ha devuelto un pago de {amount} a su titular antes de que empezara una disputa. La suscripción termina. No hay nada que responder.',
      },
      fraud_warning: {
        subject: 'Aviso temprano de fraude sobre un pago en {site}',
        text: 'El emisor de la tarjeta sospecha que hay fraude en un pago de {amount} ({reason}). Reembolsarlo ahora suele evitar una disputa y su comisión.',
      },
      invoice_failed: {
        subject: 'No se ha podido emitir una factura en {site}',
        text: 'Stripe no ha podido finalizar una factura de {amount} ({reason}). La persona sabe hasta cuándo conserva el acceso. Si el motivo es su dirección, ya se la hemos pedido; cualquier otro se resuelve en el Dashboard de Stripe.',
      },
      untaxed: {
        subject: 'Se ha emitido una factura sin impuestos en {site}',
        text: 'Stripe ha finalizado una factura de {amount} sin impuestos ({reason}) y no los calculará hasta conocer la dirección. Si el motivo es su dirección, ya se la hemos pedido a la persona, y se volverán a calcular en cuanto la indique.',
      },
      refund_failed: {
        subject: 'Un reembolso en {site} ha fallado',
        text: 'El banco no ha aceptado un reembolso de {amount}: el dinero vuelve a estar en tu saldo de Stripe y hemos avisado a la persona. Inténtalo de nuevo en la página del pago, o págalo de otra forma y márcalo allí como pagado.',
      },
      refund_refused: {
        subject: 'Un reembolso en {site} se ha rechazado',
        text: 'Stripe se ha negado a reembolsar {amount} que le corresponden a la persona ({reason}). Inténtalo de nuevo en la página del pago, o págalo de otra forma y márcalo allí como pagado.',
      },
      credit_refused: {
        subject: 'Un saldo a favor en {site} no se ha podido devolver',
        text: 'Stripe se ha negado a devolver {amount} de un saldo a favor ({reason}), así que sigue siendo saldo. Si tu saldo de Stripe no era suficiente, recárgalo: la persona puede volver a pedirlo en su perfil. Si no, págalo de otra forma y réstalo del saldo del cliente en el panel de Stripe.',
      },
    },
    pay_invoice: 'Pagar o confirmar esta factura',
    credit: {
      ended:
        'Tienes un saldo a favor de {credit}. Puedes pedir su devolución en tu perfil o usarlo para tu próxima suscripción.',
      auto_renew_off:
        'Tu saldo a favor de {credit} sigue siendo tuyo. Cuando termine la suscripción, podrás pedir su devolución en tu perfil.',
    },
    price: { month: '{amount} al mes', year: '{amount} al año', with_tax: '{price} más impuestos' },
    price_of_plan: { month: '{amount} al mes', year: '{amount} al año' },
    cancellation: {
      wrong_link: 'Este enlace ya no funciona. Envía de nuevo tu declaración en la página «Cancelar contratos aquí».',
      mails: {
        received_cancel: {
          subject: 'Confirma que cancelas tu suscripción en {site}',
          text: 'El {received} recibimos la declaración de que cancelas tu suscripción. Confírmala y la suscripción terminará con el periodo pagado, sin ningún cobro más.',
          label: 'Confirmar la cancelación',
          note: 'Si no has sido tú, ignora este correo: no termina nada. El enlace sirve una vez, durante siete días.',
        },
        received_withdraw: {
          subject: 'Confirma que desistes de tu contrato con {site}',
          text: 'El {received} recibimos la declaración de que desistes de tu suscripción. Confírmala y la suscripción terminará al momento. En los 14 días siguientes a tu primer pago, te devolvemos el dinero.',
          label: 'Confirmar el desistimiento',
          note: 'Si no has sido tú, ignora este correo: no termina nada. El enlace sirve una vez, durante siete días.',
        },
        unknown_cancel: {
          subject: 'Tu cancelación en {site}',
          text: 'El {received} recibimos la declaración de que se cancela una suscripción. No hay ninguna cuenta con esta dirección. Si te registraste con otra, usa esa o escribe a {contact}.',
          label: 'Enviarla de nuevo',
          note: 'Si no has sido tú, ignora este correo.',
        },
        unknown_withdraw: {
          subject: 'Tu desistimiento en {site}',
          text: 'El {received} recibimos una declaración de desistimiento de una suscripción. No hay ninguna cuenta con esta dirección. Si te registraste con otra, usa esa o escribe a {contact}.',
          label: 'Enviarla de nuevo',
          note: 'Si no has sido tú, ignora este correo.',
        },
        waits_cancel: {
          subject: 'Hemos recibido tu cancelación en {site}',
          text: 'El {received} recibimos la declaración de que cancelas tu suscripción. Cuenta desde ese momento. En cuanto nuestro proveedor de pagos la haya tramitado, te escribiremos de nuevo.',
          label: 'Ver mi suscripción',
          note: 'Guarda este correo: confirma que hemos recibido tu cancelación.',
        },
        waits_withdraw: {
          subject: 'Hemos recibido tu desistimiento en {site}',
          text: 'El {received} recibimos la declaración de que desistes de tu suscripción. Cuenta desde ese momento. En cuanto nuestro proveedor de pagos la haya tramitado, te escribiremos de nuevo.',
          label: 'Ver mi suscripción',
          note: 'Guarda este correo: confirma que hemos recibido tu desistimiento.',
        },
        reason_member: {
          subject: 'Cancelación con causa justificada en {site}',
          text: 'El {received} {signer} canceló con causa justificada, con la sesión iniciada. La suscripción termina con el periodo pagado. Decide si termina al momento o si se devuelve dinero, y responde:',
          label: 'Ver la cuenta',
          note: 'Esto es lo que escribió la persona.',
        },
        reason_visitor: {
          subject: 'Cancelación con causa justificada en {site}',
          text: 'El {received} alguien canceló con causa justificada sin iniciar sesión, como {signer}. Se envió un enlace a esa dirección: su suscripción termina con el periodo pagado cuando se use. Decide si termina al momento o si se devuelve dinero, y responde a esa dirección:',
          label: 'Buscar la cuenta',
          note: 'Esto es lo que escribió la persona. Nadie ha comprobado de quién es la dirección.',
        },
        canceled: {
          subject: 'Has cancelado {plan} en {site}',
          text: 'Recibimos tu cancelación el {received}. Tu suscripción termina el {date}. Hasta entonces conservas el acceso a todo y no se cobra nada más.',
          label: 'Ver mi suscripción',
          note: 'Guarda este correo: confirma tu cancelación.',
        },
        withdrawn: {
          subject: 'Has desistido de {plan} en {site}',
          text: 'Recibimos tu desistimiento el {received}. Tu suscripción ha terminado, y te reembolsamos lo que pagaste por ella, por el mismo medio de pago.',
          label: 'Ver mis pagos',
          note: 'Guarda este correo: confirma tu desistimiento.',
        },
        withdrawn_owed: {
          subject: 'Has desistido de {plan} en {site}',
          text: 'Recibimos tu desistimiento el {received}. Tu suscripción ha terminado. Nuestro proveedor de pagos no ha podido reembolsarte lo que pagaste por ella: hemos recibido el aviso y te lo devolveremos de otra forma.',
          label: 'Ver mis pagos',
          note: 'Guarda este correo: confirma tu desistimiento. Escribe a {contact} para decir adónde debe ir el dinero.',
        },
        refused: {
          subject: 'Tu desistimiento de {plan} en {site}',
          text: 'Recibimos tu desistimiento el {received}. Es posible en los 14 días siguientes al primer pago, si ningún banco está decidiendo o ha decidido sobre un pago: no ha terminado nada. Aún puedes cancelar, para que no se cobre nada más.',
          label: 'Ver mi suscripción',
          note: '¿No es así? Escribe a {contact}.',
        },
        nothing: {
          subject: 'Tu declaración a {site}',
          text: 'Recibimos tu declaración el {received}. No hay ninguna suscripción activa en tu cuenta, así que no se cobra nada más.',
          label: 'Ver mi suscripción',
          note: '¿No es así? Escribe a {contact}.',
        },
      },
    },
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
        text: 'El cambio de precio de {plan} queda cancelado. Sigues pagando {price}: para ti no cambia nada.',
        label: 'Ver mi suscripción',
        note: 'No tienes que hacer nada.',
      },
      payment_failed: {
        subject: 'No se ha podido cobrar tu pago de {plan} en {site}',
        text: 'No hemos podido cobrar {amount}. Conservas el acceso a todo hasta el {date}: usa otra tarjeta o paga la factura pendiente antes de ese día.',
        label: 'Actualizar mi tarjeta',
        note: 'Puede que volvamos a intentarlo en los próximos días.',
      },
      confirm_payment: {
        subject: 'Confirma tu pago de {plan} en {site}',
        text: 'Tu banco te pide que confirmes el pago de {amount}. Conservas el acceso a todo hasta el {date}: abre la factura y confirma el pago antes de ese día.',
        label: 'Confirmar mi pago',
        note: 'Si acabas de confirmarlo, no tienes que hacer nada más.',
      },
      payment_failed_again: {
        subject: 'Tu pago de {plan} en {site} sigue pendiente',
        text: 'Seguimos sin poder cobrar {amount}. Conservas el acceso a todo hasta el {date}: usa otra tarjeta o paga la factura pendiente antes de ese día.',
        label: 'Actualizar mi tarjeta',
        note: 'Si acabas de pagar, no tienes que hacer nada más.',
      },
      payment_closing: {
        subject: 'Tu acceso a {plan} en {site} se cierra el {date}',
        text: 'No hemos podido cobrar {amount}, así que el {date} perderás el acceso a lo que incluye {plan}. Usa otra tarjeta o paga la factura pendiente antes de ese día y no cambiará nada.',
        label: 'Actualizar mi tarjeta',
        note: 'Si acabas de pagar, no tienes que hacer nada más.',
      },
      payment_closed: {
        subject: 'Tu acceso a {plan} en {site} está cerrado por ahora',
        text: 'No hemos podido cobrar {amount}, así que desde el {date} no tienes acceso a lo que incluye {plan}. Lo recuperarás en cuanto pagues. Lo que guardaste, valoraste y reuniste sigue ahí.',
        label: 'Actualizar mi tarjeta',
        note: 'Si acabas de pagar, recuperarás el acceso en unos minutos.',
      },
      address_needed: {
        subject: 'Necesitamos tu dirección para {plan} en {site}',
        text: 'Para emitir la factura de {amount} necesitamos tu dirección: de ella depende el impuesto. Conservas el acceso a todo hasta el {date}: indícala antes de ese día en tu perfil, en Tarjetas y facturas. Después se cobrará en tu tarjeta.',
        label: 'Indicar mi dirección',
        note: 'Si acabas de indicarla, no tienes que hacer nada más.',
      },
      address_missing: {
        subject: 'Falta tu dirección para {plan} en {site}',
        text: 'Tu última factura se emitió sin impuestos porque no se pudo reconocer la dirección que tenemos. Complétala en tu perfil, en Tarjetas y facturas. Conservas el acceso a {plan}.',
        label: 'Completar mi dirección',
        note: 'Si acabas de completarla, no tienes que hacer nada más.',
      },
      invoice_failed: {
        subject: 'Tu factura de {plan} en {site} se retrasa',
        text: 'No se ha podido emitir la factura de {amount}. El problema es nuestro: ya lo sabemos y no tienes que hacer nada. Conservas el acceso a todo hasta el {date}.',
        label: 'Ver mi suscripción',
        note: 'Si tarda más, escríbenos.',
      },
      invoice_closed: {
        subject: 'Tu acceso a {plan} en {site} está cerrado por ahora',
        text: 'No se ha podido emitir la factura de {amount}, así que desde el {date} no tienes acceso a lo que incluye {plan}. Lo recuperarás en cuanto se pague la factura. Lo que guardaste, valoraste y reuniste sigue ahí.',
        label: 'Ver mi suscripción',
        note: 'En tu perfil verás qué falta. Si no falta nada, escríbenos.',
      },
      card_expires: {
        subject: 'Tu tarjeta para {plan} en {site} caduca pronto',
        text: 'La tarjeta con la que pagas {plan}, {card}, caduca el {date}. Añade una nueva antes de ese día para que no se interrumpa nada.',
        label: 'Actualizar mi tarjeta',
        note: 'Si tu banco renueva la tarjeta automáticamente, puede que no tengas que hacer nada.',
      },
      recovered: {
        subject: 'Hemos recibido tu pago de {plan} en {site}',
        text: 'Gracias: hemos recibido {amount}. Tu suscripción continúa y tienes acceso a {plan}.',
        label: 'Ver mi suscripción',
        note: 'No tienes que hacer nada.',
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
      refund_failed: {
        subject: 'Tu reembolso de {site} no ha llegado',
        text: 'Tu banco no ha aceptado el reembolso de {amount} y el dinero nos ha llegado de vuelta. Lo sabemos y te lo volveremos a enviar. Si tu tarjeta o tu cuenta está cerrada, escríbenos para decirnos cómo prefieres recibirlo.',
        label: 'Ver mis pagos',
        note: 'El dinero sigue siendo tuyo.',
      },
      refund_failed_open: {
        subject: 'Tu reembolso de {site} no ha llegado',
        text: 'Tu banco no ha aceptado el reembolso de {amount} y el dinero nos ha llegado de vuelta. Lo sabemos y te lo volveremos a enviar. Si tu tarjeta o tu cuenta está cerrada, escríbenos para decirnos cómo prefieres recibirlo. Hasta que te lo hayamos devuelto, vuelves a tener acceso a {plan}, como máximo hasta el {date}.',
        label: 'Ver mis pagos',
        note: 'El dinero sigue siendo tuyo.',
      },
    },
  },
}
