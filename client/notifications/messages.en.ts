export const messages = {
  bell: {
    none: 'Notifications',
    unread: 'Notifications, {number} unread',
  },
  list: {
    title: 'Notifications',
    empty: 'Nothing yet. You’ll hear about replies, comments on your threads and moderation here.',
    failed: 'Your notifications could not be loaded.',
    settings: 'Email settings',
    fresh: 'New:',
    kinds: {
      reply: '{name} replied to you',
      comment: '{name} commented on your thread',
      thread_published: 'Your thread is published',
      thread_rejected: 'Your thread was not published. You can edit it and submit it again.',
      report_handled: 'A moderator has reviewed your report. Thank you for your help.',
      thread_removed: 'A moderator removed your thread.',
      comment_removed: 'A moderator removed your comment.',
    },
    somebody: 'Somebody',
  },
  unsubscribe: {
    title: 'Email settings',
    without_script: 'This page needs JavaScript. Please switch it on for this site.',
    ask: {
      activity: 'Stop emails about comments and replies?',
      moderation: 'Stop emails about decisions on your threads and reports?',
      all: 'Stop all emails about the forum?',
    },
    submit: 'Stop these emails',
    done: {
      activity: 'Emails about comments and replies are off now.',
      moderation: 'Emails about decisions on your threads and reports are off now.',
      all: 'All emails about the forum are off now.',
    },
    still: 'You still see them on the site. You can switch emails on again in your profile.',
    settings: 'Go to my email settings',
    wrong: 'This link is not valid. You can change which emails you get in your profile.',
    failed: 'That didn’t work. Try again.',
  },
} as const
