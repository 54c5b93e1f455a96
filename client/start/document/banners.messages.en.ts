export const messages = {
  announcement: {
    label: 'Announcement',
    more: 'Learn more',
    dismiss: 'Dismiss the announcement',
  },
  sandbox: {
    label: 'Payment sandbox',
    mode: 'Test mode',
    text: 'This is a payment sandbox: no real money moves. Pay with the card',
  },
} as const
