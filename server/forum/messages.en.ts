export const messages = {
  forum: {
    problem: {
      confirm_email: 'Confirm your email address before you post.',
      first_day_links: {
        one: 'On your first day, use at most {count} link.',
        other: 'On your first day, use at most {count} links.',
      },
    },
  },
} as const
