import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { db } from '../../../server/database/db.ts'
import { purgeDeletedTexts } from '../../../server/forum/purge-deleted-texts.ts'
import { rerenderForum } from '../../../server/forum/rerender.ts'
import { applyPendingAuthorHiding } from '../../../server/forum/author-hiding.ts'
import { eraseMarkedAccounts, markAccountErased } from '../../../server/users/erasure.ts'
import { get, openApp, patch, post, put, remove } from '../../support/app.ts'
import {
  createApprovedComment,
  createApprovedThread,
  createNewcomer,
  reviewQueueOf,
} from '../../support/rules/approved-texts.ts'
import { createComment } from '../../support/forum.ts'
import { newSlug } from '../../support/library.ts'
import { lastMailTo } from '../../support/mail.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = moderationPaths
const [moderator, admin] = [await createNewcomer({ role: 'moderator' }), await createNewcomer({ role: 'admin' })]
const [publish, reject] = [{ decision: 'publish' }, { decision: 'reject' }]
const noticesOf = async (as: Person) =>
  (await get(notificationPaths.api.notifications(), { as })).body.results.filter(({ kind }: { kind: string }) =>
    /^edit_|mention/.test(kind),
  )
const auditOf = (target: string | number) =>
  db.auditEntry.findMany({ where: { target: String(target), action: { contains: '_edit_' } }, orderBy: { id: 'asc' } })

const countOf = async () => (await get(adminPaths.api.overview(), { as: admin })).body.queues
const left = (where: object) => db.pendingEdit.count({ where })

async function createThreadEdit(changes: object = { description: 'The new text' }, author?: Person) {
  const by = author ?? (await createNewcomer())
  const thread = await createApprovedThread(by)
  await patch(forumPaths.api.thread(thread.meta_slug), changes, { as: by })
  return { author: by, thread, path: api.moderateThreadEdit(thread.meta_slug) }
}
async function createCommentEdit(body = 'The [new](https://new.test) text', author?: Person) {
  const by = author ?? (await createNewcomer())
  const comment = await createApprovedComment(by)
  await patch(forumPaths.api.comment(comment.id), { body }, { as: by })
  return { author: by, comment, path: api.moderateCommentEdit(comment.id) }
}

describe('the moderation queue', () => {
  test('lists a pending edit with the public text and the new text', async () => {
    const { author, thread } = await createThreadEdit({ title: 'Another title', description: 'The *new* text' })
    const { comment } = await createCommentEdit('The <https://new.test> text', author)
    const common = { is_pending: true, reports: [], actions: ['publish', 'reject'], version: expect.any(String) }
    expect(await reviewQueueOf(author)).toMatchObject([
      {
        ...common,
        key: `thread_edit:${thread.id}`,
        kind: 'thread',
        comment_id: null,
        thread: { title: thread.title },
        body_html: thread.description_html,
        edit: { title: 'Another title', html: '<p>The <em>new</em> text</p>\n' },
      },
      {
        ...common,
        key: `comment_edit:${comment.id}`,
        kind: 'comment',
        comment_id: comment.id,
        body_html: comment.body_html,
        edit: { title: null, html: expect.stringContaining('<a href="https://new.test"') },
      },
    ])
  })

  test('lists an edit apart from reports of its text, page by page', async () => {
    const { author, thread } = await createThreadEdit()
    const created_at = (await db.pendingEdit.findFirstOrThrow({ where: { thread_id: thread.id } })).created_at
    await db.report.create({ data: { thread_id: thread.id, reporter_id: admin.id, reason: 'Rude', created_at } })
    const read: { key: string; reports: object[] }[] = []
    for (let path = api.review({ limit: 1 }); path;) {
      const { body } = await get(path, { as: moderator })
      read.push(...body.results.filter(({ author: by }: { author: Person }) => by.username === author.username))
      path = body.next
    }
    expect(read.map(({ key, reports }) => [key, reports.length])).toEqual([
      [`thread:${thread.id}`, 1],
      [`thread_edit:${thread.id}`, 0],
    ])
  })

  test('omits edits of deleted texts and of members on hold, even in the counts of the overview', async () => {
    const before = await countOf()
    const { author, thread } = await createThreadEdit()
    await createCommentEdit(undefined, author)
    expect(await countOf()).toMatchObject({ threads: before.threads + 1, comments: before.comments + 1 })
    await put(api.memberHold(author.username), {}, { as: moderator })
    await applyPendingAuthorHiding()
    expect(await reviewQueueOf(author)).toEqual([])
    await remove(api.memberHold(author.username), undefined, { as: moderator })
    await applyPendingAuthorHiding()
    expect(await reviewQueueOf(author)).toHaveLength(2)
    await remove(forumPaths.api.thread(thread.meta_slug), undefined, { as: author })
    expect(await reviewQueueOf(author)).toHaveLength(1)
    expect(await countOf()).toMatchObject({ threads: before.threads })
  })
})

describe('POST a decision on the edit of a thread', () => {
  test('publishes the new text with its address, search row and mentions, and writes an audit entry', async () => {
    const mentioned = await createNewcomer()
    const title = `Numbat ${newSlug('of')}`
    const { author, thread, path } = await createThreadEdit({ title, description: `@${mentioned.username} reads this` })
    expect(await noticesOf(mentioned)).toEqual([])
    await get(forumPaths.api.thread(thread.meta_slug))
    const answer = await post(path, { ...publish, note: 'Fine' }, { as: moderator })
    expect(answer).toMatchObject({
      status: 200,
      body: { key: `thread_edit:${thread.id}`, action: 'thread_edit_published' },
    })
    const row = await db.thread.findUniqueOrThrow({ where: { id: thread.id } })
    expect(row).toMatchObject({
      title,
      status: 'published',
      description: `@${mentioned.username} reads this`,
      excerpt: `@${mentioned.username} reads this`,
      edited_at: expect.any(Date),
      published_at: thread.published_at,
    })
    expect(row.meta_slug).not.toBe(thread.meta_slug)
    await expect
      .poll(async () => (await get(forumPaths.thread(thread.meta_slug))).headers.location)
      .toBe(forumPaths.thread(row.meta_slug))
    await expect.poll(async () => (await get(forumPaths.api.thread(row.meta_slug))).body.title).toBe(title)
    expect((await get(forumPaths.api.threads({ q: 'numbat' }))).text).toContain(row.meta_slug)
    expect(await noticesOf(mentioned)).toMatchObject([{ kind: 'mention', thread: { title } }])
    expect(await noticesOf(author)).toMatchObject([{ kind: 'edit_published', thread: { title }, note: 'Fine' }])
    expect(await auditOf(row.meta_slug)).toMatchObject([
      {
        action: 'thread_edit_published',
        actor_id: moderator.id,
        note: 'Fine',
        before: { title: thread.title, text: thread.description, edit: { title, text: '@… reads this' } },
        after: { title, text: '@… reads this', status: 'published' },
      },
    ])
    expect(await reviewQueueOf(author)).toEqual([])
    const late = await post(path, reject, { as: admin })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'already_decided', detail: `${moderator.username} has already published this.` },
    })
  })

  test('keeps the public text if it rejects the edit, and notifies the author with the note', async () => {
    const { author, thread, path } = await createThreadEdit()
    expect((await post(path, { ...reject, note: 'Advertising' }, { as: moderator })).status).toBe(200)
    const mine = await get(forumPaths.api.thread(thread.meta_slug), { as: author })
    expect(mine.body).toMatchObject({ source: thread.description, edited_at: null, pending_edit: null })
    expect(await noticesOf(author)).toMatchObject([{ kind: 'edit_rejected', note: 'Advertising', is_read: false }])
    const mail = await lastMailTo(author.email, { after: 1 })
    expect(mail.subject).toBe(`Your change in “${thread.title}” was not published`)
    expect(mail.text).toContain('> Advertising')
    expect(await auditOf(thread.meta_slug)).toMatchObject([
      {
        action: 'thread_edit_rejected',
        before: { edit: { text: 'The new text' } },
        after: { text: thread.description },
      },
    ])
    expect(await reviewQueueOf(author)).toEqual([])
  })

  test.each([
    ['another text', { description: 'The new text' }],
    ['another address', { title: 'Another title' }],
  ])('succeeds for one of five concurrent moderators, and returns 409 to the others: %s', async (_what, changes) => {
    const { author, thread, path } = await createThreadEdit(changes)
    const people = await Promise.all(Array.from({ length: 5 }, () => createNewcomer({ role: 'moderator' })))
    const answers = await Promise.all(people.map((as, at) => post(path, at % 2 ? reject : publish, { as })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409])
    const { meta_slug } = await db.thread.findUniqueOrThrow({ where: { id: thread.id } })
    expect(await auditOf(meta_slug)).toHaveLength(1)
    expect(await noticesOf(author)).toHaveLength(1)
  })

  test('returns 409 if the author has changed or withdrawn the edit since', async () => {
    const { author, thread, path } = await createThreadEdit()
    const [{ version } = { version: '' }] = await reviewQueueOf(author)
    await patch(forumPaths.api.thread(thread.meta_slug), { description: 'Buy this instead' }, { as: author })
    expect(await post(path, { ...publish, version }, { as: moderator })).toMatchObject({
      status: 409,
      body: { code: 'changed' },
    })
    const { description } = thread
    await patch(forumPaths.api.thread(thread.meta_slug), { description }, { as: author })
    expect((await post(path, publish, { as: moderator })).status).toBe(404)
  })

  test('never publishes a text that the author sent after the moderator read the edit', async () => {
    const author = await createNewcomer()
    const { thread, path } = await createThreadEdit({ description: 'Edit number 0' }, author)
    const [{ version } = { version: '' }] = await reviewQueueOf(author)
    const edits = [1, 2, 3, 4].map((at) =>
      patch(forumPaths.api.thread(thread.meta_slug), { description: `Edit number ${at}` }, { as: author }),
    )
    const [decision] = await Promise.all([post(path, { ...publish, version }, { as: moderator }), ...edits])
    const row = await db.thread.findUniqueOrThrow({ where: { id: thread.id } })
    expect([row.description, decision.status]).toEqual(
      decision.status === 200 ? ['Edit number 0', 200] : [thread.description, 409],
    )
    expect(await db.pendingEdit.count({ where: { thread_id: thread.id } })).toBe(1)
  })

  test('returns 404 if the author has deleted the thread', async () => {
    const { author, thread, path } = await createThreadEdit()
    await remove(forumPaths.api.thread(thread.meta_slug), undefined, { as: author })
    expect((await post(path, publish, { as: moderator })).status).toBe(404)
    await post(forumPaths.api.threadRestore(thread.meta_slug), undefined, { as: author })
    expect((await post(path, publish, { as: moderator })).status).toBe(200)
  })

  test("is allowed for moderators only, and refused for a moderator's own edit", async () => {
    const { author, path } = await createThreadEdit()
    expect((await post(path, publish)).status).toBe(401)
    expect((await post(path, publish, { as: await createNewcomer() })).status).toBe(403)
    await db.user.update({ where: { id: author.id }, data: { role: 'moderator' } })
    expect((await post(path, publish, { as: author })).status).toBe(403)
    expect((await reviewQueueOf(author))[0]?.actions).toEqual(['publish', 'reject'])
    expect((await post(path, publish, { as: admin })).status).toBe(200)
  })
})

describe('POST a decision on the edit of a comment', () => {
  test('publishes the new text, and notifies its author and mentioned members', async () => {
    const mentioned = await createNewcomer()
    const { author, comment, path } = await createCommentEdit(`@${mentioned.username} reads this`)
    await get(forumPaths.api.comments(comment.thread.meta_slug))
    const { body } = await post(path, publish, { as: moderator })
    expect(body).toEqual({ key: `comment_edit:${comment.id}`, action: 'comment_edit_published' })
    expect(await db.comment.findUniqueOrThrow({ where: { id: comment.id } })).toMatchObject({
      body: `@${mentioned.username} reads this`,
      status: 'published',
      edited_at: expect.any(Date),
    })
    const listed = async () => (await get(forumPaths.api.comments(comment.thread.meta_slug))).text
    await expect.poll(listed).toContain('reads this')
    expect(await noticesOf(mentioned)).toMatchObject([{ kind: 'mention', comment_id: comment.id }])
    expect(await noticesOf(author)).toMatchObject([{ kind: 'edit_published', comment_id: comment.id }])
    expect(await auditOf(comment.id)).toMatchObject([{ action: 'comment_edit_published', kind: 'comment' }])
    expect((await post(path, reject, { as: admin })).status).toBe(409)
  })

  test('keeps the public text if it rejects the edit', async () => {
    const { author, comment, path } = await createCommentEdit()
    expect((await post(path, reject, { as: moderator })).body.action).toBe('comment_edit_rejected')
    expect(await db.comment.findUniqueOrThrow({ where: { id: comment.id } })).toMatchObject({
      body: comment.body,
      status: 'published',
      deleted_at: null,
    })
    expect(await noticesOf(author)).toMatchObject([{ kind: 'edit_rejected', comment_id: comment.id }])
  })
})

describe('a pending edit', () => {
  test('is deleted when its text is purged', async () => {
    const { thread } = await createThreadEdit()
    const { comment } = await createCommentEdit()
    await createComment({ parent: comment })
    const deleted_at = new Date(Date.now() - 2 * 86_400_000)
    await db.thread.update({ where: { id: thread.id }, data: { deleted_at } })
    await db.comment.update({ where: { id: comment.id }, data: { deleted_at } })
    await purgeDeletedTexts(60_000)
    expect(await db.comment.findUnique({ where: { id: comment.id } })).toMatchObject({ body: '' })
    expect(await left({ OR: [{ thread_id: thread.id }, { comment_id: comment.id }] })).toBe(0)
  })

  test('is deleted with the account of its author, and drops mentions of removed accounts', async () => {
    const other = await createNewcomer()
    const { author, thread } = await createThreadEdit({ description: `Said @${other.username} so` })
    await db.$transaction((transaction) => markAccountErased(transaction, other.id))
    await eraseMarkedAccounts()
    const { text, html } = await db.pendingEdit.findFirstOrThrow({ where: { thread_id: thread.id } })
    expect([text, html]).toEqual(['Said @… so', '<p>Said @… so</p>\n'])
    await db.$transaction((transaction) => markAccountErased(transaction, author.id))
    expect(await left({ author_id: author.id })).toBe(0)
  })

  test('is rendered again after an upgrade of the renderer', async () => {
    const { thread } = await createThreadEdit()
    await db.pendingEdit.updateMany({ where: { thread_id: thread.id }, data: { html: '<script>', render_version: 0 } })
    await rerenderForum(60_000)
    expect(await db.pendingEdit.findFirst({ where: { thread_id: thread.id } })).toMatchObject({
      html: '<p>The new text</p>\n',
    })
  })
})
