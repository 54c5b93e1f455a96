export const messages = {
  title: 'Moderate {username}',
  load_failed: 'This could not be loaded.',
  exempt: 'Moderators and admins can’t be moderated.',
  silence: {
    title: 'Silence for a while',
    note: 'They can still read, save and rate, but can’t write or vote in the forum. It ends automatically, and they are notified with your reason.',
    days: { one: '{count} day', other: '{count} days' },
    reason: 'Reason, which the person will read',
    send: 'Silence',
    until: 'Silenced until {moment}.',
    end: 'Let them write again',
    silenced: 'They can’t write or vote until then.',
    ended: 'They can write and vote again.',
  },
  spam: {
    title: 'Spam',
    note: 'Hides all threads and comments by this person. Whatever they post next waits in the moderation list.',
    hide: 'Spam: hide everything by this person',
    hidden_at:
      'Since {moment}, all threads and comments by this person are hidden, and new ones wait in the moderation list.',
    undo_note: 'Undoing this shows again everything it hid. What reports or other moderators have hidden stays hidden.',
    undo: 'Undo: show everything again',
    hidden: 'Everything is hidden.',
    shown: 'Everything is shown again.',
  },
} as const
