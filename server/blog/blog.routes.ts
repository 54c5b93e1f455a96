import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Post, PostListQuery, PostPage, PostPreview, PostTagCount, SavedPostPage } from '#shared/blog.ts'
import { SlugParams } from '#shared/library.ts'
import { SavedState } from '#shared/marks.ts'
import { PageQuery } from '#shared/page.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { publicRead } from '../cache/public-reads.ts'
import { signedIn, viewerOf } from '../http/viewer.ts'
import { HttpProblem } from '../problem.ts'
import { listPosts, listPostTags } from './post-lists.ts'
import { getPost, getPostPreview } from './posts.ts'
import { listSavedPosts, savePost, unsavePost } from './saved-posts.ts'

const bearer: Record<string, string[]>[] = [{}, { bearer: [] }]
const describe = (summary: string) => ({ tags: ['blog'], summary, security: bearer })
const personal = (summary: string) => ({ tags: ['blog'], summary, security: [{ bearer: [] }] })
const problemResponses = { 400: BadRequest, 401: Problem, 429: RateLimited }

export const blogRoutes: FastifyPluginAsyncZod = async (app) => {
  publicRead(app, '/posts/', {
    config: { limit: 'search' },
    schema: {
      ...describe(
        'The news in a language, the latest first, of a tag or with words in them; then those with the words in the title come first',
      ),
      querystring: PostListQuery,
      response: { 200: PostPage, ...problemResponses },
    },
    read: ({ query, locale }) => listPosts(query, locale),
  })

  publicRead(app, '/posts/:slug/', {
    schema: {
      ...describe('A post, in the other language where it has no text in that of the request'),
      params: SlugParams,
      response: { 200: Post, ...problemResponses, 404: Problem },
    },
    read: ({ params, locale }) => getPost(params.slug, locale),
    answerMember: async (request) => {
      const { slug } = SlugParams.parse(request.params)
      return (await getPost(slug, request.locale, viewerOf(request))).value
    },
  })

  publicRead(app, '/tags/', {
    schema: {
      ...describe('The tags of the news, the most used first, with how many posts of the language have each'),
      response: { 200: z.array(PostTagCount), 401: Problem, 429: RateLimited },
    },
    read: ({ locale }) => listPostTags(locale),
  })

  app.get(
    '/posts/:slug/preview/',
    {
      onRequest: signedIn,
      schema: {
        ...personal('A post whatever its status; for admins'),
        params: SlugParams,
        response: { 200: PostPreview, ...problemResponses, 403: Problem, 404: Problem },
      },
    },
    async (request) => {
      if (viewerOf(request).role !== 'admin')
        throw new HttpProblem(403, 'blog.problem.admins_only', { code: 'forbidden' })
      return getPostPreview(request.params.slug, request.locale)
    },
  )

  app.post(
    '/posts/:slug/save/',
    {
      onRequest: signedIn,
      config: { limit: 'save' },
      schema: {
        ...personal('Saves a post; idempotent'),
        params: SlugParams,
        response: { 200: SavedState, ...problemResponses, 404: Problem },
      },
    },
    async (request) => {
      await savePost(viewerOf(request).id, request.params.slug)
      return { is_saved: true }
    },
  )

  app.delete(
    '/posts/:slug/unsave/',
    {
      onRequest: signedIn,
      config: { limit: 'save' },
      schema: {
        ...personal('Unsaves a post; idempotent'),
        params: SlugParams,
        response: { 200: SavedState, ...problemResponses, 404: Problem },
      },
    },
    async (request) => {
      await unsavePost(viewerOf(request).id, request.params.slug)
      return { is_saved: false }
    },
  )

  app.get(
    '/saved/',
    {
      onRequest: signedIn,
      schema: {
        ...personal("One's saved posts, the latest saved first"),
        querystring: PageQuery,
        response: { 200: SavedPostPage, ...problemResponses },
      },
    },
    async (request) => listSavedPosts(viewerOf(request).id, request.query, request.locale),
  )
}
