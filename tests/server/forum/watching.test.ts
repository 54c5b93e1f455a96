import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import type { Notification } from '#shared/forum/notifications.ts'
import type { WatchLevel } from '#shared/forum/watch.ts'
import { db } from '../../../server/database/db.ts'
import { notifyFollowers } from '../../../server/notifications/notify.ts'
import { queueDigests } from '../../../server/notifications/notification-mails.ts'
import { app, get, openApp, patch, post, put, sql } from '../../support/app.ts'
import { writeComment } from '../../support/commenting.ts'
import { createComment, createPoster, createThread } from '../../support/forum.ts'
import { lastMailTo, mailsTo } from '../../support/mail.ts'
import { jobsDone } from '../../support/notifications.ts'
import type { Person } from '../../support/people.ts'

await openApp()

type Thread = { meta_slug: string }
const watch = (thread: Thread, level: WatchLevel, as?: Person) =>
  put(forumPaths.api.threadWatch(thread.meta_slug), { watch: level }, { as })
const stateOf = async (thread: Thread, as: Person) =>
  (await get(forumPaths.api.thread(thread.meta_slug), { as })).body.watch as WatchLevel
const list = async (as: Person): Promise<Notification[]> =>
  (await get(notificationPaths.api.notifications(), { as })).body.results
const kindsOf = async (as: Person) => {
  await jobsDone()
  return (await list(as)).map(({ kind }) => kind)
}
const at = ({ username }: Person) => `@${username}`

describe('PUT /api/forum/threads/{meta_slug}/watch/', () => {
  test('makes a member a follower, as the author of the thread is from the start', async () => {
    const [author, member] = [await createPoster(), await createPoster()]
    const thread = await createThread({ author })
    expect([await stateOf(thread, author), await stateOf(thread, member)]).toEqual(['following', 'replies'])
    expect((await get(forumPaths.api.thread(thread.meta_slug))).body.watch).toBe('replies')
    expect((await watch(thread, 'following', member)).body).toEqual({ watch: 'following' })
    await watch(thread, 'replies', author)
    expect([await stateOf(thread, author), await stateOf(thread, member)]).toEqual(['replies', 'following'])
    for (const level of ['muted', 'muted', 'replies'] as const) await watch(thread, level, member)
    expect(await stateOf(thread, member)).toBe('replies')
  })

  test('refuses visitors, unknown levels, and threads that the member may not see', async () => {
    const member = await createPoster()
    const [thread, pending] = [await createThread(), await createThread({ status: 'pending' })]
    expect((await watch(thread, 'muted')).status).toBe(401)
    expect((await watch(pending, 'following', member)).status).toBe(404)
    const wrong = await put(forumPaths.api.threadWatch(thread.meta_slug), { watch: 'all' }, { as: member })
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['watch']])
  })

  test('stores one level when several are sent concurrently', async () => {
    const [member, thread] = [await createPoster(), await createThread()]
    const levels = ['following', 'muted', 'following', 'muted', 'replies'] as const
    const answers = await Promise.all(levels.map((level) => watch(thread, level, member)))
    expect(answers.map(({ status }) => status)).toEqual(levels.map(() => 200))
    expect(await db.threadMember.count({ where: { user_id: member.id } })).toBe(1)
  })
})

describe('a follower of a thread', () => {
  test('is notified of each comment of others until they stop following', async () => {
    const [follower, writer, thread] = [await createPoster(), await createPoster(), await createThread()]
    await watch(thread, 'following', follower)
    const { body } = await writeComment(thread, 'Something new', writer)
    await writeComment(thread, 'Their own comment', follower)
    await jobsDone()
    expect(await list(follower)).toMatchObject([
      {
        kind: 'followed_comment',
        actor: { username: writer.username },
        thread: { meta_slug: thread.meta_slug },
        comment_id: body.id,
      },
    ])
    await watch(thread, 'replies', follower)
    await writeComment(thread, 'Unheard of', writer)
    expect(await kindsOf(follower)).toHaveLength(1)
  })

  test('is notified once of a comment that is also a reply to or a mention of the follower', async () => {
    const [follower, writer, thread] = [await createPoster(), await createPoster(), await createThread()]
    await watch(thread, 'following', follower)
    const parent = await createComment({ thread, author: follower })
    await writeComment(thread, 'A reply', writer, { parent: parent.id })
    await writeComment(thread, `Look, ${at(follower)}`, writer)
    expect(await kindsOf(follower)).toEqual(['mention', 'reply'])
  })

  test('gets a mail at once, in the digest or not at all, by the setting for activity mail', async () => {
    const [writer, thread] = [await createPoster(), await createThread()]
    const frequencies = ['at_once', 'daily', 'none'] as const
    const followers = await Promise.all(frequencies.map((activity_mail) => createPoster({ activity_mail })))
    for (const follower of followers) await watch(thread, 'following', follower)
    await writeComment(thread, 'News', writer)
    await jobsDone()
    const counts = () => followers.map(({ email }) => mailsTo(email).length)
    expect(counts()).toEqual([1, 0, 0])
    expect((await lastMailTo(followers[0]?.email ?? '')).subject).toContain(`${writer.username} commented on`)
    await queueDigests(app.jobs)
    await jobsDone()
    expect(counts()).toEqual([1, 1, 0])
  })

  test('is notified of a held comment once a moderator publishes it', async () => {
    const moderator = await createPoster({ role: 'moderator' })
    const [follower, writer, thread] = [await createPoster(), await createPoster(), await createThread()]
    await watch(thread, 'following', follower)
    const { body } = await writeComment(thread, 'Pasted', writer, { typing_ms: 0 })
    expect([body.status, await kindsOf(follower)]).toEqual(['held', []])
    await post(moderationPaths.api.moderateComment(body.id), { decision: 'publish' }, { as: moderator })
    expect(await kindsOf(follower)).toEqual(['followed_comment'])
  })

  test('is notified once if the job runs again, and not of deleted comments', async () => {
    const [follower, thread] = [await createPoster(), await createThread()]
    await watch(thread, 'following', follower)
    const [comment, gone] = [await createComment({ thread }), await createComment({ thread, deleted_at: new Date() })]
    await Promise.all([1, 2, 3].map(() => notifyFollowers(app.jobs, comment.id)))
    await notifyFollowers(app.jobs, gone.id)
    expect(await kindsOf(follower)).toEqual(['followed_comment'])
    expect(await db.notification.count({ where: { user_id: follower.id } })).toBe(1)
  })

  test('is found with an index', async () => {
    await sql.query('SET enable_seqscan = off')
    const { rows } = await sql.query(
      `EXPLAIN SELECT user_id FROM thread_member WHERE thread_id = 1 AND watch = 'following' AND user_id > 0 ORDER BY user_id LIMIT 500`,
    )
    expect(JSON.stringify(rows)).toContain('thread_followers')
  })
})

describe('a muted thread', () => {
  test('sends no notification of comments, replies and mentions, and hides earlier notifications', async () => {
    const [author, writer] = [await createPoster(), await createPoster()]
    const thread = await createThread({ author })
    const parent = await createComment({ thread, author })
    await writeComment(thread, 'Before', writer)
    expect(await kindsOf(author)).toEqual(['comment'])
    await watch(thread, 'muted', author)
    expect((await get(notificationPaths.api.count, { as: author })).body).toEqual({ unread: 0 })
    await writeComment(thread, `For ${at(author)}`, writer)
    const { body } = await writeComment(thread, 'A reply', writer, { parent: parent.id })
    await patch(forumPaths.api.comment(body.id), { body: `A reply to ${at(author)}` }, { as: writer })
    const { body: held } = await writeComment(thread, `Pasted for ${at(author)}`, writer, {
      parent: parent.id,
      typing_ms: 0,
    })
    const moderator = await createPoster({ role: 'moderator' })
    await post(moderationPaths.api.moderateComment(held.id), { decision: 'publish' }, { as: moderator })
    expect(await kindsOf(author)).toEqual(['comment'])
  })

  test("still notifies its author of moderators' decisions", async () => {
    const [author, moderator] = [await createPoster(), await createPoster({ role: 'moderator' })]
    const thread = await createThread({ author })
    await watch(thread, 'muted', author)
    await patch(moderationPaths.api.thread(thread.meta_slug), { is_closed: true }, { as: moderator })
    expect(await kindsOf(author)).toEqual(['thread_closed'])
  })

  test('with the level "replies" notifies its author of mentions only', async () => {
    const [author, writer] = [await createPoster(), await createPoster()]
    const thread = await createThread({ author })
    await watch(thread, 'replies', author)
    await writeComment(thread, 'For nobody', writer)
    await writeComment(thread, `For ${at(author)}`, writer)
    expect(await kindsOf(author)).toEqual(['mention'])
  })
})
