export const messages = {
  title: 'Moderate {username}',
  load_failed: 'This could not be loaded.',
  exempt: 'Moderators and admins can’t be moderated.',
  silence: {
    title: 'Silence for a while',
    note: 'They can still read, save and rate, but neither write nor vote in the forum. It ends by itself, and they are notified with your reason.',
    days: { one: '{count} day', other: '{count} days' },
    reason: 'Reason, for the person to read',
    send: 'Silence',
    until: 'Silenced until {moment}.',
    end: 'Let them write again',
    silenced: 'They can’t write or vote until then.',
    ended: 'They can write and vote again.',
  },
  spam: {
    title: 'Spam',
    note: 'Hides all threads and comments of this person. What they post from then on waits in the moderation list.',
    hide: 'Spam: hide all of this person',
    hidden_at:
      'Since {moment} all threads and comments of this person are hidden, and new ones wait in the moderation list.',
    undo_note: 'Undoing it shows again what it hid. What reports or others have hidden stays hidden.',
    undo: 'Undo: show all again',
    hidden: 'Everything is hidden.',
    shown: 'Everything is shown again.',
  },
} as const
