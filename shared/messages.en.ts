export const messages = {
  schema: {
    no_nul: 'This text must not contain a NUL character.',
    line: 'This must be one line of text without control characters.',
    username: 'Use 3 to 30 letters, numbers, _ or -.',
    color: 'This must be a color, such as #4c2fa2.',
    password_length: 'Use 8 to 128 characters.',
  },
} as const
