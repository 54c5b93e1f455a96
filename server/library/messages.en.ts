export const messages = {
  collected: {
    taken: 'You already have a collection with this name. Choose another name.',
    too_many: 'You have reached the maximum number of collections. Delete one first.',
    full: 'This collection is full. Remove a prompt first.',
  },
} as const
