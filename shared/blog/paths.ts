import { withQuery } from '../paths.ts'

const part = encodeURIComponent
type Page = { cursor?: string | undefined; limit?: number }

export const blogPaths = {
  blog: (query: { tag?: string | undefined; q?: string | undefined; cursor?: string | undefined } = {}) =>
    withQuery('/blog', query),
  post: (slug: string) => `/blog/${part(slug)}`,
  postMarkdown: (slug: string) => `/blog/${part(slug)}.md`,
  preview: (slug: string) => `/blog/preview/${part(slug)}`,
  rss: (lang: string) => withQuery('/blog/rss.xml', { lang: lang === 'en' ? undefined : lang }),
  media: (hash: string, extension: string) => `/media/${hash}.${extension}`,
  api: {
    posts: (query: { tag?: string | undefined; q?: string | undefined } & Page = {}) =>
      withQuery('/api/blog/posts/', query),
    post: (slug: string) => `/api/blog/posts/${part(slug)}/`,
    preview: (slug: string) => `/api/blog/posts/${part(slug)}/preview/`,
    save: (slug: string) => `/api/blog/posts/${part(slug)}/save/`,
    unsave: (slug: string) => `/api/blog/posts/${part(slug)}/unsave/`,
    tags: '/api/blog/tags/',
    saved: (query: Page = {}) => withQuery('/api/blog/saved/', query),
  },
}
