export const messages = {
  feed: {
    news: '{site}: News',
    about_news: 'The latest news from {site}.',
    forum: '{site}: Forum',
    about_forum: 'The latest threads in the forum of {site}.',
  },
} as const
