export const messages = {
  collected: {
    taken: 'You already have a collection with this name. Choose another name.',
    too_many: 'You have as many collections as one person can have. Remove one first.',
    full: 'This collection is full. Take a prompt out first.',
  },
} as const
