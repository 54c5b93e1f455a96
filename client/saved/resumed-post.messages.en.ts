export const messages = {
  resumed_post: {
    saved: 'You are logged in, and the post is saved.',
    failed: 'Could not update save state.',
  },
} as const
