import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  title: 'Planes y precios',
  description:
    'Gratis te da unos 10.000 prompts. Premium te da acceso a más de 1.000.000 por 9,99 $ al mes, con garantía de reembolso de 14 días.',
  heading: 'Elige tu plan',
  intro:
    'Empieza gratis y quédate el tiempo que quieras. Premium te da acceso a toda la biblioteca y puedes cancelar cuando quieras.',
  load_error: 'Error al recibir las suscripciones',
  guarantee:
    'Garantía de reembolso: puedes pedirlo en los 14 días siguientes a tu primer pago. Avisamos de los cambios de precio con al menos 30 días de antelación. Es posible que los precios no incluyan impuestos.',
  adds_tax: 'Al pagar pueden añadirse impuestos, según el lugar donde vivas.',
  takes_codes: '¿Tienes un código promocional? Introdúcelo al pagar.',
  log_in: 'Inicia sesión para suscribirte',
  sub_error: 'Error de suscripción',
  switch: {
    open: 'Cambiar a este plan',
    title: '¿Cambiar a {plan}?',
    note: 'El nuevo plan sustituye al actual de inmediato y empieza hoy. Te abonamos lo que queda del actual, y la renovación automática queda activada.',
    counting: 'Calculando lo que cuesta hoy…',
    again: 'Intentar de nuevo',
    today: 'Hoy se cobra: {amount}',
    credit: 'Queda para tus próximos pagos: {amount}',
    next: 'Próximo pago: {date}',
    cancel: 'Cancelar',
    confirm: 'Cambiar',
  },
  wanted: {
    locked: '«{title}» forma parte de {plan}.',
    note: 'En cuanto te suscribas, te llevamos de vuelta.',
    open: 'Ya tienes acceso a «{title}».',
    go: 'Abrir',
  },
  payments_off: 'Los pagos están desactivados aquí, así que por ahora no se puede comprar nada.',
  billing: { label: 'Periodo de facturación', month: 'Mensual', year: 'Anual' },
  plan: {
    month: 'al mes',
    year: 'al año',
    or: 'o',
    before: 'en lugar de',
    on_request: 'Precio a medida',
    subscribe: 'Suscribirse',
    contact: 'Contactar con ventas',
    yours: 'Esta es tu suscripción',
    coming: 'Muy pronto',
    personal: 'Personal, gratis para siempre',
    create_account: 'Crear cuenta',
    current: 'Tu plan actual',
    month_only: 'Solo con facturación mensual',
    year_only: 'Solo con facturación anual',
    unavailable: 'No disponible por el momento',
  },
  payment: { title: 'Formas de pago', note: 'Pago seguro a través de Stripe. Nunca vemos el número de tu tarjeta.' },
  result: {
    success: 'Pago recibido: tu suscripción se activará en unos segundos.',
    activated: 'Suscripción activada',
    extended: 'Suscripción ampliada',
    cancel: 'Algo ha salido mal',
    late: 'Está tardando más de lo normal',
    unknown: 'No hemos encontrado este pago',
    unchecked: 'No hemos podido comprobar tu pago',
    notes: {
      cancel: 'Saliste antes de pagar y no se ha cobrado nada.',
      late: 'Tu pago aún se está procesando. Te escribiremos en cuanto tu suscripción esté activa.',
      unknown: 'Si se te ha cobrado, verás tu suscripción en tu perfil en unos minutos.',
      unchecked: 'Ahora mismo no se puede contactar con el proveedor de pagos. Si has pagado, no se pierde nada.',
    },
    waiting: 'Esperando el pago…',
    log_in: 'Inicia sesión para ver tu suscripción',
    again: 'Intentar de nuevo',
    ok: 'Aceptar',
  },
  testimonials: { title: 'De quienes lo usan cada semana', sample: 'Muestra' },
  questions_title: 'Preguntas sobre los planes',
  questions: [
    {
      title: '¿Qué incluye el plan Gratis?',
      text: 'Unos 10.000 prompts, la búsqueda completa, las noticias y el foro. Sin tarjeta y sin fecha de caducidad.',
    },
    {
      title: '¿Qué incluye Premium?',
      text: 'Más de 1.000.000 de prompts en más de 40 nichos, con sus instrucciones y problemas conocidos, además de pipelines: prompts que se encadenan.',
    },
    {
      title: '¿Cómo pago?',
      text: 'Con tarjeta o monedero digital en una página de pago de Stripe, cada mes o cada año. El número de tu tarjeta nunca llega a nuestros servidores.',
    },
    {
      title: '¿Puedo recuperar mi dinero?',
      text: 'Sí, tienes 14 días desde tu primer pago para pedirlo, sin dar explicaciones. El acceso termina con el reembolso.',
    },
    {
      title: '¿Qué pasa cuando cancelo?',
      text: 'Conservas el acceso hasta el final del periodo pagado. Después, tu cuenta pasa a ser gratuita, con todo lo que hayas guardado.',
    },
    {
      title: '¿Cambiará el precio?',
      text: 'Si cambia, te avisamos por correo con al menos 30 días de antelación y puedes cancelar antes de que te afecte.',
    },
    {
      title: '¿Puedo pasar de mensual a anual, o al revés?',
      text: 'Cuando quieras. El nuevo periodo empieza hoy y te abonamos lo que quede del anterior.',
    },
  ],
}
