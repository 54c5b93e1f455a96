import { withQuery } from '../paths.ts'

const part = encodeURIComponent
type Page = { cursor?: string | undefined; limit?: number | undefined }

export const moderationPaths = {
  api: {
    review: (query: Page = {}) => withQuery('/api/admin/review/', query),
    queue: (query: Page = {}) => withQuery('/api/admin/forum/queue/', query),
    reports: (query: Page = {}) => withQuery('/api/admin/reports/', query),
    thread: (meta_slug: string) => `/api/admin/forum/threads/${part(meta_slug)}/`,
    moderateThread: (meta_slug: string) => `/api/admin/forum/threads/${part(meta_slug)}/moderate/`,
    moderateComment: (id: number) => `/api/admin/forum/comments/${id}/moderate/`,
    moderateThreadEdit: (meta_slug: string) => `/api/admin/forum/threads/${part(meta_slug)}/edit/moderate/`,
    moderateCommentEdit: (id: number) => `/api/admin/forum/comments/${id}/edit/moderate/`,
    member: (username: string) => `/api/admin/forum/members/${part(username)}/`,
    memberHold: (username: string) => `/api/admin/forum/members/${part(username)}/hold/`,
    memberSilence: (username: string) => `/api/admin/forum/members/${part(username)}/silence/`,
    resolveReport: (id: number) => `/api/admin/reports/${id}/resolve/`,
  },
}
