export const messages = {
  feed: {
    show: 'Show activity',
    hide: 'Hide activity',
    pause: 'Pause activity',
    play: 'Resume activity',
    copied: 'copied a prompt from “{label}”',
    rated: 'rated a prompt in “{label}” with {stars}\u00A0★',
    saved: 'saved a prompt from “{label}”',
    shared: 'shared “{label}”',
    opened: 'opened “{label}”',
  },
} as const
