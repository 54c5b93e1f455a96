export const messages = {
  schema: {
    no_nul: 'This text must not hold a NUL character.',
    line: 'This must be one line of text without control characters.',
    username: 'Use 3 to 30 letters, digits, _ or -.',
    color: 'This must be a colour, as in #4c2fa2.',
    password_length: 'Use 8 to 128 characters.',
  },
} as const
