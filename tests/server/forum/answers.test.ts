import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { db } from '../../../server/database/db.ts'
import { purgeDeletedTexts } from '../../../server/forum/purge-deleted-texts.ts'
import { get, openApp, post, put, remove } from '../../support/app.ts'
import { createComment, createPoster, createSection, createThread } from '../../support/forum.ts'
import type { Person } from '../../support/people.ts'

await openApp()

type Thread = { id: number; meta_slug: string }
const { api } = forumPaths
const mark = ({ meta_slug }: Thread, comment_id: number, as?: Person) =>
  put(api.threadAnswer(meta_slug), { comment_id }, { as })
const unmark = ({ meta_slug }: Thread, as?: Person) => remove(api.threadAnswer(meta_slug), undefined, { as })
const read = async ({ meta_slug }: Thread, as?: Person) => (await get(api.thread(meta_slug), { as })).body
const answerIn = async (thread: Thread, as?: Person) => {
  const { answer, is_answered } = await read(thread, as)
  expect(is_answered).toBe(answer !== null)
  return answer?.id ?? null
}

async function create() {
  const [author, writer] = [await createPoster(), await createPoster()]
  const section = await createSection()
  const thread = await createThread({ author, section })
  const body_html = '<p>Do <strong>this</strong> &amp; that.</p>\n'
  const first = await createComment({ thread, author: writer, body_html })
  const second = await createComment({ thread, author: writer })
  return { author, writer, section, thread, first, second }
}

describe('PUT /api/forum/threads/{meta_slug}/answer/', () => {
  test('shows the answer to every reader, and marks the thread in lists', async () => {
    const { author, writer, section, thread, first, second } = await create()
    expect(await answerIn(thread)).toBeNull()
    const { status, body } = await mark(thread, first.id, author)
    expect([status, body.answer.id, body.is_answered]).toEqual([200, first.id, true])
    const answer = { id: first.id, author: { username: writer.username }, excerpt: 'Do this & that.' }
    await expect.poll(async () => (await read(thread)).answer).toMatchObject(answer)
    const [card] = (await get(api.threads({ section: section.slug }))).body.results
    expect(card.is_answered).toBe(true)
    await mark(thread, second.id, author)
    await expect.poll(() => answerIn(thread)).toBe(second.id)
    expect((await unmark(thread, author)).status).toBe(200)
    expect((await unmark(thread, author)).status).toBe(200)
    await expect.poll(() => answerIn(thread)).toBeNull()
  })

  test('is allowed for the author of the thread and for moderators, and audited for moderators', async () => {
    const { author, writer, thread, first, second } = await create()
    const moderator = await createPoster({ role: 'moderator' })
    for (const send of [() => mark(thread, first.id), () => unmark(thread)]) expect((await send()).status).toBe(401)
    for (const send of [() => mark(thread, first.id, writer), () => unmark(thread, writer)])
      expect((await send()).body).toMatchObject({ code: 'forbidden' })
    await mark(thread, second.id, author)
    expect((await mark(thread, first.id, moderator)).status).toBe(200)
    expect((await mark(thread, first.id, moderator)).status).toBe(200)
    await unmark(thread, moderator)
    const noted = await db.auditEntry.findMany({ where: { target: thread.meta_slug }, orderBy: { id: 'asc' } })
    expect(noted).toMatchObject([
      { action: 'thread_answered', before: { answer: second.id }, after: { answer: first.id } },
      { action: 'thread_unanswered', before: { answer: first.id }, after: { answer: null } },
    ])
  })

  test('refuses comments that are not public or of another thread, and threads that are not public', async () => {
    const { author, thread } = await create()
    const wrong = [
      await createComment(),
      await createComment({ thread, deleted_at: new Date() }),
      await createComment({ thread, hidden_at: new Date() }),
      await createComment({ thread, status: 'pending' }),
    ]
    for (const { id } of wrong) {
      const { status, body } = await mark(thread, id, author)
      expect([status, Object.keys(body)]).toEqual([400, ['comment_id']])
    }
    expect(Object.keys((await mark(thread, 0, author)).body)).toEqual(['comment_id'])
    const pending = await createThread({ author, status: 'pending' })
    expect((await mark(pending, 1, author)).status).toBe(403)
    expect((await mark(pending, 1, await createPoster())).status).toBe(404)
  })

  test('stores one answer when several comments are marked concurrently', async () => {
    const { author, thread, first, second } = await create()
    const moderator = await createPoster({ role: 'moderator' })
    const answers = await Promise.all(
      [first, second, first, second].map(({ id }, index) => mark(thread, id, index % 2 ? moderator : author)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await db.threadAnswer.count({ where: { thread_id: thread.id } })).toBe(1)
  })
})

describe('the answer of a thread', () => {
  test('disappears from every cached page when its comment is deleted, and returns with it', async () => {
    const { author, writer, section, thread, first } = await create()
    const moderator = await createPoster({ role: 'moderator' })
    await mark(thread, first.id, author)
    const isMarked = async () => {
      const [card] = (await get(api.threads({ section: section.slug }))).body.results
      return [card.is_answered, (await answerIn(thread)) !== null]
    }
    await expect.poll(isMarked).toEqual([true, true])
    await remove(api.comment(first.id), undefined, { as: writer })
    await expect.poll(isMarked).toEqual([false, false])
    expect(await answerIn(thread, moderator)).toBeNull()
    await post(api.commentRestore(first.id), undefined, { as: writer })
    await expect.poll(isMarked).toEqual([true, true])
    await db.comment.update({ where: { id: first.id }, data: { hidden_at: new Date() } })
    await expect.poll(isMarked).toEqual([false, false])
  })

  test('is deleted when its comment is purged', async () => {
    const { author, thread, first } = await create()
    await mark(thread, first.id, author)
    const deleted_at = new Date(Date.now() - 2 * 86_400_000)
    await db.comment.update({ where: { id: first.id }, data: { deleted_at } })
    await purgeDeletedTexts(60_000)
    expect(await db.threadAnswer.count({ where: { thread_id: thread.id } })).toBe(0)
    expect(await answerIn(thread, author)).toBeNull()
  })

  test('has a null author when the account was removed', async () => {
    const { author, thread } = await create()
    const { id } = await createComment({ thread, author: null })
    await mark(thread, id, author)
    expect((await read(thread)).answer).toMatchObject({ id, author: null })
  })
})
