import { z } from 'zod'
import { Post, PostListQuery, PostPage, PostPreview, PostTagCount, SavedPostPage } from '#shared/blog/schema.ts'
import { SlugParams } from '#shared/library/schema.ts'
import { SavedState } from '#shared/library/marks.ts'
import { PageQuery } from '#shared/page.ts'
import { publicRead } from '../cache/public-reads.ts'
import { route, routePlugin } from '../http/route.ts'
import { listPosts, listPostTags } from './post-lists.ts'
import { getPost, getPostPreview } from './posts.ts'
import { listSavedPosts, savePost } from './saved-posts.ts'

export const blogRoutes = routePlugin([
  publicRead('/posts/', {
    summary:
      'The news in a language, the latest first, of a tag or with words in them; then those with the words in the title come first',
    auth: 'optional',
    limit: 'search',
    querystring: PostListQuery,
    answers: { 200: PostPage },
    read: ({ query, locale }) => listPosts(query, locale),
  }),
  publicRead('/posts/:slug/', {
    summary: 'A post, in the other language where it has no text in that of the request',
    auth: 'optional',
    params: SlugParams,
    answers: { 200: Post },
    read: ({ params, locale }) => getPost(params.slug, locale),
    memberHandler: async ({ params, locale, viewer }) => (await getPost(params.slug, locale, viewer)).value,
  }),
  publicRead('/tags/', {
    summary: 'The tags of the news, the most used first, with how many posts of the language have each',
    auth: 'optional',
    answers: { 200: z.array(PostTagCount) },
    read: ({ locale }) => listPostTags(locale),
  }),
  route('GET', '/posts/:slug/preview/', {
    summary: 'A post whatever its status',
    auth: 'news.read',
    params: SlugParams,
    answers: { 200: PostPreview },
    handler: ({ params, locale }) => getPostPreview(params.slug, locale),
  }),
  route('POST', '/posts/:slug/save/', {
    summary: 'Saves a post; idempotent',
    auth: 'member',
    limit: 'save',
    params: SlugParams,
    answers: { 200: SavedState },
    handler: ({ viewer, params }) => savePost(viewer.id, params.slug, true),
  }),
  route('DELETE', '/posts/:slug/unsave/', {
    summary: 'Unsaves a post; idempotent',
    auth: 'member',
    limit: 'save',
    params: SlugParams,
    answers: { 200: SavedState },
    handler: ({ viewer, params }) => savePost(viewer.id, params.slug, false),
  }),
  route('GET', '/saved/', {
    summary: "One's saved posts, the latest saved first",
    auth: 'member',
    querystring: PageQuery,
    answers: { 200: SavedPostPage },
    handler: ({ viewer, query, locale }) => listSavedPosts(viewer.id, query, locale),
  }),
])
