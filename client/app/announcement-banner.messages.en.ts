export const messages = {
  label: 'Announcement',
  more: 'Learn more',
  dismiss: 'Dismiss the announcement',
} as const
