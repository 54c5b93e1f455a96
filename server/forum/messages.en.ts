export const messages = {
  forum: {
    section: {
      slug_taken: 'Another section already has this address. Choose another one.',
      has_threads: 'Choose the section that its threads go to.',
      no_such_target: 'That section no longer exists. Choose another one.',
      last: 'Keep one section: threads need one.',
    },
    comment: {
      no_parent: 'You can no longer reply to this comment.',
      not_open: 'You can comment once the thread is published.',
      closed: 'This thread is closed. Only moderators can add comments.',
      own_vote: 'You can’t vote on your own comment.',
      not_yours_to_edit: 'You can only edit your own comments.',
      edit_over: 'You can no longer edit this comment: you can edit for 30 minutes after posting.',
      under_review: 'You can’t edit this comment until a moderator has looked at it.',
      not_yours_to_delete: 'You can only delete your own comments.',
      not_public: 'You can only vote on comments that everyone can see.',
    },
    answer: {
      not_yours: 'Only moderators and the person who started the thread can mark the answer.',
      no_comment: 'This comment no longer exists.',
    },
    problem: {
      confirm_email: 'Confirm your email address before you post.',
      first_day_links: {
        one: 'On your first day, use at most {count} link.',
        other: 'On your first day, use at most {count} links.',
      },
      first_day_mentions: {
        one: 'On your first day, mention at most {count} person.',
        other: 'On your first day, mention at most {count} people.',
      },
    },
    thread: {
      unknown_section: 'Choose one of the sections.',
      moved: 'A moderator moved this thread to its section.',
      not_editable: 'You can no longer change this thread.',
      not_yours: 'You can only delete your own threads.',
      own_vote: 'You can’t vote on your own thread.',
      not_public: 'This thread has not been published.',
    },
  },
} as const
