export const messages = {
  alt: {
    home: 'A prompt with blanks to fill in',
    library: 'The cards of a library of prompts',
    subscription: 'Two plans side by side',
    news: 'A page of news',
    forum: 'Speech bubbles of a conversation',
    site: 'A speech bubble with the sign of a prompt',
  },
  card: 'A card of {site} with the title of the page',
} as const
