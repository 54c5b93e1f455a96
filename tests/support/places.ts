export const places = [
  '/',
  '/library',
  '/library?free=1',
  '/library/category/content-marketing',
  '/library/use-case/blog-outlines',
  '/library/prompt/outline-a-long-read',
  '/library/prompt/turn-interview-notes-into-outline',
  '/subscription',
  '/terms-of-service',
  '/privacy',
  '/too-many-requests?wait=30',
  '/no/such/page',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/oauth/google',
  '/profile',
  '/blog',
  '/blog/five-parts-of-a-prompt',
  '/forum',
  '/forum/thread/any-thread',
]

export const memberPlaces = [
  '/library',
  '/library/use-case/blog-outlines',
  '/library/prompt/outline-a-long-read',
  ...['profile', 'user_prompts', 'saved_news', 'threads', 'subscription', 'payments'].map(
    (tab) => `/profile?tab=${tab}`,
  ),
]
