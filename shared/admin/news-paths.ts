import { withQuery } from '../paths.ts'

type Page = { cursor?: string | undefined; limit?: number | undefined }
type PostFilters = { q?: string | undefined; status?: string | undefined; language?: string | undefined }

export const adminNewsPaths = {
  news: (query: PostFilters = {}) => withQuery('/admin/news', query),
  newPost: '/admin/news/new',
  post: (id: number | string) => `/admin/news/${id}`,
  tags: '/admin/news/tags',
  newTag: '/admin/news/tags/new',
  tag: (id: number | string) => `/admin/news/tags/${id}`,
  sections: '/admin/forum',
  section: (id: number | string) => `/admin/forum/${id}`,
  review: '/admin/review',
  api: {
    posts: (query: PostFilters & Page = {}) => withQuery('/api/admin/posts/', query),
    post: (id: number | string) => `/api/admin/posts/${id}/`,
    preview: '/api/admin/posts/preview/',
    tags: '/api/admin/post-tags/',
    tag: (id: number | string) => `/api/admin/post-tags/${id}/`,
    media: '/api/admin/media/',
    sections: '/api/admin/sections/',
    section: (id: number | string, { target }: { target?: number | undefined } = {}) =>
      withQuery(`/api/admin/sections/${id}/`, { target }),
  },
}
