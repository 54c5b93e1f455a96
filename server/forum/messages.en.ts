export const messages = {
  forum: {
    problem: {
      confirm_email: 'Confirm your email address before you post.',
      first_day_links: {
        one: 'On your first day, use at most {count} link.',
        other: 'On your first day, use at most {count} links.',
      },
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
      },
    },
  },
} as const
