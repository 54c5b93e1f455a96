import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { maxUnreadComments } from '#shared/forum/reading.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { eraseMarkedAccounts } from '../../../server/users/erasure.ts'
import { get, openApp, post, put, remove, sql } from '../../support/app.ts'
import { writeComment } from '../../support/commenting.ts'
import { createComment, createPoster, createSection, createThread } from '../../support/forum.ts'
import { cheap_password_hash as password_hash, password } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

type Thread = { id: number; meta_slug: string }
const read = (thread: Thread, comment_id: number, as?: Person) =>
  put(forumPaths.api.threadReading(thread.meta_slug), { comment_id }, { as })
const markOf = async (thread: Thread, as: Person) => {
  const { unread, read_comment_id } = (await get(forumPaths.api.thread(thread.meta_slug), { as })).body
  return { unread, read_comment_id }
}
type Cards = { body: { results: { id: number; unread?: unknown }[] } }
const unreadIn = async (path: string, { id }: Thread, as?: Person) => {
  const { body }: Cards = await get(path, { as })
  return body.results.find((card) => card.id === id)
}
const createComments = async (thread: Thread, count: number, options: Parameters<typeof createComment>[0] = {}) => {
  const comments = []
  for (let index = 0; index < count; index++) comments.push(await createComment({ thread, ...options }))
  return comments.map(({ id }) => id)
}

describe('PUT /api/forum/threads/{meta_slug}/reading/', () => {
  test('stores the last read comment, and the thread returns the count and the first of unread comments', async () => {
    const [member, thread] = [await createPoster(), await createThread()]
    const [first = 0, second = 0, third = 0] = await createComments(thread, 3)
    expect(await markOf(thread, member)).toEqual({ unread: null, read_comment_id: null })
    expect((await read(thread, first, member)).status).toBe(204)
    expect(await markOf(thread, member)).toEqual({ unread: { count: 2, first_id: second }, read_comment_id: first })
    await read(thread, third, member)
    expect(await markOf(thread, member)).toEqual({ unread: null, read_comment_id: third })
  })

  test('never moves the last read comment back, even with concurrent requests', async () => {
    const [member, thread] = [await createPoster(), await createThread()]
    const ids = await createComments(thread, 4)
    const answers = await Promise.all([3, 0, 2, 1].map((index) => read(thread, ids[index] ?? 0, member)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    await read(thread, ids[1] ?? 0, member)
    expect((await markOf(thread, member)).read_comment_id).toBe(ids[3])
    expect(await db.threadMember.count({ where: { user_id: member.id } })).toBe(1)
  })

  test('refuses visitors, unknown comments, and comments of threads that the member may not see', async () => {
    const [member, thread] = [await createPoster(), await createThread()]
    const [[id = 0], other] = [await createComments(thread, 1), await createComment()]
    const unseen = await createThread({ status: 'pending' })
    const [hidden = 0] = await createComments(unseen, 1)
    expect((await read(thread, id)).status).toBe(401)
    expect((await read(thread, other.id, member)).status).toBe(404)
    expect((await read(unseen, hidden, member)).status).toBe(404)
    const wrong = await read(thread, 0, member)
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['comment_id']])
    expect(await db.threadMember.count({ where: { user_id: member.id } })).toBe(0)
  })

  test('marks the notifications of these comments as read, and no others', async () => {
    const [author, writer] = [await createPoster(), await createPoster()]
    const [thread, other] = [await createThread({ author }), await createThread({ author })]
    const { body: first } = await writeComment(thread, 'The first', writer)
    await writeComment(thread, 'The second', writer)
    await writeComment(other, 'Elsewhere', writer)
    await read(thread, first.id, author)
    expect((await get(notificationPaths.api.count, { as: author })).body).toEqual({ unread: 2 })
  })
})

describe('the unread count of a thread', () => {
  test('is in every list of threads for members, and in none for visitors', async () => {
    const [member, section] = [await createPoster(), await createSection()]
    const title = `Reading ${section.slug}`
    const thread = await createThread({ author: member, section, title })
    const [first = 0, second = 0] = await createComments(thread, 2)
    await read(thread, first, member)
    await post(forumPaths.api.threadSave(thread.meta_slug), undefined, { as: member })
    const { threads, myThreads, savedThreads } = forumPaths.api
    const lists = [threads({ section: section.slug }), threads({ q: title }), myThreads(), savedThreads()]
    for (const list of lists)
      expect((await unreadIn(list, thread, member))?.unread).toEqual({ count: 1, first_id: second })
    await db.thread.update({ where: { id: thread.id }, data: { pinned_at: new Date() } })
    expect((await unreadIn(lists[0] ?? '', thread, member))?.unread).toEqual({ count: 1, first_id: second })
    for (const list of lists.slice(0, 2)) expect(await unreadIn(list, thread)).not.toHaveProperty('unread')
  })

  test("omits non-public comments and the member's own, and is empty for a muted thread", async () => {
    const [member, thread] = [await createPoster(), await createThread()]
    const [first = 0] = await createComments(thread, 1)
    await read(thread, first, member)
    await createComments(thread, 1, { author: member })
    await createComments(thread, 1, { hidden_at: new Date() })
    await createComments(thread, 1, { deleted_at: new Date() })
    await createComments(thread, 1, { status: 'pending' })
    expect((await markOf(thread, member)).unread).toBeNull()
    await createComments(thread, 1)
    expect((await markOf(thread, member)).unread).toMatchObject({ count: 1 })
    await put(forumPaths.api.threadWatch(thread.meta_slug), { watch: 'muted' }, { as: member })
    expect((await markOf(thread, member)).unread).toBeNull()
  })

  test('is at most a hundred', async () => {
    const [member, thread] = [await createPoster(), await createThread()]
    const [first = 0, second = 0] = await createComments(thread, 2)
    await sql.query(
      `INSERT INTO comment (thread_id, body, body_html, render_version) SELECT $1, 'x', 'x', 1 FROM generate_series(1, 150)`,
      [thread.id],
    )
    await read(thread, first, member)
    expect((await markOf(thread, member)).unread).toEqual({ count: maxUnreadComments, first_id: second })
  })

  test('uses the primary key of thread_member and the index of comments', async () => {
    await sql.query('SET enable_seqscan = off')
    const { rows } = await sql.query(
      `EXPLAIN SELECT FROM thread_member, comment WHERE thread_member.user_id = 1 AND thread_member.thread_id = 1
          AND comment.thread_id = 1 AND comment.id > thread_member.read_comment_id ORDER BY comment.id LIMIT 100`,
    )
    const plan = JSON.stringify(rows)
    for (const index of ['thread_member_pkey', 'comment_thread']) expect(plan).toContain(index)
  })

  test('is in the data export, and is deleted with the account', async () => {
    const [member, thread] = [await createPoster({ password_hash }), await createThread()]
    const [first = 0] = await createComments(thread, 1)
    await read(thread, first, member)
    await put(forumPaths.api.threadWatch(thread.meta_slug), { watch: 'muted' }, { as: member })
    const { body } = await get(paths.api.meExport, { as: member })
    expect(body.forum).toMatchObject({
      read_threads: [{ thread: thread.meta_slug, up_to_comment: first }],
      watched_threads: [{ thread: thread.meta_slug, watch: 'muted' }],
    })
    await remove(paths.api.me, { password }, { as: member })
    await eraseMarkedAccounts()
    expect(await db.threadMember.count({ where: { thread_id: thread.id } })).toBe(0)
  })
})
