export const messages = {
  forum: {
    section: {
      slug_taken: 'Another section has this address already. Choose another one.',
      has_threads: 'Choose the section that its threads go to.',
      no_such_target: 'Choose another section that is still there.',
      last: 'Keep one section: threads need one.',
    },
    comment: {
      no_parent: 'You can no longer reply to this comment.',
      not_open: 'You can comment once the thread is published.',
      own_vote: 'You can’t vote for your own comment.',
      not_yours_to_edit: 'You can only edit your own comments.',
      edit_over: 'You can no longer edit this comment: that ends after 30 minutes.',
      under_review: 'You can’t edit this comment until a moderator has looked at it.',
      not_yours_to_delete: 'You can only delete your own comments.',
      not_public: 'You can only vote for comments that everyone can see.',
    },
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
    },
    thread: {
      unknown_section: 'Choose one of the sections.',
      not_editable: 'You can no longer change this thread.',
      not_yours: 'You can only delete your own threads.',
      own_vote: 'You can’t vote for your own thread.',
      not_public: 'This thread has not been published.',
    },
    notification: {
      wrong_link: 'This link is not valid. You can change which emails you get in your profile.',
      somebody: 'Somebody',
      note: 'You get this email because you have an account at {site}.',
      daily_note: 'You get this email at most once a day, because you have an account at {site}.',
      settings: 'Change which emails you get',
      unsubscribe: 'Stop these emails',
      digest: {
        subject: { one: '{count} notification from {site}', other: '{count} notifications from {site}' },
        text: 'This happened in the forum, and you haven’t seen it yet.',
        more: { one: 'And {count} more.', other: 'And {count} more.' },
        label: 'Open the forum',
      },
      mails: {
        reply: {
          subject: '{name} replied to you in “{title}”',
          text: '{name} replied to your comment in “{title}”.',
          label: 'Read the reply',
        },
        comment: {
          subject: '{name} commented on “{title}”',
          text: '{name} commented on your thread “{title}”.',
          label: 'Read the comment',
        },
        thread_published: {
          subject: 'Your thread “{title}” is published',
          text: 'A moderator approved your thread “{title}”. Everyone can read it now.',
          label: 'Open the thread',
        },
        thread_rejected: {
          subject: 'Your thread “{title}” was not published',
          text: 'A moderator did not publish your thread “{title}”. Only you and moderators can see it. You can edit it and submit it again.',
          label: 'Edit the thread',
        },
        report_handled: {
          subject: 'Your report was reviewed',
          text: 'A moderator has reviewed what you reported in “{title}”. Thank you for your help.',
          label: 'Open the thread',
        },
        report_closed: {
          subject: 'Your report was reviewed',
          text: 'A moderator has reviewed what you reported, and it is no longer public. Thank you for your help.',
          label: 'Open the forum',
        },
        thread_removed: {
          subject: 'Your thread “{title}” was removed',
          text: 'A moderator removed your thread “{title}”. It is no longer in the forum.',
          label: 'Open the forum',
        },
        thread_gone: {
          subject: 'Your thread was removed',
          text: 'A moderator removed a thread that you wrote. It is no longer in the forum.',
          label: 'Open the forum',
        },
        comment_removed: {
          subject: 'Your comment in “{title}” was removed',
          text: 'A moderator removed a comment that you wrote in “{title}”.',
          label: 'Open the thread',
        },
        comment_gone: {
          subject: 'Your comment was removed',
          text: 'A moderator removed a comment that you wrote.',
          label: 'Open the forum',
        },
      },
    },
  },
} as const
