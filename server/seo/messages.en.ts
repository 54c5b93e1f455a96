export const messages = {
  feed: {
    news: '{site}: News',
    about_news: 'The latest news from {site}.',
    forum: '{site}: Forum',
    about_forum: 'The latest threads in the forum of {site}.',
  },
  manifest: {
    description: 'A library of prompts for language models to find, rate, save and copy, with news and a forum.',
    library: 'Library',
    news: 'News',
    forum: 'Forum',
  },
} as const
