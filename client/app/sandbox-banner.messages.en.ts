export const messages = {
  label: 'Payment sandbox',
  text: 'This is a payment sandbox: no real money moves. Pay with the card {card}.',
} as const
