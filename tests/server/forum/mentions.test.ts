import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import type { Notification } from '#shared/forum/notifications.ts'
import { db } from '../../../server/database/db.ts'
import { purgeDeletedTexts } from '../../../server/forum/purge-deleted-texts.ts'
import { queueDigests } from '../../../server/notifications/notification-mails.ts'
import { app, get, openApp, patch, post, remove } from '../../support/app.ts'
import { writeComment } from '../../support/commenting.ts'
import { createComment, createPoster, createSection, createThread } from '../../support/forum.ts'
import { lastMailTo } from '../../support/mail.ts'
import { jobsDone } from '../../support/notifications.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const moderator = await createPoster({ role: 'moderator' })
const section = await createSection()
const list = async (as: Person): Promise<Notification[]> =>
  (await get(notificationPaths.api.notifications(), { as })).body.results
const kindsOf = async (as: Person) => (await list(as)).map(({ kind }) => kind)
const at = ({ username }: Pick<Person, 'username'>) => `@${username}`
const mentionsOf = async (where: object) => db.notification.count({ where: { kind: 'mention', ...where } })
const createPeople = (count: number) => Promise.all(Array.from({ length: count }, () => createPoster()))
const edit = (id: number, body: string, as: Person) => patch(forumPaths.api.comment(id), { body }, { as })
const submit = (as: Person, description: string) =>
  post(forumPaths.api.threads(), { title: 'Somebody is named', section: section.slug, description }, { as })
const moderateThread = (meta_slug: string, decision: 'publish' | 'reject') =>
  post(moderationPaths.api.moderateThread(meta_slug), { decision }, { as: moderator })

describe('a mention in a comment', () => {
  test('notifies the mentioned member once, with a link to the comment', async () => {
    const [writer, named, thread] = [await createPoster(), await createPoster(), await createThread()]
    const { body } = await writeComment(thread, `${at(named)}, and again ${at(named)}`, writer)
    expect(await list(named)).toMatchObject([
      {
        kind: 'mention',
        actor: { username: writer.username },
        thread: { meta_slug: thread.meta_slug },
        comment_id: body.id,
        is_read: false,
      },
    ])
    expect((await get(notificationPaths.api.count, { as: named })).body).toEqual({ unread: 1 })
  })

  test('adds no second notification for a member, and none for the writer', async () => {
    const [writer, threadAuthor, parentAuthor] = [await createPoster(), await createPoster(), await createPoster()]
    const thread = await createThread({ author: threadAuthor })
    const parent = await createComment({ thread, author: parentAuthor })
    const { body } = await writeComment(thread, [writer, threadAuthor, parentAuthor].map(at).join(' '), writer, {
      parent: parent.id,
    })
    expect([await kindsOf(threadAuthor), await kindsOf(parentAuthor), await kindsOf(writer)]).toEqual([
      ['comment'],
      ['reply'],
      [],
    ])
    await edit(body.id, `Edited: ${at(threadAuthor)} ${at(parentAuthor)} ${at(writer)}`, writer)
    expect(await mentionsOf({ comment_id: body.id })).toBe(0)
  })

  test('is not recognized in code, in e-mail addresses, and in links to another author', async () => {
    const [writer, named, thread] = [await createPoster(), await createPoster(), await createThread()]
    const other = forumPaths.forum({ author: writer.username })
    await writeComment(
      thread,
      `\`${at(named)}\` mail${at(named)}.example \\${at(named)} [${at(named)}](${other})`,
      writer,
    )
    expect(await list(named)).toEqual([])
  })

  test('does not notify blocked, erased and team accounts', async () => {
    const [writer, thread] = [await createPoster(), await createThread()]
    const people = await createPeople(3)
    const states = [{ blocked_at: new Date() }, { erased_at: new Date() }, { is_team: true }]
    for (const [index, data] of states.entries()) await db.user.update({ where: { id: people[index]?.id ?? 0 }, data })
    const { body } = await writeComment(thread, people.map(at).join(' '), writer)
    expect(await mentionsOf({ comment_id: body.id })).toBe(0)
  })

  test('notifies at most ten people, mentions added by edits included', async () => {
    const [writer, thread] = [await createPoster(), await createThread()]
    const people = await createPeople(13)
    const { body } = await writeComment(thread, people.slice(0, 8).map(at).join(' '), writer)
    expect(await mentionsOf({ comment_id: body.id })).toBe(8)
    await Promise.all([
      edit(body.id, people.slice(8).map(at).join(' '), writer),
      edit(body.id, people.slice(7).map(at).join(' '), writer),
    ])
    expect(await mentionsOf({ comment_id: body.id })).toBe(10)
    const { body: full } = await writeComment(thread, people.map(at).join(', '), writer)
    expect(await mentionsOf({ comment_id: full.id })).toBe(10)
  })

  test('notifies only newly mentioned members when added by an edit', async () => {
    const [writer, thread] = [await createPoster(), await createThread()]
    const [first, second] = [await createPoster(), await createPoster()]
    const { body } = await writeComment(thread, `Hello ${at(first)}`, writer)
    await edit(body.id, `Hello ${at(first)} and ${at(second)}`, writer)
    await edit(body.id, `Hello ${at(second)}`, writer)
    await edit(body.id, `Hello again ${at(first)} and ${at(second)}`, writer)
    expect([await kindsOf(first), await kindsOf(second)]).toEqual([['mention'], ['mention']])
  })

  test('in a held comment notifies the members in the latest text when the comment is published', async () => {
    const [writer, thread] = [await createPoster(), await createThread()]
    const [former, named] = [await createPoster(), await createPoster()]
    const { body } = await writeComment(thread, `Pasted for ${at(former)}`, writer, { typing_ms: 0 })
    expect(body.status).toBe('held')
    await edit(body.id, `Pasted for ${at(named)}`, writer)
    expect(await mentionsOf({ comment_id: body.id })).toBe(0)
    await post(moderationPaths.api.moderateComment(body.id), { decision: 'publish' }, { as: moderator })
    expect([await kindsOf(former), await kindsOf(named)]).toEqual([[], ['mention']])
  })

  test('loses its notification while the comment is deleted', async () => {
    const [writer, named, thread] = [await createPoster(), await createPoster(), await createThread()]
    const { body } = await writeComment(thread, `Hello ${at(named)}`, writer)
    await remove(forumPaths.api.comment(body.id), undefined, { as: moderator })
    expect(await list(named)).toEqual([])
    await post(forumPaths.api.commentRestore(body.id), undefined, { as: moderator })
    expect(await kindsOf(named)).toEqual(['mention'])
  })

  test("is mailed at once or in the digest, by the member's setting for activity mail", async () => {
    const [writer, thread] = [await createPoster(), await createThread()]
    const person = await createPoster({ activity_mail: 'at_once' })
    const other = await createPoster({ language: 'es' })
    const silent = await createPoster({ activity_mail: 'none' })
    const { body } = await writeComment(thread, [person, other, silent].map(at).join(' '), writer)
    const mail = await lastMailTo(person.email)
    expect(mail.subject).toBe(`${writer.username} mentioned you in “${thread.title}”`)
    expect(mail.text).toContain(`/forum/thread/${thread.meta_slug}?comment=${body.id}`)
    await queueDigests(app.jobs)
    await jobsDone()
    expect((await lastMailTo(other.email)).text).toContain(`${writer.username} te ha mencionado en «${thread.title}».`)
    expect(await db.notification.count({ where: { user_id: silent.id } })).toBe(1)
  })
})

describe('a mention in a thread', () => {
  test('notifies when a moderator publishes the thread, with a link to it', async () => {
    const [writer, named] = [await createPoster(), await createPoster()]
    const { body } = await submit(writer, `Asking ${at(named)} and ${at(writer)}`)
    expect(await list(named)).toEqual([])
    expect((await moderateThread(body.meta_slug, 'publish')).status).toBe(200)
    expect(await list(named)).toMatchObject([
      {
        kind: 'mention',
        actor: { username: writer.username },
        thread: { meta_slug: body.meta_slug },
        comment_id: null,
      },
    ])
    expect(await kindsOf(writer)).toEqual(['thread_published'])
  })

  test('notifies nobody if the thread is rejected, until an edited version is published', async () => {
    const [writer, named] = [await createPoster(), await createPoster()]
    const { body } = await submit(writer, 'Nobody is named here.')
    await moderateThread(body.meta_slug, 'reject')
    await patch(forumPaths.api.thread(body.meta_slug), { description: `Now with ${at(named)}` }, { as: writer })
    expect(await list(named)).toEqual([])
    await moderateThread(body.meta_slug, 'publish')
    expect(await kindsOf(named)).toEqual(['mention'])
  })

  test('notifies at once if a moderator wrote the thread or edits it', async () => {
    const [named, later] = [await createPoster(), await createPoster()]
    const { body } = await submit(moderator, `Welcome ${at(named)} to the forum`)
    expect(body).toEqual({ meta_slug: expect.any(String), status: 'published' })
    expect([await kindsOf(named), await kindsOf(later)]).toEqual([['mention'], []])
    const description = `Welcome ${at(named)} and ${at(later)}`
    await patch(forumPaths.api.thread(body.meta_slug), { description }, { as: moderator })
    expect([await kindsOf(named), await kindsOf(later)]).toEqual([['mention'], ['mention']])
  })

  test('loses its notification when the thread is deleted or purged', async () => {
    const named = await createPoster()
    const { body } = await submit(moderator, `Welcome ${at(named)} to the forum`)
    await remove(forumPaths.api.thread(body.meta_slug), undefined, { as: moderator })
    expect(await list(named)).toEqual([])
    await db.thread.update({ where: { meta_slug: body.meta_slug }, data: { deleted_at: new Date(0) } })
    await purgeDeletedTexts(10_000)
    expect(await db.notification.count({ where: { user_id: named.id } })).toBe(0)
  })
})

describe('on the first day of an account', () => {
  test('a comment, a thread and an edit may mention three people at most', async () => {
    const [young, thread] = [await createPoster({ created_at: new Date() }), await createThread()]
    const people = await createPeople(4)
    const four = people.map(at).join(' ')
    const sentence = ['On your first day, mention at most 3 people.']
    expect(await writeComment(thread, four, young)).toMatchObject({ status: 400, body: { body: sentence } })
    expect(await submit(young, four)).toMatchObject({ status: 400, body: { description: sentence } })
    const { status, body } = await writeComment(
      thread,
      `${people.slice(0, 3).map(at).join(' ')} ${at(people[0] ?? young)}`,
      young,
      { typing_ms: 60_000 },
    )
    expect(status).toBe(201)
    expect(await edit(body.id, four, young)).toMatchObject({ status: 400, body: { body: sentence } })
    expect(await mentionsOf({ comment_id: body.id })).toBe(3)
  })
})
