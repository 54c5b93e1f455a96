import { forumPaths } from '#shared/forum/paths.ts'
import { get, patch, post, remove } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { createMember, readComments, writeComment } from '../commenting.ts'
import { createComment, createThread } from '../forum.ts'

type As = { token: string } | undefined
type Cases = Record<string, TestResponse>
const nonsense = { token: 'nonsense' }
const { comment, foundComments, commentRestore, commentVote, replies, threadEvents } = forumPaths.api
const noId = 2_000_000_000

/** Cases of an action on a comment, which is another member's if `isOfOthers`, else the member's own. */
async function ofComment(
  ask: (id: number, as: As) => Promise<TestResponse>,
  isOfOthers: boolean,
): Promise<Omit<Cases, '200'>> {
  const as = await createMember()
  const { id } = await createComment(isOfOthers ? {} : { author: as })
  return { 400: await ask(0, as), 401: await ask(id, undefined), 403: await ask(id, as), 404: await ask(noId, as) }
}
const change = (id: number, as: As) => patch(comment(id), { body: 'Changed' }, { as })
const drop = (id: number, as: As) => remove(comment(id), undefined, { as })
const like = (id: number, as: As) => post(commentVote(id), { value: 'like' }, { as })
const restore = (id: number, as: As) => post(commentRestore(id), undefined, { as })
const none = { meta_slug: 'none' }

export const commentAnswers = (): Record<string, () => Promise<Cases>> => ({
  'GET /api/forum/threads/{meta_slug}/comments/': async () => {
    const thread = await createThread()
    await createComment({ parent: await createComment({ thread }) })
    return {
      200: await readComments(thread),
      '200 as a member': await readComments(thread, {}, await createMember()),
      400: await readComments(thread, { limit: 51 }),
      401: await readComments(thread, {}, nonsense),
      404: await readComments(none),
    }
  },
  'GET /api/forum/comments/': async () => {
    const { body } = await createComment()
    return {
      200: await get(foundComments({ q: body })),
      400: await get(foundComments({ q: body, limit: 0 })),
      401: await get(foundComments({ q: body }), { as: nonsense }),
    }
  },
  'GET /api/forum/comments/{id}/replies/': async () => {
    const top = await createComment()
    await createComment({ parent: top })
    return {
      200: await get(replies(top.id)),
      400: await get(replies(0)),
      401: await get(replies(top.id), { as: nonsense }),
      404: await get(replies(noId)),
    }
  },
  'GET /api/forum/threads/{meta_slug}/events/': async () => ({
    400: await get(threadEvents('a\0b')),
    404: await get(threadEvents('none')),
  }),
  'POST /api/forum/threads/{meta_slug}/comments/': async () => {
    const [thread, as] = [await createThread(), await createMember()]
    const pending = await createThread({ author: as, status: 'pending' })
    return {
      201: await writeComment(thread, 'Hello', as),
      400: await writeComment(thread, '', as),
      401: await writeComment(thread, 'Hello', undefined),
      403: await writeComment(pending, 'Hello', as),
      404: await writeComment(none, 'Hello', as),
    }
  },
  'PATCH /api/forum/comments/{id}/': async () => {
    const author = await createMember()
    return { 200: await change((await createComment({ author })).id, author), ...(await ofComment(change, true)) }
  },
  'DELETE /api/forum/comments/{id}/': async () => {
    const author = await createMember()
    return { 204: await drop((await createComment({ author })).id, author), ...(await ofComment(drop, true)) }
  },
  'POST /api/forum/comments/{id}/vote/': async () => ({
    200: await like((await createComment()).id, await createMember()),
    ...(await ofComment(like, false)),
  }),
  'POST /api/forum/comments/{id}/restore/': async () => {
    const author = await createMember()
    const { 403: _, ...refused } = await ofComment(restore, true)
    return { 200: await restore((await createComment({ author, deleted_at: new Date() })).id, author), ...refused }
  },
})
