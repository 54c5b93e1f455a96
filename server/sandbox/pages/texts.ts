import { formatAmount } from '../money.ts'

export const texts = {
  notice: [
    'Payment sandbox: nothing is charged here. Use a test card.',
    'Entorno de pruebas de pago: aquí no se cobra nada. Usa una tarjeta de prueba.',
  ],
  not_found: ['There is nothing here.', 'Aquí no hay nada.'],
  link_over: [
    'This link has expired. Go back to the site to get a new one.',
    'Este enlace ha caducado. Vuelve al sitio para conseguir uno nuevo.',
  ],
  subscribe_to: ['Subscribe to {product}', 'Suscríbete a {product}'],
  'per.month': ['{amount} a month', '{amount} al mes'],
  'per.year': ['{amount} a year', '{amount} al año'],
  discount: ['Discount', 'Descuento'],
  tax: ['Tax', 'Impuestos'],
  credit: ['Credit from your balance', 'Crédito de tu saldo'],
  due_today: ['Due today', 'A pagar hoy'],
  card_number: ['Card number', 'Número de tarjeta'],
  promotion_code: ['Promotion code', 'Código promocional'],
  apply: ['Apply', 'Aplicar'],
  wrong_code: ['This code is not valid.', 'Este código no es válido.'],
  pay: ['Pay {amount}', 'Pagar {amount}'],
  subscribe: ['Subscribe', 'Suscribirme'],
  cancel: ['Cancel and go back', 'Cancelar y volver'],
  tax_id: ['VAT number, if you buy for a business', 'NIF-IVA, si compras para una empresa'],
  terms: ['I agree to the terms of service', 'Acepto los términos del servicio'],
  terms_needed: ['Agree to the terms of service first.', 'Acepta antes los términos del servicio.'],
  test_cards: ['Test cards', 'Tarjetas de prueba'],
  unknown_card: [
    'This is not a test card. Use one from the list.',
    'No es una tarjeta de prueba. Usa una de la lista.',
  ],
  declined: ['Your card was declined. Try another one.', 'Tu tarjeta se ha rechazado. Prueba con otra.'],
  not_confirmed: [
    'The payment was not confirmed. Try again, or use another card.',
    'El pago no se ha confirmado. Inténtalo de nuevo o usa otra tarjeta.',
  ],
  'bank.title': ['Your bank asks you', 'Tu banco te pregunta'],
  'bank.text': ['Do you confirm the payment of {amount}?', '¿Confirmas el pago de {amount}?'],
  'bank.yes': ['Confirm', 'Confirmar'],
  'bank.no': ['Do not confirm', 'No confirmar'],
  'done.title': ['All done', 'Todo listo'],
  'done.text': ['This checkout is complete.', 'Este pago ya está completo.'],
  'done.go': ['Continue', 'Continuar'],
  'expired.title': ['This checkout has expired', 'Este pago ha caducado'],
  'expired.text': ['Start again from the site.', 'Empieza de nuevo desde el sitio.'],
  'expired.go': ['Go back', 'Volver'],
  'invoice.title': ['Invoice {number}', 'Factura {number}'],
  'invoice.status.draft': ['Draft', 'Borrador'],
  'invoice.status.open': ['To be paid', 'Por pagar'],
  'invoice.status.paid': ['Paid', 'Pagada'],
  'invoice.status.uncollectible': ['Not collectible', 'Incobrable'],
  'invoice.status.void': ['Void', 'Anulada'],
  'invoice.total': ['Total', 'Total'],
  'invoice.due': ['Amount due', 'Importe pendiente'],
  'invoice.saved_card': [
    'Leave it empty to pay with the saved card, ending in {last4}.',
    'Déjalo vacío para pagar con la tarjeta guardada, que termina en {last4}.',
  ],
  'invoice.confirm_needed': ['The bank wants you to confirm this payment.', 'El banco quiere que confirmes este pago.'],
  'invoice.processing': ['The payment is on its way.', 'El pago está en camino.'],
  'receipt.title': ['Receipt', 'Recibo'],
  'receipt.paid': ['Paid {amount}', 'Pagado: {amount}'],
  'receipt.refunded': ['Refunded: {amount}', 'Reembolsado: {amount}'],
  'receipt.card': ['Card ending in {last4}', 'Tarjeta terminada en {last4}'],
  'portal.title': ['Your subscriptions', 'Tus suscripciones'],
  'portal.none': ['There are no subscriptions.', 'No hay ninguna suscripción.'],
  'portal.renews': ['Renews on {date}.', 'Se renueva el {date}.'],
  'portal.ends': ['Ends on {date}.', 'Termina el {date}.'],
  'portal.ended': ['Has ended.', 'Ha terminado.'],
  'portal.cancel': ['Cancel the subscription', 'Cancelar la suscripción'],
  'portal.resume': ['Keep the subscription', 'Mantener la suscripción'],
  'portal.new_card': ['New card', 'Tarjeta nueva'],
  'portal.save_card': ['Save the card', 'Guardar la tarjeta'],
  'portal.saved': ['Saved.', 'Guardado.'],
  'portal.address': ['Billing address', 'Dirección de facturación'],
  'portal.postal_code': ['Postal code', 'Código postal'],
  'portal.country': ['Country (two letters, as in ES)', 'País (dos letras, como ES)'],
  'portal.save_address': ['Save the address', 'Guardar la dirección'],
  'portal.invoices': ['Invoices', 'Facturas'],
  'portal.back': ['Go back', 'Volver'],
} as const

export const testCardDescriptions = {
  '4242 4242 4242 4242': ['pays', 'paga'],
  '4000 0000 0000 0002': ['is declined', 'se rechaza'],
  '4000 0000 0000 9995': ['is declined: not enough money', 'se rechaza: no hay dinero suficiente'],
  '4000 0025 0000 3155': [
    'the bank asks for a confirmation at the checkout, and never again',
    'el banco pide confirmación en la compra y nunca más',
  ],
  '4000 0027 6000 3184': ['the bank asks for a confirmation each time', 'el banco pide confirmación cada vez'],
  '4000 0000 0000 0341': [
    'can be saved for renewals; every payment is declined',
    'se puede guardar para las renovaciones; todo pago se rechaza',
  ],
  '4000 0000 0000 7726': ['pays; a refund takes five days', 'paga; un reembolso tarda cinco días'],
  '4000 0000 0000 5126': ['pays; a refund fails after five days', 'paga; un reembolso falla a los cinco días'],
  '4000 0000 0000 0259': ['pays; the payment is disputed at once', 'paga; el pago se disputa al momento'],
  'AT61 1904 3002 3457 3201': [
    'bank account; the payment arrives after three days',
    'cuenta bancaria; el pago llega a los tres días',
  ],
  'AT86 1904 3002 3547 3202': [
    'bank account; the payment fails after three days',
    'cuenta bancaria; el pago falla a los tres días',
  ],
} as const

type Locale = 'en' | 'es'
export type TextKey = keyof typeof texts
export type Translation = {
  locale: Locale
  t: (key: TextKey, params?: Record<string, string>) => string
  money: (amount: number, currency: string) => string
  date: (seconds: number) => string
  testCards: [number: string, text: string][]
}

function chooseLocale(requested: string | null, acceptLanguage = ''): Locale {
  const languages = requested && requested !== 'auto' ? [requested] : acceptLanguage.split(',')
  const known = languages.map((language) => language.trim().slice(0, 2).toLowerCase())
  return known.find((one) => one === 'es' || one === 'en') === 'es' ? 'es' : 'en'
}

/** Returns texts in the locale that the site requested, else in the browser's language. */
export function translationFor(requested: string | null, acceptLanguage: string | undefined): Translation {
  const locale = chooseLocale(requested, acceptLanguage)
  const index = locale === 'es' ? 1 : 0
  return {
    locale,
    t: (key, params = {}) => texts[key][index].replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? ''),
    money: (amount, currency) => formatAmount(amount, currency, locale),
    date: (seconds) => new Date(seconds * 1000).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    testCards: Object.entries(testCardDescriptions).map(([number, description]) => [number, description[index]]),
  }
}
