export const messages = {
  forum: {
    comment: {
      no_parent: 'This comment can no longer be answered.',
      not_open: 'Comments open once the thread is published.',
      own_vote: 'You cannot vote on your own comment.',
      not_yours_to_edit: 'Only its author may edit a comment.',
      edit_over: 'A comment can be edited for 30 minutes.',
      under_review: 'A comment that a moderator is to look at cannot be edited.',
      not_yours_to_delete: 'Only its author or a moderator may delete a comment.',
    },
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
