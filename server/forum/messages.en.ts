export const messages = {
  forum: {
    problem: {
      confirm_email: 'Confirm your email address before you post.',
      first_day_links: {
        one: 'On your first day, use at most {count} link.',
        other: 'On your first day, use at most {count} links.',
      },
    },
    thread: {
      unknown_section: 'Choose one of the sections.',
      not_editable: 'You can no longer change this thread.',
      not_yours: 'You can only delete your own threads.',
      own_vote: 'You can’t vote for your own thread.',
      not_public: 'This thread has not been published.',
    },
  },
} as const
