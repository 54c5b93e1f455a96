import { withQuery } from '../paths.ts'

const part = encodeURIComponent
type Page = { cursor?: string | undefined; limit?: number | undefined }
type ThreadList = Page & {
  section?: string | undefined
  order?: string | undefined
  q?: string | undefined
  author?: string | undefined
  languages?: string | undefined
}
const thread = (meta_slug: string) => `/api/forum/threads/${part(meta_slug)}/`
const comment = (id: number) => `/api/forum/comments/${id}/`

export const forumPaths = {
  forum: (query: Omit<ThreadList, 'limit'> & { in?: string | undefined } = {}) => withQuery('/forum', query),
  newThread: '/forum/new',
  thread: (
    meta_slug: string,
    query: { sort?: string | undefined; comment?: number | string | undefined; cursor?: string | undefined } = {},
  ) => withQuery(`/forum/thread/${part(meta_slug)}`, query),
  rss: '/forum/rss.xml',
  moderation: '/moderation',
  api: {
    sections: '/api/forum/sections/',
    threads: (query: ThreadList = {}) => withQuery('/api/forum/threads/', query),
    thread,
    threadSave: (meta_slug: string) => `${thread(meta_slug)}save/`,
    threadUnsave: (meta_slug: string) => `${thread(meta_slug)}unsave/`,
    threadWatch: (meta_slug: string) => `${thread(meta_slug)}watch/`,
    threadReading: (meta_slug: string) => `${thread(meta_slug)}reading/`,
    threadAnswer: (meta_slug: string) => `${thread(meta_slug)}answer/`,
    threadVote: (meta_slug: string) => `${thread(meta_slug)}vote/`,
    threadReport: (meta_slug: string) => `${thread(meta_slug)}report/`,
    threadRestore: (meta_slug: string) => `${thread(meta_slug)}restore/`,
    threadEvents: (meta_slug: string) => `${thread(meta_slug)}events/`,
    comments: (
      meta_slug: string,
      query: Page & { sort?: string | undefined; around?: number | string | undefined } = {},
    ) => withQuery(`${thread(meta_slug)}comments/`, query),
    foundComments: (query: Omit<ThreadList, 'order'> & { q: string }) => withQuery('/api/forum/comments/', query),
    comment,
    replies: (id: number, query: Page = {}) => withQuery(`${comment(id)}replies/`, query),
    commentVote: (id: number) => `${comment(id)}vote/`,
    commentReport: (id: number) => `${comment(id)}report/`,
    commentRestore: (id: number) => `${comment(id)}restore/`,
    authors: (query: { q?: string | undefined; thread?: string | undefined }) =>
      withQuery('/api/forum/authors/', query),
    draft: '/api/forum/draft/',
    preview: '/api/forum/preview/',
    myThreads: (query: Page = {}) => withQuery('/api/forum/my-threads/', query),
    savedThreads: (query: Page = {}) => withQuery('/api/forum/saved/', query),
  },
}
