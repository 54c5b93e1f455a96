export const messages = {
  moderation: {
    exempt: 'Moderators and admins can’t be moderated.',
    own: 'You wrote this yourself, so somebody else decides.',
    changed: 'The author has edited this since you opened it. Read it again.',
    decided: {
      published: '{username} has already published this.',
      rejected: '{username} has already rejected this.',
      dismissed: '{username} has already dismissed the reports.',
      removed: '{username} has already removed this.',
    },
    too_many_pinned: {
      one: 'A section can have at most {count} pinned thread. Unpin the other one first.',
      other: 'A section can have at most {count} pinned threads. Unpin one of them first.',
    },
    decided_by_someone: 'This has already been decided.',
  },
  report: {
    already: 'Already reported.',
    own: 'You can’t report what you wrote yourself.',
    not_public: 'Only what everyone can see can be reported.',
  },
} as const
