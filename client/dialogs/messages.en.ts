export const messages = {
  log_in: {
    note: 'You need an account for this. It’s free, and you’ll come right back here.',
    locked_note: 'It’s part of a paid plan. Log in, or create a free account and choose a plan.',
  },
} as const
