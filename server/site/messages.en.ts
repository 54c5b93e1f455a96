export const messages = {
  site: {
    light_logo_first: 'Choose a logo for light mode too: the dark one only goes with it.',
    ends_before: 'Choose a time after the start.',
    no_text: 'Write a text in at least one language.',
    slug_taken: 'There is already a page at this address.',
    slug_fixed: 'A legal page stays at its address, and no other page can move there.',
    section_fixed: 'Send the section that is at this address.',
    hero_shown: 'The top of the page can’t be hidden: it has the heading.',
    no_prompt: 'This prompt no longer exists.',
    no_place: 'The item to place it before is gone from this list.',
    sample_mail: {
      subject: 'A sample email from {site}',
      text: 'This is how emails look: the introduction is at the top, the footer at the bottom.',
      action: 'Open {site}',
      note: 'This sample is not sent to anyone.',
    },
  },
  cards: {
    kinds: { prompt: 'Prompt', pipeline: 'Pipeline', post: 'News', thread: 'Forum' },
    steps: { one: '{count} prompt', other: '{count} prompts, one after another' },
    blanks: ['Your notes', 'Your reader', 'Length'],
    sections: {
      home: 'Prompts with blanks to fill in',
      library: 'Library of prompts',
      subscription: 'Plans',
      news: 'News',
      forum: 'Forum',
      site: '{site}',
    },
  },
} as const
