import { forumPaths } from '#shared/forum/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, patch, post, put, remove } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { createComment, createPoster, createSection, createThread } from '../forum.ts'
import { createPerson } from '../people.ts'
import type { Person } from '../people.ts'

type Cases = Record<string, TestResponse>
const { api } = forumPaths
const nobody = { token: 'nonsense' }

const reading = async (path: string, wrong?: string, as?: Person): Promise<Cases> => ({
  200: await get(path, { as }),
  ...(wrong && { 400: await get(wrong, { as }) }),
  401: await get(path, { as: nobody }),
})
type Ask = (meta_slug: string, as: { token: string } | undefined) => Promise<TestResponse>
/** Cases of a thread: the member's own, an invalid slug, a visitor's request, another member's hidden one. */
const ofThread = async (ask: Ask, status: number, changes: Parameters<typeof createThread>[0] = {}): Promise<Cases> => {
  const author = await createPoster()
  const { meta_slug } = await createThread({ author, ...changes })
  const unseen = await createThread({ status: 'pending' })
  return {
    400: await ask('a\0b', author),
    401: await ask(meta_slug, undefined),
    404: await ask(unseen.meta_slug, author),
    [status]: await ask(meta_slug, author),
  }
}
const asStranger = async (ask: Ask): Promise<Cases> => ({
  403: await ask((await createThread()).meta_slug, await createPoster()),
})

const change: Ask = (meta_slug, as) => patch(api.thread(meta_slug), { title: 'Another title' }, { as })
const drop: Ask = (meta_slug, as) => remove(api.thread(meta_slug), undefined, { as })
const vote: Ask = (meta_slug, as) => post(api.threadVote(meta_slug), { value: 'like' }, { as })

const read = (meta_slug: string, comment_id: number, as?: Person) =>
  put(api.threadReading(meta_slug), { comment_id }, { as })
const mark = (meta_slug: string, comment_id: number, as?: Person) =>
  put(api.threadAnswer(meta_slug), { comment_id }, { as })
const unmark: Ask = (meta_slug, as) => remove(api.threadAnswer(meta_slug), undefined, { as })

/** Requests that produce each documented status of the thread routes. */
export function threadAnswers(): Record<string, () => Promise<Cases>> {
  const draft = { title: 'A title', section: '', description: '' }
  return {
    'GET /api/forum/sections/': () => reading(api.sections, `${api.sections}?languages=en`),
    'GET /api/forum/authors/': async () => {
      const [as, thread] = [await createPoster(), await createThread()]
      return {
        200: await get(api.authors({ thread: thread.meta_slug }), { as }),
        400: await get(api.authors({ q: 'a'.repeat(31) }), { as }),
        401: await get(api.authors({ thread: thread.meta_slug })),
      }
    },
    'GET /api/forum/threads/': async () => {
      await createThread()
      const unknown = await get(api.threads({ section: 'none' }))
      return { ...(await reading(api.threads(), '/api/forum/threads/?limit=0')), 404: unknown }
    },
    'GET /api/forum/threads/{meta_slug}/': async () => {
      const { meta_slug } = await createThread()
      const cases = await reading(api.thread(meta_slug), api.thread('a\0b'))
      const asMember = await get(api.thread(meta_slug), { as: await createPerson() })
      return { ...cases, '200 as a member': asMember, 404: await get(api.thread('none')) }
    },
    'POST /api/forum/threads/': async () => {
      const section = await createSection()
      const body = { title: 'A title', section: section.slug, description: 'A description' }
      return {
        201: await post(api.threads(), body, { as: await createPoster() }),
        400: await post(api.threads(), {}, { as: await createPoster() }),
        401: await post(api.threads(), body),
        403: await post(api.threads(), body, { as: await createPerson() }),
      }
    },
    'PATCH /api/forum/threads/{meta_slug}/': async () => ({
      ...(await ofThread(change, 200, { created_at: new Date() })),
      ...(await asStranger(change)),
    }),
    'DELETE /api/forum/threads/{meta_slug}/': async () => ({
      ...(await ofThread(drop, 204)),
      ...(await asStranger(drop)),
    }),
    'POST /api/forum/threads/{meta_slug}/restore/': () =>
      ofThread((meta_slug, as) => post(api.threadRestore(meta_slug), undefined, { as }), 200, {
        deleted_at: new Date(),
      }),
    'POST /api/forum/threads/{meta_slug}/vote/': async () => ({
      ...(await ofThread(vote, 403)),
      200: await vote((await createThread()).meta_slug, await createPerson()),
    }),
    'POST /api/forum/threads/{meta_slug}/save/': () =>
      ofThread((meta_slug, as) => post(api.threadSave(meta_slug), undefined, { as }), 200),
    'DELETE /api/forum/threads/{meta_slug}/unsave/': () =>
      ofThread((meta_slug, as) => remove(api.threadUnsave(meta_slug), undefined, { as }), 200),
    'PUT /api/forum/threads/{meta_slug}/watch/': async () => ({
      ...(await ofThread((meta_slug, as) => put(api.threadWatch(meta_slug), { watch: 'muted' }, { as }), 200)),
      400: await put(api.threadWatch((await createThread()).meta_slug), { watch: 'x' }, { as: await createPerson() }),
    }),
    'PUT /api/forum/threads/{meta_slug}/answer/': async () => {
      const author = await createPoster()
      const thread = await createThread({ author })
      const { id } = await createComment({ thread })
      return {
        200: await mark(thread.meta_slug, id, author),
        400: await mark(thread.meta_slug, 0, author),
        401: await mark(thread.meta_slug, id),
        403: await mark(thread.meta_slug, id, await createPoster()),
        404: await mark('none', id, author),
      }
    },
    'DELETE /api/forum/threads/{meta_slug}/answer/': async () => {
      return { ...(await ofThread(unmark, 200)), ...(await asStranger(unmark)) }
    },
    'PUT /api/forum/threads/{meta_slug}/reading/': async () => {
      const [as, { id, thread_id }] = [await createPerson(), await createComment()]
      const { meta_slug } = await db.thread.findUniqueOrThrow({ where: { id: thread_id } })
      return {
        204: await read(meta_slug, id, as),
        400: await read(meta_slug, 0, as),
        401: await read(meta_slug, id),
        404: await read('none', id, as),
      }
    },
    'GET /api/forum/saved/': async () => {
      const as = await createPerson()
      await post(api.threadSave((await createThread()).meta_slug), undefined, { as })
      return reading(api.savedThreads(), '/api/forum/saved/?limit=0', as)
    },
    'GET /api/forum/my-threads/': async () => {
      const author = await createPerson()
      await createThread({ author })
      return reading(api.myThreads(), '/api/forum/my-threads/?limit=0', author)
    },
    'GET /api/forum/draft/': async () => {
      const as = await createPerson()
      const none = await get(api.draft, { as })
      await put(api.draft, draft, { as })
      return { ...(await reading(api.draft, undefined, as)), '200 without one': none }
    },
    'PUT /api/forum/draft/': async () => {
      const as = await createPerson()
      return {
        200: await put(api.draft, draft, { as }),
        400: await put(api.draft, {}, { as }),
        401: await put(api.draft, draft),
      }
    },
    'DELETE /api/forum/draft/': async () => ({
      204: await remove(api.draft, undefined, { as: await createPerson() }),
      401: await remove(api.draft),
    }),
    'POST /api/forum/preview/': async () => {
      const as = await createPerson()
      return {
        200: await post(api.preview, { text: '*a*' }, { as }),
        400: await post(api.preview, {}, { as }),
        401: await post(api.preview, { text: '' }),
      }
    },
  }
}
