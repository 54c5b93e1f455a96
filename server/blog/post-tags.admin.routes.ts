import { z } from 'zod'
import { AdminPostParams, AdminPostTag, AdminPostTagRow, PostTagState } from '#shared/admin/posts.ts'
import { creatorOf, editRequestOf, sendWithEtag } from '../editing/edit-request.ts'
import { getWithEtag } from '../editing/edit.ts'
import { noContent, route, routePlugin } from '../http/route.ts'
import { addPostTag, changePostTag, editablePostTags, listAdminPostTags, removePostTag } from './editable-post-tags.ts'

export const postTagAdminRoutes = routePlugin([
  route('GET', '/post-tags/', {
    summary: 'The tags that posts may have, with their names in both languages and the number of their posts',
    auth: 'news.read',
    answers: { 200: z.array(AdminPostTagRow) },
    handler: ({ locale }) => listAdminPostTags(locale),
  }),
  route('POST', '/post-tags/', {
    summary: 'Adds a tag for posts',
    auth: 'news.write',
    acceptsIdempotencyKey: true,
    body: PostTagState,
    answers: { 201: AdminPostTag },
    handler: (request, reply) => sendWithEtag(reply, addPostTag(creatorOf(request), request.body)),
  }),
  route('GET', '/post-tags/:id/', {
    summary: 'A tag of posts as it is edited, with its ETag',
    auth: 'news.read',
    params: AdminPostParams,
    answers: { 200: AdminPostTag },
    handler: ({ params }, reply) => sendWithEtag(reply, getWithEtag(editablePostTags, params.id)),
  }),
  route('PUT', '/post-tags/:id/', {
    summary: 'Renames a tag of posts; its address stays',
    auth: 'news.write',
    params: AdminPostParams,
    body: PostTagState,
    ifMatch: AdminPostTag,
    answers: { 200: AdminPostTag },
    handler: (request, reply) => sendWithEtag(reply, changePostTag(editRequestOf(request), request.body)),
  }),
  route('DELETE', '/post-tags/:id/', {
    summary: 'Removes a tag; its posts stay, without it',
    auth: 'news.write',
    params: AdminPostParams,
    ifMatch: AdminPostTag,
    answers: noContent,
    handler: (request) => removePostTag(editRequestOf(request)),
  }),
])
