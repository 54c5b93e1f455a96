import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import type { Notification } from '#shared/forum/notifications.ts'
import { db } from '../../../server/database/db.ts'
import { queueDigests } from '../../../server/notifications/notification-mails.ts'
import { purgeDeletedTexts } from '../../../server/forum/purge-deleted-texts.ts'
import { app, get, openApp, post, remove } from '../../support/app.ts'
import { writeComment } from '../../support/commenting.ts'
import { createComment, createPoster, createThread } from '../../support/forum.ts'
import { lastMailTo, mailsTo } from '../../support/mail.ts'
import { jobsDone } from '../../support/notifications.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const moderator = await createPoster({ role: 'moderator' })
const admin = await createPoster({ role: 'admin' })
const list = async (as: Person): Promise<Notification[]> =>
  (await get(notificationPaths.api.notifications(), { as })).body.results
const kindsOf = async (as: Person) => (await list(as)).map(({ kind }) => kind)
const digest = async () => {
  await queueDigests(app.jobs)
  await jobsDone()
}
const atOnce = { activity_mail: 'at_once' } as const
const moderate = (id: number, decision: 'publish' | 'reject', note?: string) =>
  post(moderationPaths.api.moderateComment(id), { decision, ...(note && { note }) }, { as: moderator })

/** A reply of one member to another, typed too fast. */
async function createHeld() {
  const [threadAuthor, parentAuthor, writer] = [
    await createPoster(atOnce),
    await createPoster(atOnce),
    await createPoster(),
  ]
  const thread = await createThread({ author: threadAuthor })
  const parent = await createComment({ thread, author: parentAuthor })
  const { body } = await writeComment(thread, 'This was pasted by a program.', writer, {
    parent: parent.id,
    typing_ms: 0,
  })
  expect(body).toMatchObject({ status: 'held' })
  return { threadAuthor, parentAuthor, writer, thread, parent, id: body.id as number }
}

describe('a held comment', () => {
  test('notifies the authors of the thread and of the parent comment once when it is published', async () => {
    const { threadAuthor, parentAuthor, writer, thread, id } = await createHeld()
    await digest()
    for (const person of [threadAuthor, parentAuthor]) {
      expect(await list(person)).toEqual([])
      expect(mailsTo(person.email)).toEqual([])
    }
    const answers = await Promise.all([moderate(id, 'publish'), moderate(id, 'publish')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const [person, kind, subject] of [
      [threadAuthor, 'comment', `${writer.username} commented on “${thread.title}”`],
      [parentAuthor, 'reply', `${writer.username} replied to you in “${thread.title}”`],
    ] as const) {
      expect(await list(person)).toMatchObject([{ kind, actor: { username: writer.username }, comment_id: id }])
      expect((await lastMailTo(person.email)).subject).toBe(subject)
    }
    await digest()
    for (const { email } of [threadAuthor, parentAuthor]) expect(mailsTo(email)).toHaveLength(1)
    expect(await list(writer)).toEqual([])
  })

  test('does not notify members whose account or comment was deleted meanwhile', async () => {
    const { threadAuthor, parentAuthor, parent, id } = await createHeld()
    await db.user.delete({ where: { id: threadAuthor.id } })
    await db.comment.update({ where: { id: parent.id }, data: { deleted_at: new Date() } })
    expect((await moderate(id, 'publish')).status).toBe(200)
    expect(await list(parentAuthor)).toEqual([])
  })

  test('notifies its author only when it is rejected, with the note', async () => {
    const { threadAuthor, writer, thread, id } = await createHeld()
    await moderate(id, 'reject', 'No ads.')
    expect(await list(writer)).toMatchObject([
      { kind: 'comment_removed', actor: null, thread: { title: thread.title }, comment_id: null, note: 'No ads.' },
    ])
    const { subject, text } = await lastMailTo(writer.email)
    expect(subject).toBe(`Your comment in “${thread.title}” was removed`)
    expect(text).toContain('> No ads.\n')
    expect(await list(threadAuthor)).toEqual([])
  })
})

type Kind = 'thread' | 'comment'
/** A hidden, reported text, and the requests that remove and restore it. */
async function createReported(kind: Kind, language: 'en' | 'es' = 'en') {
  const [author, reporter] = [await createPoster({ language }), await createPoster()]
  const hidden_at = new Date()
  const thread = await createThread(kind === 'thread' ? { author, hidden_at } : {})
  const { id } = kind === 'thread' ? thread : await createComment({ thread, author, hidden_at })
  const report = await db.report.create({ data: { reporter_id: reporter.id, [`${kind}_id`]: id } })
  const { api } = forumPaths
  const [path, restore] =
    kind === 'thread'
      ? [api.thread(thread.meta_slug), api.threadRestore(thread.meta_slug)]
      : [api.comment(id), api.commentRestore(id)]
  const resolve = (as: Person, body: object) => post(moderationPaths.api.resolveReport(report.id), body, { as })
  const rowOf = async () => {
    const where = { where: { id } }
    return kind === 'thread' ? db.thread.findUniqueOrThrow(where) : db.comment.findUniqueOrThrow(where)
  }
  return { author, reporter, thread, id, report, path, restore, resolve, rowOf }
}

describe.each(['thread', 'comment'] as const)('a %s removed by a moderator', (kind) => {
  const removed = `${kind}_removed` as const

  test.each(['en', 'es'] as const)('after reports notifies its author once, with the note: %s', async (language) => {
    const { author, reporter, thread, resolve } = await createReported(kind, language)
    const decisions = await Promise.all(
      [moderator, admin].map((as) => resolve(as, { action: 'remove', note: 'This is <b>rude</b>.' })),
    )
    expect(decisions.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const shownThread = { meta_slug: thread.meta_slug, title: thread.title }
    expect(await list(author)).toMatchObject([
      { kind: removed, actor: null, thread: shownThread, comment_id: null, note: 'This is <b>rude</b>.' },
    ])
    const { subject, text, html } = await lastMailTo(author.email)
    const { title } = thread
    const subjects = {
      thread: { en: `Your thread “${title}” was removed`, es: `Tu hilo «${title}» se ha retirado` },
      comment: {
        en: `Your comment in “${title}” was removed`,
        es: `Tu comentario en «${title}» se ha retirado`,
      },
    }
    expect(subject).toBe(subjects[kind][language])
    expect(text).toContain('> This is <b>rude</b>.\n')
    expect(html).toContain('This is &lt;b&gt;rude&lt;/b&gt;.')
    expect(text.includes(forumPaths.thread(thread.meta_slug))).toBe(kind === 'comment')
    await digest()
    expect(mailsTo(author.email)).toHaveLength(1)
    expect(await list(reporter)).toMatchObject([{ kind: 'report_handled', note: null }])
  })

  test('with a DELETE request closes its reports, and notifies its author and reporters', async () => {
    const { author, reporter, report, path } = await createReported(kind)
    const answers = await Promise.all([moderator, admin].map((as) => remove(path, undefined, { as })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404])
    const resolved = await db.report.findUniqueOrThrow({ where: { id: report.id } })
    expect(resolved).toMatchObject({ resolution: 'removed', resolved_at: expect.any(Date) })
    expect([moderator.id, admin.id]).toContain(resolved.resolver_id)
    expect(await kindsOf(reporter)).toEqual(['report_handled'])
    expect(await list(author)).toMatchObject([{ kind: removed, note: null }])
    expect((await lastMailTo(reporter.email)).subject).toBe('Your report was reviewed')
    await lastMailTo(author.email)
    await digest()
    for (const { email } of [author, reporter]) expect(mailsTo(email)).toHaveLength(1)
  })

  test('and restored is public again, without a removal notification', async () => {
    const { author, path, restore, rowOf } = await createReported(kind)
    await db.user.update({ where: { id: author.id }, data: { moderation_mail: 'daily' } })
    await remove(path, undefined, { as: moderator })
    expect(await kindsOf(author)).toEqual([removed])
    expect((await post(restore, undefined, { as: admin })).status).toBe(200)
    expect(await rowOf()).toMatchObject({ deleted_at: null, hidden_at: null })
    await digest()
    expect(await list(author)).toEqual([])
    expect(mailsTo(author.email)).toEqual([])
    await remove(path, undefined, { as: moderator })
    expect(await kindsOf(author)).toEqual([removed])
  })

  test('keeps its removal notification after the text is purged', async () => {
    const { author, reporter, thread, resolve } = await createReported(kind)
    await resolve(moderator, { action: 'remove', note: 'Not here.' })
    const day = new Date(Date.now() - 25 * 3_600_000)
    await db.comment.updateMany({ where: { thread_id: thread.id }, data: { deleted_at: day } })
    await db.thread.update({ where: { id: thread.id }, data: { deleted_at: day } })
    await db.notification.create({
      data: { user_id: author.id, kind: 'thread_published', key: 'published', thread_id: thread.id },
    })
    await purgeDeletedTexts(60_000)
    expect(await list(author)).toMatchObject([{ kind: removed, thread: null, comment_id: null, note: 'Not here.' }])
    expect(await list(reporter)).toMatchObject([{ kind: 'report_handled', thread: null }])
    expect(await db.notification.count({ where: { user_id: author.id } })).toBe(1)
  })

  test('who is also its author notifies nobody, and its reports stay open', async () => {
    const { author, reporter, report, path } = await createReported(kind)
    await db.user.update({ where: { id: author.id }, data: { role: 'moderator' } })
    expect((await remove(path, undefined, { as: author })).status).toBe(204)
    expect(await db.report.findUniqueOrThrow({ where: { id: report.id } })).toMatchObject({ resolution: null })
    expect([await list(author), await list(reporter)]).toEqual([[], []])
  })
})

test('the mail about a removal does not contain the title of a thread that is not public', async () => {
  const { author, thread, resolve } = await createReported('comment')
  await db.thread.update({ where: { id: thread.id }, data: { hidden_at: new Date() } })
  await resolve(moderator, { action: 'remove' })
  const { subject, text, html } = await lastMailTo(author.email)
  expect(subject).toBe('Your comment was removed')
  expect(text + html).not.toContain(thread.title)
})
