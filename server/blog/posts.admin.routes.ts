import {
  AdminPost,
  AdminPostPage,
  AdminPostParams,
  AdminPostQuery,
  PostSource,
  PostState,
} from '#shared/admin/posts.ts'
import { RenderedMarkdown } from '#shared/forum/schema.ts'
import { creatorOf, editRequestOf, sendWithEtag } from '../editing/edit-request.ts'
import { getWithEtag } from '../editing/edit.ts'
import { noContent, route, routePlugin } from '../http/route.ts'
import { listAdminPosts } from './admin-post-lists.ts'
import { addPost, changePost, editablePosts, previewPost, removePost } from './editable-posts.ts'

const bodyLimit = 1024 * 1024 // two texts of 50,000 characters, mostly escaped

export const postAdminRoutes = routePlugin([
  route('GET', '/posts/', {
    summary: 'The posts whatever their status, the latest changed first',
    auth: 'news.read',
    querystring: AdminPostQuery,
    answers: { 200: AdminPostPage },
    handler: ({ query }) => listAdminPosts(query),
  }),
  route('POST', '/posts/', {
    summary: 'Adds a post: a draft, one with a date to come, or one that is published at once',
    auth: 'news.write',
    bodyLimit,
    acceptsIdempotencyKey: true,
    body: PostState,
    answers: { 201: AdminPost },
    handler: (request, reply) => sendWithEtag(reply, addPost(creatorOf(request), request.body)),
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
  route('GET', '/posts/:id/', {
    summary: 'A post as it is edited, in both languages, with its ETag',
    auth: 'news.read',
    params: AdminPostParams,
    answers: { 200: AdminPost },
    handler: ({ params }, reply) => sendWithEtag(reply, getWithEtag(editablePosts, params.id)),
  }),
  route('PUT', '/posts/:id/', {
    summary: 'Changes a post, and with its status publishes it, schedules it or takes it back',
    auth: 'news.write',
    bodyLimit,
    params: AdminPostParams,
    body: PostState,
    ifMatch: AdminPost,
    answers: { 200: AdminPost },
    handler: (request, reply) => sendWithEtag(reply, changePost(editRequestOf(request), request.body)),
  }),
  route('DELETE', '/posts/:id/', {
    summary: 'Removes a post that is neither published nor scheduled, for good',
    auth: 'news.write',
    params: AdminPostParams,
    ifMatch: AdminPost,
    answers: noContent,
    problems: [409],
    handler: (request) => removePost(editRequestOf(request)),
  }),
])
