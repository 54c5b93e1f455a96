import { describe, expect, test } from 'vitest'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import type { Notification } from '#shared/forum/notifications.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, post, sql } from '../../support/app.ts'
import { createThread } from '../../support/forum.ts'
import { commentFor, createMember, sendNotification } from '../../support/notifications.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = notificationPaths
const list = async (as: Person): Promise<Notification[]> => (await get(api.notifications(), { as })).body.results
const unread = async (as: Person): Promise<number> => (await get(api.count, { as })).body.unread
const readAll = async (as: Person) => post(api.read, { up_to: (await list(as))[0]?.id }, { as })

async function commentsFor(person: Person, count: number) {
  const thread = await createThread({ author: person })
  const ids: number[] = []
  for (let made = 0; made < count; made++) ids.push((await commentFor(person, { thread })).comment.id)
  return { thread, ids }
}

describe('notifications of comments in a thread', () => {
  test('are grouped into one, which links to the first comment', async () => {
    const person = await createMember()
    const { thread, ids } = await commentsFor(person, 3)
    await commentFor(person)
    expect(await list(person)).toMatchObject([
      { count: 1 },
      { kind: 'comment', count: 3, comment_id: ids[0], thread: { meta_slug: thread.meta_slug }, is_read: false },
    ])
    expect(await unread(person)).toBe(2)
  })

  test('are marked as read together, and later comments form a new group', async () => {
    const person = await createMember()
    const { thread, ids } = await commentsFor(person, 2)
    expect((await readAll(person)).body).toEqual({ unread: 0 })
    const { comment } = await commentFor(person, { thread })
    expect(await list(person)).toMatchObject([
      { count: 1, comment_id: comment.id, is_read: false },
      { count: 2, comment_id: ids[0], is_read: true },
    ])
    expect(await unread(person)).toBe(1)
  })

  test('do not count hidden and deleted comments', async () => {
    const person = await createMember()
    const { ids } = await commentsFor(person, 3)
    await db.comment.update({ where: { id: ids[2] ?? 0 }, data: { deleted_at: new Date() } })
    expect(await list(person)).toMatchObject([{ count: 2, comment_id: ids[0] }])
    await db.comment.update({ where: { id: ids[0] ?? 0 }, data: { hidden_at: new Date() } })
    expect(await list(person)).toMatchObject([{ count: 1, comment_id: ids[1] }])
  })

  test('are listed beside replies and mentions, which are not grouped', async () => {
    const person = await createMember()
    const { thread, ids } = await commentsFor(person, 2)
    const written = { user_id: person.id, thread_id: thread.id, comment_id: ids[0] ?? 0 }
    await sendNotification({ ...written, kind: 'reply', key: 'a reply' })
    await sendNotification({ ...written, kind: 'mention', key: 'a mention' })
    expect((await list(person)).map(({ kind, count }) => [kind, count])).toEqual([
      ['mention', 1],
      ['reply', 1],
      ['comment', 2],
    ])
    expect(await unread(person)).toBe(3)
  })

  test('count up to a hundred comments, and form one group across the pages of the list', async () => {
    const person = await createMember()
    const { thread } = await commentsFor(person, 1)
    await sql.query(
      `WITH said AS (INSERT INTO comment (thread_id, body, body_html, render_version)
                     SELECT $1, 'x', 'x', 1 FROM generate_series(1, 150) RETURNING id)
       INSERT INTO notification (user_id, kind, key, thread_id, comment_id)
       SELECT $2, 'followed_comment', 'comment:' || id, $1, id FROM said`,
      [thread.id, person.id],
    )
    await commentFor(person)
    const first = (await get(api.notifications({ limit: 1 }), { as: person })).body
    const second = (await get(first.next, { as: person })).body
    expect(second.results).toMatchObject([{ kind: 'followed_comment', count: 100 }])
    expect(second.next).toBeNull()
  })

  test('are found with an index', async () => {
    await sql.query('SET enable_seqscan = off')
    const { rows } = await sql.query(
      `EXPLAIN SELECT FROM notification AS other WHERE user_id = 1 AND thread_id = 1 AND id > 1
          AND other.kind IN ('comment', 'followed_comment') ORDER BY id LIMIT 1`,
    )
    expect(JSON.stringify(rows)).toContain('notification_of_comments')
  })
})
