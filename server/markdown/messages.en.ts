export const messages = {
  markdown: {
    problem: {
      too_complex: 'This text is too complicated to show. Use fewer nested lists, quotes and brackets.',
    },
  },
} as const
