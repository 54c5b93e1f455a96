export const messages = {
  feed: {
    show: 'Show the activity',
    hide: 'Hide the activity',
    pause: 'Pause the activity',
    play: 'Let the activity go on',
    copied: 'copied a prompt from “{label}”',
    rated: 'rated a prompt in “{label}” with {stars} ★',
    saved: 'saved a prompt from “{label}”',
    shared: 'shared “{label}”',
    opened: 'opened “{label}”',
  },
} as const
