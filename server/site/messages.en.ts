export const messages = {
  site: {
    light_logo_first: 'Choose a logo for light mode too: the dark one is only its twin.',
    ends_before: 'Choose a time after the beginning.',
    no_text: 'Write a text in at least one language.',
    no_place: 'What it is to stand before is not in this list anymore.',
  },
} as const
