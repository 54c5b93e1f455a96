import { AdminPost, AdminPostPage, AdminPostQuery, PostSource, PostState } from '#shared/admin/posts.ts'
import { RenderedMarkdown } from '#shared/forum/schema.ts'
import { crudRoutes } from '../editing/crud-routes.ts'
import { route, routePlugin } from '../http/route.ts'
import { listAdminPosts } from './admin-post-lists.ts'
import { addPost, changePost, editablePosts, previewPost, removePost } from './editable-posts.ts'

const bodyLimit = 1024 * 1024 // two texts of 50,000 characters, mostly escaped

export const postAdminRoutes = routePlugin([
  ...crudRoutes('/posts/', {
    part: 'news',
    noun: 'a post',
    summaries: {
      list: 'The posts whatever their status, the latest changed first',
      add: 'Adds a post: a draft, one with a date to come, or one that is published at once',
      get: 'A post as it is edited, in both languages, with its ETag',
      change: 'Changes a post, and with its status publishes it, schedules it or takes it back',
      remove: 'Removes a post that is neither published nor scheduled, for good',
    },
    schemas: { item: AdminPost, state: PostState, changes: PostState, list: AdminPostPage },
    listQuery: AdminPostQuery,
    removal: { problems: [409] },
    editable: editablePosts,
    bodyLimit,
    list: listAdminPosts,
    add: addPost,
    change: changePost,
    remove: removePost,
  }),
  route('POST', '/posts/preview/', {
    summary: 'Markdown as a post would show it',
    auth: 'news.write',
    limit: 'writing',
    bodyLimit,
    body: PostSource,
    answers: { 200: RenderedMarkdown },
    handler: async ({ viewer, body }) => ({ html: await previewPost(body.text, viewer) }),
  }),
])
