export const messages = {
  text: 'Your account is ready. Log in to use it.',
} as const
