import { describe, expect, test } from 'vitest'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import type { Notification } from '#shared/forum/notifications.ts'
import { db } from '../../../server/database/db.ts'
import { notify } from '../../../server/notifications/notify.ts'
import { app, get, openApp, patch, post, startApp } from '../../support/app.ts'
import { createComment, createThread } from '../../support/forum.ts'
import { mailsTo } from '../../support/mail.ts'
import { commentFor, createMember, jobsDone, sendNotification } from '../../support/notifications.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = notificationPaths
const list = async (as: Person, query = {}): Promise<Notification[]> =>
  (await get(api.notifications(query), { as })).body.results
const unread = async (as: Person): Promise<number> => (await get(api.count, { as })).body.unread

describe('a notification', () => {
  test('has its kind, its actor, and the thread and comment that it links to', async () => {
    const person = await createMember()
    const { thread, comment, author } = await commentFor(person)
    expect(await list(person)).toEqual([
      {
        id: expect.any(Number),
        kind: 'comment',
        actor: { username: author.username, avatar_color: '#4c2fa2', is_team: false },
        thread: { meta_slug: thread.meta_slug, title: thread.title },
        count: 1,
        comment_id: comment.id,
        note: null,
        created_at: expect.stringMatching(/Z$/),
        ends_at: null,
        is_read: false,
      },
    ])
    expect(await unread(person)).toBe(1)
    expect(await list(await createPerson())).toEqual([])
  })

  test('is not created for the member who acted', async () => {
    const person = await createMember()
    await commentFor(person, { author: person })
    expect(await list(person)).toEqual([])
  })

  test('is created once if one event creates it several times concurrently', async () => {
    const person = await createMember()
    const { id: thread_id } = await createThread({ author: person })
    const published = { user_id: person.id, kind: 'thread_published', key: 'published:1', thread_id } as const
    await Promise.all([sendNotification(published), sendNotification(published), sendNotification(published)])
    await sendNotification(published)
    expect(await list(person)).toHaveLength(1)
  })

  test('does not contain the name of the moderator who decided', async () => {
    const person = await createMember()
    const { id: thread_id } = await createThread({ author: person })
    const moderator = await createPerson({ role: 'moderator' })
    await sendNotification({
      user_id: person.id,
      kind: 'thread_published',
      key: 'x',
      thread_id,
      actor_id: moderator.id,
    })
    expect(await list(person)).toMatchObject([{ kind: 'thread_published', actor: null, comment_id: null }])
  })

  test('is neither stored nor mailed if the transaction fails', async () => {
    const person = await createMember()
    const { id: thread_id } = await createThread({ author: person })
    const recipient = { user_id: person.id, kind: 'thread_published' } as const
    const failing = db.$transaction(async (transaction) => {
      await notify({ transaction, jobs: app.jobs }, [recipient], { key: 'published:1', thread_id })
      throw new Error('too late')
    })
    await expect(failing).rejects.toThrow('too late')
    await jobsDone()
    expect(await list(person)).toEqual([])
    expect(mailsTo(person.email)).toEqual([])
  })

  test("has a null actor if the actor's account was removed", async () => {
    const person = await createMember()
    const { author } = await commentFor(person)
    await db.user.delete({ where: { id: author.id } })
    expect(await list(person)).toMatchObject([{ kind: 'comment', actor: null }])
  })
})

const ofThread = (id: number, data: object) => db.thread.update({ where: { id }, data })
const ofComment = (id: number, data: object) => db.comment.update({ where: { id }, data })
type Made = { thread: { id: number }; comment: { id: number } }
const away: [string, (made: Made) => Promise<unknown>, (made: Made) => Promise<unknown>][] = [
  [
    'the comment is hidden',
    ({ comment }) => ofComment(comment.id, { hidden_at: new Date() }),
    ({ comment }) => ofComment(comment.id, { hidden_at: null }),
  ],
  [
    'the comment is held',
    ({ comment }) => ofComment(comment.id, { status: 'pending' }),
    ({ comment }) => ofComment(comment.id, { status: 'published' }),
  ],
  [
    'the comment is deleted',
    ({ comment }) => ofComment(comment.id, { deleted_at: new Date() }),
    ({ comment }) => ofComment(comment.id, { deleted_at: null }),
  ],
  [
    'the thread is hidden',
    ({ thread }) => ofThread(thread.id, { hidden_at: new Date() }),
    ({ thread }) => ofThread(thread.id, { hidden_at: null }),
  ],
  [
    'the thread is pending',
    ({ thread }) => ofThread(thread.id, { status: 'pending' }),
    ({ thread }) => ofThread(thread.id, { status: 'published' }),
  ],
  [
    'the thread is deleted',
    ({ thread }) => ofThread(thread.id, { deleted_at: new Date() }),
    ({ thread }) => ofThread(thread.id, { deleted_at: null }),
  ],
]

describe('a notification about a text that is not public', () => {
  test.each(away)('is omitted while %s, for moderators too, and reappears as unread', async (_why, hide, show) => {
    const person = await createPerson({ role: 'moderator' })
    const made = await commentFor(person)
    const { id } = (await list(person))[0] ?? { id: 0 }
    await hide(made)
    expect([await list(person), await unread(person)]).toEqual([[], 0])
    await post(api.read, { up_to: id }, { as: person })
    await show(made)
    expect([(await list(person)).length, await unread(person)]).toEqual([1, 1])
  })

  test('of a decision is omitted once the thread has another status', async () => {
    const person = await createMember()
    const thread = await createThread({ author: person, status: 'rejected' })
    await sendNotification({ user_id: person.id, kind: 'thread_rejected', key: 'rejected:1', thread_id: thread.id })
    expect(await list(person)).toMatchObject([{ kind: 'thread_rejected', thread: { title: thread.title } }])
    await ofThread(thread.id, { status: 'pending' })
    expect(await list(person)).toEqual([])
    await ofThread(thread.id, { status: 'published', published_at: new Date() })
    await sendNotification({ user_id: person.id, kind: 'thread_published', key: 'published:1', thread_id: thread.id })
    expect(await list(person)).toMatchObject([{ kind: 'thread_published' }])
  })

  test('is listed without the thread if it is about a handled report', async () => {
    const person = await createMember()
    const comment = await createComment()
    const { thread_id } = comment
    const handled = { user_id: person.id, kind: 'report_handled', key: 'report:1', thread_id } as const
    await sendNotification({ ...handled, comment_id: comment.id })
    expect(await list(person)).toMatchObject([{ thread: { title: expect.any(String) }, comment_id: comment.id }])
    await ofComment(comment.id, { deleted_at: new Date(), is_removed: true })
    expect(await list(person)).toMatchObject([{ thread: { title: expect.any(String) }, comment_id: null }])
    await ofThread(thread_id, { hidden_at: new Date() })
    expect(await list(person)).toMatchObject([{ kind: 'report_handled', thread: null, comment_id: null }])
  })
})

describe('GET /api/notifications/', () => {
  test('lists notifications latest first, page by page', async () => {
    const person = await createMember()
    const ids: number[] = []
    for (let made = 0; made < 5; made++) ids.unshift((await commentFor(person)).comment.id)
    const first = (await get(api.notifications({ limit: 2 }), { as: person })).body
    expect(first.results.map(({ comment_id }: Notification) => comment_id)).toEqual(ids.slice(0, 2))
    // A new notification does not move the others.
    await commentFor(person)
    const second = (await get(first.next, { as: person })).body
    const third = (await get(second.next, { as: person })).body
    const others = [...second.results, ...third.results]
    expect(others.map(({ comment_id }: Notification) => comment_id)).toEqual(ids.slice(2))
    expect(third.next).toBeNull()
  })
})

describe('POST /api/notifications/read/', () => {
  test("marks the member's notifications up to an id as read, and no later notifications", async () => {
    const [person, other] = [await createMember(), await createMember()]
    await commentFor(other)
    await commentFor(person)
    await commentFor(person)
    const up_to = (await list(person))[0]?.id
    await commentFor(person)
    const { status, body } = await post(api.read, { up_to }, { as: person })
    expect([status, body]).toEqual([200, { unread: 1 }])
    expect((await list(person)).map(({ is_read }) => is_read)).toEqual([false, true, true])
    expect(await unread(other)).toBe(1)
    expect((await post(api.read, { up_to }, { as: person })).body).toEqual({ unread: 1 })
  })

  test.each([0, 1.5, 'x', 2_147_483_648, null])('names the invalid field with 400: %j', async (up_to) => {
    const { status, body } = await post(api.read, { up_to }, { as: await createPerson() })
    expect([status, Object.keys(body)]).toEqual([400, ['up_to']])
  })
})

describe('GET and PATCH /api/notifications/settings/', () => {
  test('are at_once for decisions and daily for activity by default, and can be changed one by one', async () => {
    const person = await createPerson()
    const settings = { moderation_mail: 'at_once', activity_mail: 'daily' }
    expect((await get(api.settings, { as: person })).body).toEqual(settings)
    const changed = { ...settings, activity_mail: 'none' }
    expect((await patch(api.settings, { activity_mail: 'none' }, { as: person })).body).toEqual(changed)
    expect((await get(api.settings, { as: person })).body).toEqual(changed)
    expect((await patch(api.settings, {}, { as: person })).body).toEqual(changed)
  })

  test('name the invalid field with 400', async () => {
    const { status, body } = await patch(api.settings, { moderation_mail: 'hourly' }, { as: await createPerson() })
    expect([status, Object.keys(body)]).toEqual([400, ['moderation_mail']])
  })
})

test('a visitor gets 401 for every notification route', async () => {
  for (const path of [api.notifications(), api.count, api.settings]) expect((await get(path)).status).toBe(401)
  expect((await post(api.read, { up_to: 1 })).status).toBe(401)
  expect((await patch(api.settings, {})).status).toBe(401)
})

test('notification requests are limited per member', async () => {
  const of = await startApp({ LIMITS: 'on' })
  const as = await createPerson()
  let status = 200
  for (let requests = 0; status === 200 && requests < 300; requests++)
    status = (await get(api.count, { as, of })).status
  expect(status).toBe(429)
  expect((await get(api.count, { as: await createPerson(), of })).status).toBe(200)
})
