import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { paths } from '#shared/paths.ts'
import { databaseUrl, db } from '../../../server/database/db.ts'
import { reportsBeforeHiding } from '../../../server/moderation/reports.ts'
import { retryPostponedRemovals } from '../../../server/users/removal.ts'
import { get, openApp, post, remove, sql } from '../../support/app.ts'
import { writeComment } from '../../support/commenting.ts'
import { until } from '../../support/postgres/database.ts'
import { createComment, createPoster, createThread, foldAllChanges } from '../../support/forum.ts'
import { cheap_password_hash as password_hash, password } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = forumPaths
const moderator = await createPoster({ role: 'moderator' })
const createLeaver = (overrides = {}) => createPoster({ password_hash, ...overrides })
const removeAccount = (as: Person) => remove(paths.api.me, { password }, { as })

async function expectCountsOfRows() {
  await foldAllChanges()
  const { rows } = await sql.query(`
    SELECT 'thread' AS kind, id FROM thread WHERE (comment_count, likes, dislikes) IS DISTINCT FROM (
      (SELECT count(*) FROM comment WHERE thread_id = thread.id AND status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL),
      (SELECT count(*) FROM thread_vote WHERE thread_id = thread.id AND value = 1),
      (SELECT count(*) FROM thread_vote WHERE thread_id = thread.id AND value = -1))
    UNION ALL
    SELECT 'comment', id FROM comment WHERE (reply_count, likes, dislikes) IS DISTINCT FROM (
      (SELECT count(*) FROM comment AS reply WHERE reply.branch_id = comment.id AND reply.status = 'published'
         AND reply.hidden_at IS NULL AND reply.deleted_at IS NULL),
      (SELECT count(*) FROM comment_vote WHERE comment_id = comment.id AND value = 1),
      (SELECT count(*) FROM comment_vote WHERE comment_id = comment.id AND value = -1))`)
  expect(rows).toEqual([])
}

const value = (at: number) => (at % 3 ? 1 : -1)

describe('removing an account', () => {
  test('leaves its threads and comments without an author, and deletes all its other rows', async () => {
    const [leaver, other] = [await createLeaver(), await createPoster()]
    const thread = await createThread({ author: leaver })
    const pending = await createThread({ author: leaver, status: 'pending' })
    const theirs = await createThread({ author: other })
    const comment = await createComment({ author: leaver, thread: theirs })
    const answer = await createComment({ author: other, parent: comment })
    const user_id = leaver.id
    await writeComment(theirs, 'A reply', leaver, { parent: answer.id })
    await post(api.threadVote(theirs.meta_slug), { value: 'like' }, { as: leaver })
    await post(api.commentVote(answer.id), { value: 'dislike' }, { as: leaver })
    await post(api.threadSave(theirs.meta_slug), undefined, { as: leaver })
    await post(api.threadReport(theirs.meta_slug), { reason: 'Rude' }, { as: leaver })
    await db.threadDraft.create({ data: { user_id, title: 'Half', section: '', description: '' } })
    await writeComment(thread, 'A comment', other)
    expect(await db.notification.count({ where: { user_id } })).toBe(1)
    expect((await removeAccount(leaver)).status).toBe(204)

    expect((await get(api.thread(thread.meta_slug), { as: other })).body).toMatchObject({ author: null })
    const { body } = await get(api.comments(theirs.meta_slug), { as: other })
    expect(body.results).toMatchObject([
      {
        id: comment.id,
        author: null,
        status: 'visible',
        replies: { results: [{ author: { username: other.username }, dislikes: 0 }, { author: null }] },
      },
    ])
    const where = { where: { user_id } }
    const left = [db.threadVote.count(where), db.commentVote.count(where), db.savedThread.count(where)]
    const more = [db.threadDraft.count(where), db.notification.count(where)]
    expect(await Promise.all([...left, ...more])).toEqual([0, 0, 0, 0, 0])
    const notifications = await db.notification.findMany({ where: { user_id: other.id } })
    expect(notifications.map(({ actor_id }) => actor_id)).toEqual([null])
    const review = await get(moderationPaths.api.review({ limit: 50 }), { as: moderator })
    expect(review.body.results).toMatchObject([
      { key: `thread:${pending.id}`, author: null },
      { key: `thread:${theirs.id}`, reports: [{ reason: '', reporter: null }] },
    ])
    const published = await post(
      moderationPaths.api.moderateThread(pending.meta_slug),
      { decision: 'publish' },
      { as: moderator },
    )
    expect(published.status).toBe(200)
    await expectCountsOfRows()
  })

  test('withdraws its report, which no longer counts towards hiding a text', async () => {
    const thread = await createThread()
    const reporters = await Promise.all(Array.from({ length: reportsBeforeHiding }, () => createLeaver()))
    const [first, ...others] = reporters
    const report = (as: Person) => post(api.threadReport(thread.meta_slug), {}, { as })
    if (first) await report(first)
    if (first) await removeAccount(first)
    for (const one of others) expect((await report(one)).status).toBe(201)
    const isHidden = async () => (await db.thread.findUniqueOrThrow({ where: { id: thread.id } })).hidden_at !== null
    expect(await isHidden()).toBe(false)
    await report(await createPoster())
    expect(await isHidden()).toBe(true)
  })

  test('leaves counts that equal the rows if thirty accounts are removed concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => createLeaver()))
    const threads = await Promise.all(people.slice(0, 5).map((author) => createThread({ author })))
    const comments = await Promise.all(
      people.map((author, at) => createComment({ author, thread: threads[at % 5] ?? { id: 0 } })),
    )
    for (const [at, { id: user_id }] of people.entries()) {
      await db.threadVote.createMany({ data: threads.map(({ id }) => ({ thread_id: id, user_id, value: value(at) })) })
      const voted = at % 2 ? comments : comments.toReversed()
      await db.commentVote.createMany({ data: voted.map(({ id }) => ({ comment_id: id, user_id, value: value(at) })) })
    }
    const answers = await Promise.all([
      ...people.slice(0, 20).map((as) => removeAccount(as)),
      ...people.slice(20).map((as, at) => writeComment(threads[at % 5] ?? { meta_slug: '' }, `Still here ${at}`, as)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(204), ...Array(10).fill(201)])
    expect(await db.comment.count({ where: { author_id: null } })).toBeGreaterThanOrEqual(20)
    await expectCountsOfRows()
  })
})

const waiting = async () => {
  const { rows } = await sql.query(
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0].count as number
}

/** Locks a row until the action and the removal of the account wait for it, in this order. */
async function inTurn(lock: string, id: number, actions: (() => Promise<unknown>)[]) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query(lock, [id])
    const begun: Promise<unknown>[] = []
    for (const [at, start] of actions.entries()) {
      begun.push(start())
      await until(async () => (await waiting()) > at)
    }
    await client.query('COMMIT')
    return await Promise.all(begun)
  } finally {
    await client.end()
  }
}

describe('while an account is being removed', () => {
  test.each(['daily', 'at_once'] as const)(
    'a reply to its comment is added, with activity mail %s',
    async (activity_mail) => {
      const leaver = await createLeaver({ activity_mail })
      const comment = await createComment({ author: leaver })
      const thread = await db.thread.findUniqueOrThrow({ where: { id: comment.thread_id } })
      const writer = await createPoster()
      const lock = 'SELECT FROM comment WHERE id = $1 FOR NO KEY UPDATE'
      const reply = () => writeComment(thread, 'A reply', writer, { parent: comment.id })
      const answers = await inTurn(lock, comment.id, [reply, () => removeAccount(leaver)])
      expect(answers).toMatchObject([{ status: 201 }, { status: 204 }])
      await expectCountsOfRows()
    },
  )

  test.each(['publish', 'remove'])('a moderator can decide on a thread of the account: %s', async (action) => {
    const leaver = await createLeaver()
    const thread = await createThread({ author: leaver, status: action === 'publish' ? 'pending' : 'published' })
    const lock = 'SELECT FROM thread WHERE id = $1 FOR NO KEY UPDATE'
    const decide = () =>
      action === 'publish'
        ? post(moderationPaths.api.moderateThread(thread.meta_slug), { decision: 'publish' }, { as: moderator })
        : remove(api.thread(thread.meta_slug), undefined, { as: moderator })
    const [decided, left] = await inTurn(lock, thread.id, [decide, () => removeAccount(leaver)])
    expect([decided, left]).toMatchObject([{ status: action === 'publish' ? 200 : 204 }, { status: 204 }])
  })

  test('a moderator can decide on a report from the account', async () => {
    const leaver = await createLeaver({ removal_asked_at: new Date() })
    const comment = await createComment({ author: leaver })
    const report = await db.report.create({ data: { reporter_id: leaver.id, thread_id: comment.thread_id } })
    const moderatorReport = await db.report.create({ data: { reporter_id: moderator.id, comment_id: comment.id } })
    const lock = 'SELECT FROM comment WHERE id = $1 FOR NO KEY UPDATE'
    const decide = (id: number) => post(moderationPaths.api.resolveReport(id), { action: 'remove' }, { as: moderator })
    const [, decided] = await inTurn(lock, comment.id, [
      () => retryPostponedRemovals(async () => {}),
      () => decide(moderatorReport.id),
    ])
    expect(decided).toMatchObject({ status: 200 })
    expect(await db.user.count({ where: { id: leaver.id } })).toBe(0)
    expect(await decide(report.id)).toMatchObject({ status: 200 })
  })
})
