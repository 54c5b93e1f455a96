export const messages = {
  editing: {
    if_match: 'Send the ETag of what you change in the header If-Match.',
    changed: 'Somebody has changed this since you opened it. Compare both versions.',
  },
} as const
