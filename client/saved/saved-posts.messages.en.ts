export const messages = {
  saved_posts: {
    save: 'Save',
    saved: 'Saved',
    failed: 'Could not update save state.',
    network_failed: 'Network error while saving.',
    log_in: 'Log in to save this post',
    resumed: 'You are logged in, and the post is saved.',
    unsave: 'Click again to remove it from your saved news',
  },
} as const
