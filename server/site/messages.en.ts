export const messages = {
  site: {
    light_logo_first: 'Choose a logo for light mode too: the dark one is only its twin.',
    ends_before: 'Choose a time after the beginning.',
    no_text: 'Write a text in at least one language.',
  },
} as const
