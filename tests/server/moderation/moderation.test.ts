import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { maxNoteLength } from '#shared/forum/moderation.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { get, openApp, post, sql, startApp } from '../../support/app.ts'
import { db } from '../../../server/database/db.ts'
import { createComment, createThread } from '../../support/forum.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const confirmed = (overrides = {}) => createPerson({ email_confirmed_at: new Date(), ...overrides })
const moderator = await confirmed({ role: 'moderator' })
const admin = await confirmed({ role: 'admin' })
const pending = { status: 'pending' } as const
const { api } = moderationPaths
const threadRow = (id: number) => db.thread.findUniqueOrThrow({ where: { id } })
const commentRow = (id: number) => db.comment.findUniqueOrThrow({ where: { id } })
/** Audit entries of a target and its kind: a comment and a report may share an id. */
const auditOf = async (target: string | number, of: 'thread' | 'comment' | 'reports' = 'thread') => {
  const where = { target: String(target), action: { startsWith: of } }
  const entries = await db.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
  return entries.map(({ action, actor_id, note }) => ({ action, actor_id, note }))
}
const noticesOf = (person: Person) =>
  db.notification.findMany({ where: { user_id: person.id }, select: { kind: true, thread_id: true, actor_id: true } })
const decide = (path: string, body: object, as?: Person) => post(path, body, { as })

describe('a pending thread', () => {
  test('that is published gets the current date, an audit entry, and a notification of its author', async () => {
    const author = await confirmed()
    const thread = await createThread({ author, ...pending })
    const before = Date.now()
    const answer = await decide(api.moderateThread(thread.meta_slug), { decision: 'publish' }, moderator)
    expect(answer).toMatchObject({ status: 200, body: { key: `thread:${thread.id}`, action: 'thread_published' } })
    const row = await threadRow(thread.id)
    expect(row).toMatchObject({ status: 'published', moderation_note: null })
    for (const at of [row.published_at, row.last_activity_at, row.moderated_at])
      expect(at?.getTime()).toBeGreaterThanOrEqual(before - 1_000)
    expect(await auditOf(thread.meta_slug)).toEqual([
      { action: 'thread_published', actor_id: moderator.id, note: null },
    ])
    expect(await noticesOf(author)).toEqual([{ kind: 'thread_published', thread_id: thread.id, actor_id: null }])
  })

  test('can be rejected with a note, submitted again, and rejected again', async () => {
    const author = await confirmed()
    const thread = await createThread({ author, ...pending })
    for (const note of ['  Say which model. ', 'Still missing']) {
      await sql.query("UPDATE thread SET status = 'pending' WHERE id = $1", [thread.id])
      const answer = await decide(api.moderateThread(thread.meta_slug), { decision: 'reject', note }, moderator)
      expect(answer.body).toEqual({ key: `thread:${thread.id}`, action: 'thread_rejected' })
      expect(await threadRow(thread.id)).toMatchObject({
        status: 'rejected',
        moderation_note: note.trim(),
        published_at: null,
      })
    }
    expect((await auditOf(thread.meta_slug)).map(({ note }) => note)).toEqual(['Say which model.', 'Still missing'])
    expect((await noticesOf(author)).map(({ kind }) => kind)).toEqual(['thread_rejected', 'thread_rejected'])
  })

  test('is decided by one of many concurrent moderators, and the others get 409 with the decision', async () => {
    const author = await confirmed()
    const thread = await createThread({ author, ...pending })
    const moderators = await Promise.all(Array.from({ length: 6 }, () => confirmed({ role: 'moderator' })))
    const answers = await Promise.all(
      moderators.map((as, at) =>
        decide(api.moderateThread(thread.meta_slug), { decision: at % 2 ? 'reject' : 'publish' }, as),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409, 409,
    ])
    const winner = answers.findIndex(({ status }) => status === 200)
    const action = winner % 2 ? 'rejected' : 'published'
    const { username } = moderators[winner] ?? moderator
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body).toEqual({
        detail: `${username} has already ${action} this.`,
        code: 'already_decided',
        action: `thread_${action}`,
        actor: { username, avatar_color: expect.any(String), is_team: true },
      })
    expect(await auditOf(thread.meta_slug)).toHaveLength(1)
    expect(await noticesOf(author)).toHaveLength(1)
    const spanish = await post(
      api.moderateThread(thread.meta_slug),
      { decision: 'publish' },
      { as: moderator, locale: 'es' },
    )
    expect(spanish.body.detail).toBe(`${username} ya lo ha ${winner % 2 ? 'rechazado' : 'publicado'}.`)
  })

  test('is published once if the moderator repeats the request, which returns the first response', async () => {
    const author = await confirmed()
    const thread = await createThread({ author, ...pending })
    const path = api.moderateThread(thread.meta_slug)
    const first = await decide(path, { decision: 'publish' }, moderator)
    expect(await decide(path, { decision: 'publish' }, moderator)).toMatchObject({ status: 200, body: first.body })
    expect(await auditOf(thread.meta_slug)).toHaveLength(1)
    expect(await noticesOf(author)).toHaveLength(1)
    for (const [decision, as] of [
      ['reject', moderator],
      ['publish', admin],
    ] as const)
      expect(await decide(path, { decision }, as)).toMatchObject({ status: 409, body: { code: 'already_decided' } })
  })

  test('returns 409 for a decision on a version that the author has edited since', async () => {
    const thread = await createThread(pending)
    const { body } = await get(api.queue({ limit: 50 }), { as: moderator })
    const { version } = body.results.find(({ key }: { key: string }) => key === `thread:${thread.id}`)
    await sql.query("UPDATE thread SET description = 'Buy this instead' WHERE id = $1", [thread.id])
    const path = api.moderateThread(thread.meta_slug)
    const refused = await decide(path, { decision: 'publish', version }, moderator)
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed', action: null, actor: null } })
    expect(await threadRow(thread.id)).toMatchObject({ status: 'pending' })
    const { rows } = await sql.query("SELECT md5(title || E'\\n' || description) AS now FROM thread WHERE id = $1", [
      thread.id,
    ])
    expect((await decide(path, { decision: 'publish', version: rows[0].now }, moderator)).status).toBe(200)
  })

  test('cannot be decided by its author, unless that is an admin', async () => {
    const [mine, admins] = [
      await createThread({ author: moderator, ...pending }),
      await createThread({ author: admin, ...pending }),
    ]
    const refused = await decide(api.moderateThread(mine.meta_slug), { decision: 'publish' }, moderator)
    expect(refused).toMatchObject({
      status: 403,
      body: { detail: 'You wrote this yourself, so somebody else decides.' },
    })
    expect(await threadRow(mine.id)).toMatchObject({ status: 'pending' })
    expect((await decide(api.moderateThread(admins.meta_slug), { decision: 'publish' }, admin)).status).toBe(200)
    expect(await noticesOf(admin)).toEqual([])
    expect((await decide(api.moderateThread(mine.meta_slug), { decision: 'publish' }, admin)).status).toBe(200)
    expect(await noticesOf(moderator)).toHaveLength(1)
  })
})

describe('a repeated decision', () => {
  test('on a held comment or on reports returns the first response to the same moderator', async () => {
    const [held, reported] = [await createComment(pending), await createComment()]
    const { id } = await createReports({ comment_id: reported.id })
    for (const [path, body, other] of [
      [api.moderateComment(held.id), { decision: 'reject' }, { decision: 'publish' }],
      [api.resolveReport(id), { action: 'remove' }, { action: 'dismiss' }],
    ] as const) {
      const first = await decide(path, body, moderator)
      expect(await decide(path, body, moderator)).toMatchObject({ status: 200, body: first.body })
      expect((await decide(path, other, moderator)).status).toBe(409)
      expect((await decide(path, body, admin)).status).toBe(409)
    }
    for (const comment of [held, reported]) expect(await auditOf(comment.id, 'comment')).toHaveLength(1)
  })
})

describe('a held comment', () => {
  test('is counted from the time when it is published', async () => {
    const comment = await createComment({ status: 'pending' })
    const countOf = async () => {
      const counts = 'SELECT comment_count FROM thread_counts WHERE id = $1'
      return (await sql.query(counts, [comment.thread_id])).rows[0].comment_count
    }
    expect(await countOf()).toBe(0)
    const answer = await decide(api.moderateComment(comment.id), { decision: 'publish' }, moderator)
    expect(answer.body).toEqual({ key: `comment:${comment.id}`, action: 'comment_published' })
    expect(await countOf()).toBe(1)
    expect(await auditOf(comment.id, 'comment')).toEqual([
      { action: 'comment_published', actor_id: moderator.id, note: null },
    ])
    const late = await decide(api.moderateComment(comment.id), { decision: 'reject' }, admin)
    expect(late).toMatchObject({ status: 409, body: { action: 'comment_published' } })
  })

  test('that is rejected is deleted, and marked as removed by a moderator', async () => {
    const comment = await createComment({ status: 'pending' })
    expect(
      (await decide(api.moderateComment(comment.id), { decision: 'reject', note: 'Spam' }, moderator)).status,
    ).toBe(200)
    expect(await commentRow(comment.id)).toMatchObject({
      status: 'rejected',
      is_removed: true,
      deleted_at: expect.any(Date),
    })
    const late = await decide(api.moderateComment(comment.id), { decision: 'publish' }, admin)
    expect(late).toMatchObject({
      status: 409,
      body: { action: 'comment_rejected', actor: { username: moderator.username } },
    })
  })

  test('cannot be decided by its author', async () => {
    const comment = await createComment({ author: moderator, status: 'pending' })
    expect((await decide(api.moderateComment(comment.id), { decision: 'publish' }, moderator)).status).toBe(403)
    expect((await decide(api.moderateComment(comment.id), { decision: 'publish' }, admin)).status).toBe(200)
  })
})

async function createReports(target: { thread_id: number } | { comment_id: number }, count = 2) {
  const reporters = await Promise.all(Array.from({ length: count }, () => confirmed()))
  for (const { id } of reporters) await db.report.create({ data: { reporter_id: id, reason: 'Rude', ...target } })
  const reports = await db.report.findMany({ where: target, orderBy: { id: 'asc' } })
  return { reporters, id: reports.at(-1)?.id ?? 0 }
}
const resolutionsOf = async (where: object) =>
  (await db.report.findMany({ where })).map(({ resolution, resolver_id }) => ({ resolution, resolver_id }))

describe('a reported text', () => {
  test.each(['thread', 'comment'] as const)('is visible again when the reports of a %s are dismissed', async (kind) => {
    const hidden_at = new Date()
    const text = kind === 'thread' ? await createThread({ hidden_at }) : await createComment({ hidden_at })
    const where = kind === 'thread' ? { thread_id: text.id } : { comment_id: text.id }
    const { reporters, id } = await createReports(where)
    const answer = await decide(api.resolveReport(id), { action: 'dismiss', note: 'Fair' }, moderator)
    expect(answer.body).toEqual({ key: `${kind}:${text.id}`, action: 'reports_dismissed' })
    expect(await (kind === 'thread' ? threadRow(text.id) : commentRow(text.id))).toMatchObject({ hidden_at: null })
    expect(await resolutionsOf(where)).toEqual(
      reporters.map(() => ({ resolution: 'dismissed', resolver_id: moderator.id })),
    )
    expect(await auditOf(id, 'reports')).toEqual([
      { action: 'reports_dismissed', actor_id: moderator.id, note: 'Fair' },
    ])
    for (const reporter of reporters)
      expect((await noticesOf(reporter)).map(({ kind: noticeKind }) => noticeKind)).toEqual(['report_handled'])
    const late = await decide(api.resolveReport(id), { action: 'remove' }, admin)
    expect(late).toMatchObject({
      status: 409,
      body: { action: 'reports_dismissed', detail: `${moderator.username} has already dismissed the reports.` },
    })
  })

  test('that is a thread can be restored after its removal, by a moderator only', async () => {
    const author = await confirmed()
    const thread = await createThread({ author, hidden_at: new Date() })
    const { reporters, id } = await createReports({ thread_id: thread.id })
    const answer = await decide(api.resolveReport(id), { action: 'remove', note: 'Ads' }, moderator)
    expect(answer.body).toEqual({ key: `thread:${thread.id}`, action: 'thread_removed' })
    expect(await threadRow(thread.id)).toMatchObject({ deleted_at: expect.any(Date), moderation_note: 'Ads' })
    expect(await auditOf(thread.meta_slug)).toEqual([{ action: 'thread_removed', actor_id: moderator.id, note: 'Ads' }])
    for (const reporter of reporters) expect(await noticesOf(reporter)).toHaveLength(1)
    expect((await decide(api.resolveReport(id), { action: 'dismiss' }, admin)).body.action).toBe('thread_removed')
    const restore = forumPaths.api.threadRestore(thread.meta_slug)
    expect((await post(restore, undefined, { as: author })).status).toBe(404)
    expect((await post(restore, undefined, { as: moderator })).status).toBeLessThan(300)
    expect((await get(forumPaths.api.thread(thread.meta_slug))).status).toBe(200)
  })

  test('that is a comment is marked as removed by a moderator after its removal', async () => {
    const comment = await createComment()
    const { id } = await createReports({ comment_id: comment.id })
    expect((await decide(api.resolveReport(id), { action: 'remove' }, moderator)).body.action).toBe('comment_removed')
    expect(await commentRow(comment.id)).toMatchObject({ is_removed: true, deleted_at: expect.any(Date) })
    expect(await auditOf(comment.id, 'comment')).toHaveLength(1)
  })

  test('is decided by one of two concurrent moderators, and its reporters are notified once', async () => {
    const comment = await createComment()
    const { reporters, id } = await createReports({ comment_id: comment.id }, 3)
    const answers = await Promise.all(
      [moderator, admin, moderator, admin].map((as, at) =>
        decide(api.resolveReport(id - (at % 2)), { action: at < 2 ? 'dismiss' : 'remove' }, as),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
    for (const reporter of reporters) expect(await noticesOf(reporter)).toHaveLength(1)
    const reports = [...(await auditOf(id, 'reports')), ...(await auditOf(id - 1, 'reports'))]
    expect([...reports, ...(await auditOf(comment.id, 'comment'))]).toHaveLength(1)
  })

  test('cannot be decided by its author, and returns 404 if its author deleted it', async () => {
    const moderatorComment = await createComment({ author: moderator })
    const { id } = await createReports({ comment_id: moderatorComment.id })
    expect((await decide(api.resolveReport(id), { action: 'dismiss' }, moderator)).status).toBe(403)
    expect((await decide(api.resolveReport(id), { action: 'dismiss' }, admin)).status).toBe(200)
    const deleted = await createComment({ deleted_at: new Date() })
    const reports = await createReports({ comment_id: deleted.id })
    expect((await decide(api.resolveReport(reports.id), { action: 'dismiss' }, moderator)).status).toBe(404)
  })

  test('returns 409 for a decision on an earlier version', async () => {
    const comment = await createComment()
    const { id } = await createReports({ comment_id: comment.id })
    const refused = await decide(api.resolveReport(id), { action: 'dismiss', version: 'of before' }, moderator)
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed' } })
    expect(await resolutionsOf({ comment_id: comment.id, resolution: { not: null } })).toEqual([])
  })
})

const paths = async () => {
  const [thread, comment, reported] = [
    await createThread(pending),
    await createComment({ status: 'pending' }),
    await createComment(),
  ]
  const { id } = await createReports({ comment_id: reported.id }, 1)
  return [
    [api.moderateThread(thread.meta_slug), { decision: 'publish' }],
    [api.moderateComment(comment.id), { decision: 'publish' }],
    [api.resolveReport(id), { action: 'dismiss' }],
  ] as const
}

describe("a moderator's decision", () => {
  test('is refused to visitors with 401 and to members with 403, before the body is validated', async () => {
    const member = await confirmed()
    for (const [path, body] of await paths()) {
      expect((await decide(path, body)).status).toBe(401)
      expect(await decide(path, body, member)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect((await decide(path, {}, member)).status).toBe(403)
      expect((await decide(path, body, moderator)).status).toBe(200)
    }
  })

  test('names an invalid field with 400, and returns 404 for an unknown text', async () => {
    for (const [path, body] of await paths()) {
      const [field = ''] = Object.keys(body)
      expect(await decide(path, { [field]: 'x' }, moderator)).toMatchObject({
        status: 400,
        body: { [field]: [expect.any(String)] },
      })
      for (const note of ['x'.repeat(maxNoteLength + 1), 'a\0b'])
        expect(await decide(path, { ...body, note }, moderator)).toMatchObject({
          status: 400,
          body: { note: [expect.any(String)] },
        })
    }
    for (const path of [api.moderateThread('no-such'), api.moderateComment(2_000_000_000)])
      expect((await decide(path, { decision: 'publish' }, moderator)).status).toBe(404)
    expect((await decide(api.resolveReport(2_000_000_000), { action: 'dismiss' }, moderator)).status).toBe(404)
    const deleted = await createThread({ ...pending, deleted_at: new Date() })
    expect((await decide(api.moderateThread(deleted.meta_slug), { decision: 'publish' }, moderator)).status).toBe(404)
  })

  test('returns 429 for the 241st request within the rate limit of moderation', async () => {
    const of = await startApp({ LIMITS: 'on' })
    const as = await confirmed({ role: 'moderator' })
    const answers = await Promise.all(Array.from({ length: 245 }, () => get(api.review({ limit: 1 }), { as, of })))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  test('to publish a thread does not prevent later reports', async () => {
    const thread = await createThread(pending)
    await decide(api.moderateThread(thread.meta_slug), { decision: 'publish' }, moderator)
    const { status } = await post(forumPaths.api.threadReport(thread.meta_slug), {}, { as: await confirmed() })
    expect(status).toBe(201)
  })
})
