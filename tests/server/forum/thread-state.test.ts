import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import type { Notification } from '#shared/forum/notifications.ts'
import type { ThreadCard } from '#shared/forum/schema.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, patch, remove, sql } from '../../support/app.ts'
import { idsOf, idsOnAll, writeComment } from '../../support/commenting.ts'
import { until } from '../../support/postgres/database.ts'
import { createPoster, createSection, createThread } from '../../support/forum.ts'
import { lastMailTo } from '../../support/mail.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const moderator = await createPoster({ role: 'moderator' })
const admin = await createPoster({ role: 'admin' })
type Named = { meta_slug: string }
const state = ({ meta_slug }: Named, changes: object, as: { token: string } | undefined = moderator) =>
  patch(moderationPaths.api.thread(meta_slug), changes, { as })
const kindsOf = async (as: Person) =>
  (await get(notificationPaths.api.notifications(), { as })).body.results.map(({ kind }: Notification) => kind)
const entriesOf = ({ meta_slug }: Named) =>
  db.auditEntry.findMany({
    where: { kind: 'thread', target: meta_slug },
    orderBy: { id: 'asc' },
    select: { action: true, actor_id: true, before: true, after: true },
  })
const actor_id = moderator.id

describe('PATCH /api/admin/forum/threads/:meta_slug/', () => {
  test('is allowed for moderators and admins only', async () => {
    const author = await createPoster()
    const thread = await createThread({ author })
    expect((await patch(moderationPaths.api.thread(thread.meta_slug), { is_closed: true })).status).toBe(401)
    for (const as of [author, await createPoster()])
      expect((await state(thread, { is_closed: true }, as)).status).toBe(403)
    expect(await state(thread, { is_closed: true }, admin)).toMatchObject({ status: 200, body: { is_closed: true } })
  })

  test('returns 404 for a thread that is not public', async () => {
    for (const options of [
      { status: 'pending' },
      { status: 'rejected' },
      { hidden_at: new Date() },
      { deleted_at: new Date() },
    ] as const)
      expect((await state(await createThread(options), { is_closed: true })).status).toBe(404)
    expect((await state({ meta_slug: 'none' }, { is_closed: true })).status).toBe(404)
  })

  test('names the invalid field with 400', async () => {
    const thread = await createThread()
    for (const [field, value] of [
      ['is_closed', 'yes'],
      ['is_pinned', null],
      ['section', 'no-such'],
    ] as const) {
      const { status, body } = await state(thread, { [field]: value })
      expect([status, Object.keys(body)]).toEqual([400, [field]])
    }
  })

  test('writes one audit entry for a change that is sent several times concurrently', async () => {
    const thread = await createThread()
    const answers = await Promise.all([1, 2, 3].map(() => state(thread, { is_closed: true, is_pinned: true })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await entriesOf(thread)).map(({ action }) => action).toSorted()).toEqual(['thread_closed', 'thread_pinned'])
  })
})

describe('a closed thread', () => {
  test('refuses comments of members with 403 until it is reopened, and accepts those of moderators', async () => {
    const [author, member] = [await createPoster(), await createPoster()]
    const thread = await createThread({ author })
    const { body: comment } = await writeComment(thread, 'Before it was closed', member)
    await state(thread, { is_closed: true })
    for (const as of [author, member])
      expect(await writeComment(thread, 'After it was closed', as)).toMatchObject({
        status: 403,
        body: { detail: 'This thread is closed. Only moderators can add comments.', code: 'forbidden' },
      })
    expect((await writeComment(thread, 'A reply', member, { parent: comment.id })).status).toBe(403)
    expect((await writeComment(thread, 'Please be kind', moderator)).status).toBe(201)
    expect((await get(forumPaths.api.thread(thread.meta_slug))).body.is_closed).toBe(true)
    await state(thread, { is_closed: false })
    expect((await writeComment(thread, 'Open again', member)).status).toBe(201)
    expect(await entriesOf(thread)).toEqual([
      { action: 'thread_closed', actor_id, before: { is_closed: false }, after: { is_closed: true } },
      { action: 'thread_reopened', actor_id, before: { is_closed: true }, after: { is_closed: false } },
    ])
  })

  test('notifies its author until it is reopened', async () => {
    const author = await createPoster()
    const thread = await createThread({ author })
    await state(thread, { is_closed: true })
    expect(await kindsOf(author)).toEqual(['thread_closed'])
    expect((await lastMailTo(author.email)).subject).toBe(`Your thread “${thread.title}” was closed`)
    await state(thread, { is_closed: false })
    expect(await kindsOf(author)).toEqual([])
    const mine = await createThread({ author: moderator })
    await state(mine, { is_closed: true })
    expect(await kindsOf(moderator)).toEqual([])
  })

  test.each(['daily', 'at_once'] as const)(
    'accepts no comment sent concurrently after it is closed, with activity mail %s',
    async (activity_mail) => {
      const thread = await createThread({ author: await createPoster({ activity_mail }) })
      const people = await Promise.all(Array.from({ length: 6 }, () => createPoster()))
      const closing = new Promise<{ status: number }>((resolve) => {
        setTimeout(() => resolve(state(thread, { is_closed: true })), 20)
      })
      const answers = await Promise.all(
        people.map((person, at) => writeComment(thread, `At the same time ${at}`, person)),
      )
      expect((await closing).status).toBe(200)
      const statuses = answers.map(({ status }) => status)
      expect(statuses.every((status) => status === 201 || status === 403)).toBe(true)
      const { rows } = await sql.query(`SELECT count(*)::int FROM comment WHERE thread_id = $1`, [thread.id])
      expect(rows[0].count).toBe(statuses.filter((status) => status === 201).length)
    },
  )

  test('accepts a comment in progress, and refuses a comment that waits for the row lock', async () => {
    const thread = await createThread()
    const member = await createPoster()
    const waiting = (count: number) => () =>
      sql
        .query(
          `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND classid = 7210323 AND objid = $1 AND NOT granted`,
          [thread.id],
        )
        .then(({ rows }) => rows[0].count === count)
    let closing: Promise<{ status: number }> | undefined
    let late: Promise<{ status: number }> | undefined
    await db.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock_shared(7210323, ${thread.id}::int)`
      closing = state(thread, { is_closed: true })
      await until(waiting(1))
      // Waits for the lock after the closing request, so it finds the thread closed.
      late = writeComment(thread, 'A moment too late', member)
      await until(waiting(2))
      expect((await transaction.thread.findUniqueOrThrow({ where: { id: thread.id } })).closed_at).toBeNull()
    })
    expect([(await closing)?.status, (await late)?.status]).toEqual([200, 403])
    expect(await db.comment.count({ where: { thread_id: thread.id } })).toBe(0)
  })
})

const list = (section: { slug: string }, query: object = {}) =>
  get(forumPaths.api.threads({ section: section.slug, ...query }))

async function createThreads(count: number) {
  const section = await createSection()
  const threads = []
  for (let at = 0; at < count; at++)
    threads.push(await createThread({ section, created_at: new Date(Date.UTC(2026, 0, 1, at)) }))
  return { section, threads, ids: threads.map(({ id }) => id) }
}

describe('a pinned thread', () => {
  test('is listed once, and first only in its section, in every order', async () => {
    const { section, threads, ids } = await createThreads(5)
    const [oldest, second, third, fourth, latest] = ids
    await state(threads[0] as Named, { is_pinned: true })
    await state(threads[2] as Named, { is_pinned: true })
    const first = await list(section, { limit: 2 })
    expect(idsOf(first)).toEqual([third, oldest, latest, fourth])
    expect(first.body.results.map(({ is_pinned }: ThreadCard) => is_pinned)).toEqual([true, true, false, false])
    expect(await idsOnAll(first.body.next)).toEqual([[second]])
    const next = await get(first.body.next)
    expect(idsOf(await get(next.body.previous))).toEqual([third, oldest, latest, fourth])
    for (const order of ['active', 'popular', 'discussed'])
      expect(idsOf(await list(section, { order })).slice(0, 2)).toEqual([third, oldest])
    const author = await db.user.findUniqueOrThrow({ where: { id: threads[0]?.author_id ?? 0 } })
    expect(idsOf(await list(section, { author: author.username }))).toEqual([oldest])
    expect(idsOf(await get(forumPaths.api.threads()))[0]).not.toBe(third)
    await state(threads[2] as Named, { is_pinned: false })
    // Cached lists are dropped.
    await until(async () => idsOf(await list(section)).join() === [oldest, latest, fourth, third, second].join())
    expect(await entriesOf(threads[2] as Named)).toEqual([
      { action: 'thread_pinned', actor_id, before: { is_pinned: false }, after: { is_pinned: true } },
      { action: 'thread_unpinned', actor_id, before: { is_pinned: true }, after: { is_pinned: false } },
    ])
  })

  test("precedes the reader's own pending threads, and disappears when it is deleted", async () => {
    const { section, threads, ids } = await createThreads(2)
    const author = await createPoster()
    const pending = await createThread({ section, author, status: 'pending' })
    await state(threads[0] as Named, { is_pinned: true })
    const mine = await get(forumPaths.api.threads({ section: section.slug }), { as: author })
    expect(idsOf(mine)).toEqual([ids[0], pending.id, ids[1]])
    await remove(forumPaths.api.thread(threads[0]?.meta_slug ?? ''), undefined, { as: moderator })
    await until(async () => idsOf(await list(section)).join() === String(ids[1]))
  })

  test('is refused beyond five pinned threads in a section, even with concurrent requests', async () => {
    const { section, threads } = await createThreads(7)
    const answers = await Promise.all(threads.map((thread) => state(thread, { is_pinned: true })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 200, 200, 200, 400, 400,
    ])
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      is_pinned: ['A section can have at most 5 pinned threads. Unpin one of them first.'],
    })
    expect(await db.thread.count({ where: { section_id: section.id, pinned_at: { not: null } } })).toBe(5)
  })

  test('is found with an index', async () => {
    await sql.query('SET enable_seqscan = off')
    const { rows } = await sql.query(
      `EXPLAIN SELECT FROM thread WHERE section_id = 1 AND pinned_at IS NOT NULL ORDER BY pinned_at DESC, id DESC`,
    )
    expect(JSON.stringify(rows)).toContain('thread_pinned')
  })
})

describe('a moved thread', () => {
  test('is listed in its new section without its pin, and its author is notified', async () => {
    const [author, from, to] = [await createPoster(), await createSection(), await createSection()]
    const thread = await createThread({ author, section: from })
    await state(thread, { is_pinned: true })
    const { body } = await state(thread, { section: to.slug })
    expect(body).toMatchObject({ section: { slug: to.slug }, is_pinned: false })
    expect(idsOf(await get(forumPaths.api.threads({ section: to.slug })))).toEqual([thread.id])
    expect(idsOf(await get(forumPaths.api.threads({ section: from.slug })))).toEqual([])
    expect((await entriesOf(thread)).at(-1)).toEqual({
      action: 'thread_moved',
      actor_id,
      before: { section: from.slug, is_pinned: true },
      after: { section: to.slug, is_pinned: false },
    })
    expect(await kindsOf(author)).toEqual(['thread_moved'])
    expect((await lastMailTo(author.email)).subject).toBe(`Your thread “${thread.title}” was moved`)
    await state(thread, { section: from.slug, is_pinned: true })
    expect(await kindsOf(author)).toEqual([])
    expect((await get(forumPaths.api.thread(thread.meta_slug), { as: author })).body.is_pinned).toBe(true)
  })

  test('is refused with 400 if the section is being removed', async () => {
    const thread = await createThread()
    const leaving = await createSection()
    await db.section.update({ where: { id: leaving.id }, data: { successor_id: thread.section_id } })
    expect(await state(thread, { section: leaving.slug })).toMatchObject({
      status: 400,
      body: { section: ['Choose one of the sections.'] },
    })
    await db.section.delete({ where: { id: leaving.id } })
  })
})
