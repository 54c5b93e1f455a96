export const messages = {
  saved_posts: {
    log_in: 'Log in to save this post',
    resumed: 'You are logged in, and the post is saved.',
    unsave: 'Click again to remove it from your saved news',
  },
} as const
