export const messages = {
  label: 'Entorno de pruebas de pago',
  text: 'Este es un entorno de pruebas de pago: no se mueve dinero real. Paga con la tarjeta {card}.',
} as const
