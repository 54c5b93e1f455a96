export const messages = {
  editing: {
    if_match: 'Send the ETag of what you are changing in the If-Match header.',
    former_slug:
      'This address leads to “{slug}”, which had it before. Release it there, under its former addresses, before you use it here.',
    changed: 'Somebody has changed this since you opened it. Compare both versions.',
  },
} as const
