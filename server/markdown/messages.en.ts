export const messages = {
  markdown: {
    problem: {
      nothing_to_read: 'This text shows nothing. Write a few words.',
      too_complex: 'This text is too complicated to show. Use fewer nested lists, quotes and brackets.',
    },
  },
} as const
