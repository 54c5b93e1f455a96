export const messages = {
  forum: {
    problem: {
      confirm_email: 'Confirm your email address before you post.',
      first_day_links: {
        one: 'On your first day, use at most {count} link.',
        other: 'On your first day, use at most {count} links.',
      },
    },
    report: {
      already: 'Already reported.',
      own: 'You can’t report what you wrote yourself.',
      not_public: 'Only what everyone can see can be reported.',
    },
    moderation: {
      own: 'You wrote this yourself, so somebody else decides.',
      changed: 'The author has edited this since you opened it. Read it again.',
      decided: {
        published: '{username} has already published this.',
        rejected: '{username} has already rejected this.',
        dismissed: '{username} has already dismissed the reports.',
        removed: '{username} has already removed this.',
      },
      decided_by_someone: 'This has already been decided.',
    thread: {
      unknown_section: 'Choose one of the sections.',
      not_editable: 'You can no longer change this thread.',
      not_yours: 'You can only delete your own threads.',
      own_vote: 'You can’t vote for your own thread.',
      not_public: 'This thread has not been published.',
    },
  },
} as const
