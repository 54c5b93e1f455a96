export const messages = {
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
      followed_comment: {
        subject: '{name} commented on “{title}”',
        text: '{name} commented on “{title}”, which you follow.',
        label: 'Read the comment',
      },
      mention: {
        subject: '{name} mentioned you in “{title}”',
        text: '{name} mentioned you in “{title}”.',
        label: 'Read it',
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
      edit_published: {
        subject: 'Your change in “{title}” is published',
        text: 'A moderator approved what you changed in “{title}”. Everyone can read it now.',
        label: 'Open the thread',
      },
      edit_rejected: {
        subject: 'Your change in “{title}” was not published',
        text: 'A moderator did not publish what you changed in “{title}”. Everyone still sees the text as it was before.',
        label: 'Open the thread',
      },
      thread_closed: {
        subject: 'Your thread “{title}” was closed',
        text: 'A moderator closed your thread “{title}”. Everyone can still read it, but only moderators can add comments.',
        label: 'Open the thread',
      },
      thread_moved: {
        subject: 'Your thread “{title}” was moved',
        text: 'A moderator moved your thread “{title}” to another section.',
        label: 'Open the thread',
      },
      silenced: {
        subject: 'You can’t write in the forum for a while',
        text: 'A moderator decided that you can’t write or vote in the forum until {until}. You can still read, save and rate.',
        label: 'Open the forum',
      },
      silence_ended: {
        subject: 'You can write in the forum again',
        text: 'A moderator decided that you can write and vote in the forum again.',
        label: 'Open the forum',
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
} as const
