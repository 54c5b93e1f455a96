export const messages = {
  announcement: {
    label: 'Announcement',
    more: 'Learn more',
    dismiss: 'Dismiss the announcement',
  },
  sandbox: {
    label: 'Payment sandbox',
    text: 'This is a payment sandbox: no real money moves. Pay with the card {card}.',
  },
} as const
