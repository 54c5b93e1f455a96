import { blogPaths } from '#shared/blog/paths.ts'
import { get, post, remove } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { createPost } from '../blog.ts'
import { createPerson } from '../people.ts'

type Cases = Record<string, TestResponse>
const stranger = { token: 'nonsense' }

const changing = async (change: (slug: string, as?: { token: string }) => Promise<TestResponse>): Promise<Cases> => {
  const [{ slug }, as] = [await createPost(), await createPerson()]
  return {
    200: await change(slug, as),
    400: await change('a\0b', as),
    401: await change(slug),
    404: await change('no-such-post', as),
  }
}

/** Requests that produce each documented status of the blog routes. */
export function blogAnswers() {
  const { api } = blogPaths
  return {
    'GET /api/blog/posts/': async () => ({
      200: await get(api.posts()),
      400: await get('/api/blog/posts/?limit=0'),
      401: await get(api.posts(), { as: stranger }),
    }),
    'GET /api/blog/posts/{slug}/': async () => {
      const { slug } = await createPost()
      return {
        200: await get(api.post(slug)),
        '200 as a member': await get(api.post(slug), { as: await createPerson() }),
        400: await get(api.post('a\0b')),
        401: await get(api.post(slug), { as: stranger }),
        404: await get(api.post('no-such-post')),
      }
    },
    'GET /api/blog/tags/': async () => ({ 200: await get(api.tags), 401: await get(api.tags, { as: stranger }) }),
    'GET /api/blog/posts/{slug}/preview/': async () => {
      const { slug } = await createPost({ status: 'draft', published_at: null })
      const as = await createPerson({ role: 'admin' })
      return {
        200: await get(api.preview(slug), { as }),
        400: await get(api.preview('a\0b'), { as }),
        401: await get(api.preview(slug)),
        403: await get(api.preview(slug), { as: await createPerson() }),
        404: await get(api.preview('no-such-post'), { as }),
      }
    },
    'POST /api/blog/posts/{slug}/save/': () => changing((slug, as) => post(api.save(slug), undefined, { as })),
    'DELETE /api/blog/posts/{slug}/unsave/': () => changing((slug, as) => remove(api.unsave(slug), undefined, { as })),
    'GET /api/blog/saved/': async () => {
      const as = await createPerson()
      return {
        200: await get(api.saved(), { as }),
        400: await get(`${api.saved()}?limit=0`, { as }),
        401: await get(api.saved()),
      }
    },
  }
}
