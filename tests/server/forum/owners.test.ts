import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { applyPendingAuthorHiding } from '../../../server/forum/author-hiding.ts'
import { moveThreads } from '../../../server/forum/editable-sections.ts'
import { erasedTables, eraseMarkedAccounts, erasureBatchRows } from '../../../server/users/erasure.ts'
import { get, openApp, post, put, remove, sql, url } from '../../support/app.ts'
import { waitForBlockedLock } from '../../support/postgres/database.ts'
import { createSection, createThread, foldAllChanges } from '../../support/forum.ts'
import { createPrompt } from '../../support/library.ts'
import { cheap_password_hash as password_hash, createPerson, password } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'

await openApp()

const { api } = forumPaths
const admin = await createPerson({ role: 'admin' })

/** Inserts comments of one person in one thread; the last is a reply. */
const addComments = (thread: { id: number }, author: Person, count: number) =>
  sql.query(
    `INSERT INTO comment (thread_id, author_id, body, body_html, render_version)
     SELECT $1, $2, 'a', 'a', 1 FROM generate_series(1, $3::int)`,
    [thread.id, author.id, count],
  )
const lastCommentOf = async (author: Person) =>
  db.comment.findFirstOrThrow({ where: { author_id: author.id }, orderBy: { id: 'desc' }, select: { id: true } })
const firstCommentOf = async (author: Person) =>
  db.comment.findFirstOrThrow({
    where: { author_id: author.id },
    orderBy: { id: 'asc' },
    select: { id: true, thread_id: true },
  })

/** Ends the connection of a run, like a kill, once it waits for this row of its last batch. */
async function killAt(table: string, id: number, run: () => Promise<unknown>) {
  await sql.query('BEGIN')
  await sql.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id])
  const failure = run().then(
    () => null,
    (error: unknown) => error,
  )
  await waitForBlockedLock(url)
  await sql.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  expect(await failure).toBeInstanceOf(Error)
  await sql.query('ROLLBACK')
}

async function expectCounts(thread: { id: number }) {
  await foldAllChanges()
  const { comment_count } = await db.thread.findUniqueOrThrow({ where: { id: thread.id } })
  const where = { thread_id: thread.id, hidden_at: null, deleted_at: null }
  expect(comment_count).toBe(await db.comment.count({ where }))
}

describe('an account with thousands of rows', () => {
  test('disappears for every reader at once, and is erased in batches that continue after a kill', async () => {
    const person = await createPerson({ password_hash, email_confirmed_at: new Date() })
    const [thread, other, prompt] = [await createThread({ author: person }), await createThread(), await createPrompt()]
    await addComments(other, person, erasureBatchRows + 300)
    await db.rating.create({ data: { user_id: person.id, prompt_id: prompt.id, value: 5 } })
    const last = await lastCommentOf(person)
    await db.commentVote.create({ data: { user_id: admin.id, comment_id: last.id, value: 1 } })
    await db.report.create({ data: { reporter_id: person.id, thread_id: other.id, reason: 'My neighbor wrote it' } })
    const credentials = { email: person.email, password }
    const { refresh } = (await post(paths.api.token, credentials)).body

    expect((await remove(paths.api.me, { password }, { as: person })).status).toBe(204)
    expect(await db.comment.count({ where: { author_id: person.id } })).toBe(erasureBatchRows + 300)
    expect((await get(paths.api.me, { as: person })).status).toBe(401)
    expect((await post(paths.api.token, credentials)).status).toBe(401)
    expect((await post(paths.api.tokenRefresh, { refresh })).status).toBe(401)
    expect((await get(api.thread(thread.meta_slug))).body.author).toBeNull()
    const { body } = await get(api.comments(other.meta_slug))
    expect(body.results[0].author).toBeNull()
    expect((await get(api.threads({ author: person.username }))).body.results).toEqual([])
    expect((await get(adminPaths.api.member(person.id), { as: admin })).status).toBe(404)
    expect((await get(adminPaths.api.memberOverview(person.id), { as: admin })).status).toBe(404)
    expect((await get(adminPaths.api.members({ q: person.username }), { as: admin })).body.results).toEqual([])
    const again = await createPerson({ email: person.email, username: person.username })
    expect(again.id).not.toBe(person.id)

    await killAt('comment', last.id, () => eraseMarkedAccounts({ rows: 100 }))
    const left = await db.comment.count({ where: { author_id: person.id } })
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(100)
    await eraseMarkedAccounts({ rows: 100 })
    expect(await db.user.count({ where: { id: person.id } })).toBe(0)
    expect(await db.comment.count({ where: { thread_id: other.id, author_id: null } })).toBe(erasureBatchRows + 300)
    expect(await db.prompt.findUnique({ where: { id: prompt.id } })).toMatchObject({
      rating_count: 0,
      rating_avg: null,
    })
    expect(await db.report.findFirst({ where: { thread_id: other.id } })).toMatchObject({
      reporter_id: null,
      reason: '',
    })
    await expectCounts(other)
  })

  test('is erased by one batch in each run of the job if the run has no time left', async () => {
    const person = await createPerson({ password_hash })
    await addComments(await createThread(), person, erasureBatchRows + 1)
    await remove(paths.api.me, { password }, { as: person })
    await eraseMarkedAccounts({ maxMs: 0 })
    expect(await db.user.count({ where: { id: person.id } })).toBe(1)
    await Promise.all([eraseMarkedAccounts(), eraseMarkedAccounts()].map((run) => run.catch(() => {})))
    await eraseMarkedAccounts()
    expect(await db.user.count({ where: { id: person.id } })).toBe(0)
  })
})

const countHidden = (thread: { id: number }) =>
  db.comment.count({ where: { thread_id: thread.id, hidden_at: { not: null } } })

/** Inserts comments of a member held as a spammer. */
const createHidden = async (count: number) => {
  const [member, thread] = [await createPerson({ password_hash }), await createThread()]
  await addComments(thread, member, count)
  await db.user.update({ where: { id: member.id }, data: { held_at: new Date(), texts_pending_at: new Date() } })
  await applyPendingAuthorHiding()
  expect(await countHidden(thread)).toBe(count)
  return { member, thread }
}

describe('a hidden text of a removed account', () => {
  test.each([3, erasureBatchRows + 300])(
    'is shown before the erasure if the end of a hold was still pending: %d comments',
    async (count) => {
      const { member, thread } = await createHidden(count)
      const first = await firstCommentOf(member)
      await db.user.update({ where: { id: member.id }, data: { held_at: null, texts_pending_at: new Date() } })
      expect((await remove(paths.api.me, { password }, { as: member })).status).toBe(204)
      await eraseMarkedAccounts({ maxMs: 0 })
      await killAt('comment', first.id, () => eraseMarkedAccounts({ rows: 100 }))
      expect(await db.comment.count({ where: { thread_id: thread.id, author_id: null } })).toBe(0)
      await eraseMarkedAccounts({ rows: 100 })
      expect(await db.user.count({ where: { id: member.id } })).toBe(0)
      expect(await countHidden(thread)).toBe(0)
      await expectCounts(thread)
    },
  )

  test('is hidden before the erasure if the start of a hold was still pending', async () => {
    const [member, thread] = [await createPerson({ password_hash }), await createThread()]
    await addComments(thread, member, 3)
    await db.user.update({ where: { id: member.id }, data: { held_at: new Date(), texts_pending_at: new Date() } })
    expect((await remove(paths.api.me, { password }, { as: member })).status).toBe(204)
    await eraseMarkedAccounts()
    expect(await db.user.count({ where: { id: member.id } })).toBe(0)
    expect(await countHidden(thread)).toBe(3)
    await expectCounts(thread)
  })

  test('stays hidden until a moderator removes and restores it', async () => {
    const { member } = await createHidden(2)
    const { id, thread_id } = await firstCommentOf(member)
    expect((await remove(paths.api.me, { password }, { as: member })).status).toBe(204)
    expect(await countHidden({ id: thread_id })).toBe(2)
    expect((await remove(api.comment(id), undefined, { as: admin })).status).toBeLessThan(300)
    expect((await post(api.commentRestore(id), undefined, { as: admin })).body).toMatchObject({ status: 'visible' })
    expect(await countHidden({ id: thread_id })).toBe(1)
  })
})

test('rows with a foreign key to an account are erased in batches, or are few by design', async () => {
  const { rows } = await sql.query<{ part: string }>(`
    SELECT conrelid::regclass || '.' || attname AS part
      FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
     WHERE contype = 'f' AND confrelid = '"user"'::regclass`)
  const few = {
    'access.user_id': 'one a source',
    'checkout.user_id': 'a few a day, for 90 days',
    'collection.user_id': 'maxCollections of maxCollectionItems',
    'customer.user_id': 'one',
    'invitation.inviter_id': 'an admin’s, for 30 days after their end',
    'library_import.actor_id': 'an admin’s of a day',
    'member_day.user_id': 'one a day, for 92 days',
    'one_time_token.user_id': 'one a purpose',
    'session.user_id': 'maxSessions',
    'thread_draft.user_id': 'one',
  }
  const inBatches = erasedTables.map(({ table, owner }) => `${table}.${owner}`)
  expect(rows.map(({ part }) => part).toSorted()).toEqual([...Object.keys(few), ...inBatches].toSorted())
})

describe('thousands of texts of a blocked member', () => {
  test('are hidden and shown in batches that continue after a kill', async () => {
    const [member, thread] = [await createPerson(), await createThread()]
    await addComments(thread, member, 350)
    const first = await firstCommentOf(member)
    const hidden = () => db.comment.count({ where: { author_id: member.id, hidden_with_author: true } })
    const blocked = { blocked_at: new Date(), hides_content: true, texts_pending_at: new Date() }
    await db.user.update({ where: { id: member.id }, data: blocked })
    await killAt('comment', first.id, () => applyPendingAuthorHiding({ rows: 100 }))
    expect(await hidden()).toBe(300)
    await applyPendingAuthorHiding({ rows: 100 })
    expect(await hidden()).toBe(350)
    await expectCounts(thread)

    const path = adminPaths.api.member(member.id)
    const { etag } = (await get(path, { as: admin })).headers
    const headers = { 'if-match': String(etag) }
    await put(adminPaths.api.memberBlock(member.id), { block: null }, { as: admin, headers })
    expect(await hidden()).toBe(0)
    expect((await db.user.findUniqueOrThrow({ where: { id: member.id } })).texts_pending_at).toBeNull()
    await expectCounts(thread)
  })
})

test("each batch of a member's texts is read with an index, without a sort", async () => {
  const [member, section] = [await createPerson(), await createSection()]
  const threads = `SELECT 'explained-' || n, $1::int, CASE WHEN n % 10 = 0 THEN $2::int END, 'a', 'a', 'a', 1, 'a' FROM generate_series(1, 4000) AS n`
  await sql.query(
    `INSERT INTO thread (meta_slug, section_id, author_id, title, description, description_html, render_version, excerpt) ${threads}`,
    [section.id, member.id],
  )
  await addComments(await createThread(), member, 400)
  await addComments(await createThread(), await createPerson(), 3_600)
  await sql.query('ANALYZE thread, comment')
  await db.user.update({
    where: { id: member.id },
    data: { blocked_at: new Date(), hides_content: true, texts_pending_at: new Date() },
  })
  const statements = await statementsDuring(() => applyPendingAuthorHiding())
  for (const table of ['thread', 'comment']) {
    const batch = statements.find((one) => one.includes(`SELECT id FROM ${table} WHERE author_id`))
    const { rows } = await sql.query(`EXPLAIN (GENERIC_PLAN) ${batch}`)
    const plan = JSON.stringify(rows)
    expect(plan).toContain(`${table}_author_id_id_idx`)
    expect(plan).not.toContain('Sort')
  }
})

describe('a removed section of thousands of threads', () => {
  test('disappears from lists at once, and is deleted with its last thread even if a kill interrupts this', async () => {
    const [section, target] = [await createSection(), await createSection()]
    for (let at = 0; at < 25; at++) await createThread({ section })
    const last = await db.thread.findFirstOrThrow({ where: { section_id: section.id }, orderBy: { id: 'desc' } })
    await db.section.update({ where: { id: section.id }, data: { successor_id: target.id } })
    const listed = (await get(api.sections)).body.map(({ slug }: { slug: string }) => slug)
    expect(listed).toContain(target.slug)
    expect(listed).not.toContain(section.slug)
    const author = await createPerson({ email_confirmed_at: new Date() })
    const thread = { title: 'About the section', section: section.slug, description: 'Long enough to be read.' }
    expect((await post(api.threads(), thread, { as: author })).body).toEqual({ section: [expect.any(String)] })

    await killAt('thread', last.id, () => moveThreads({ rows: 10 }))
    expect(await db.thread.count({ where: { section_id: target.id } })).toBe(20)
    await moveThreads({ rows: 10 })
    expect(await db.thread.count({ where: { section_id: target.id } })).toBe(25)
    expect(await db.section.count({ where: { id: section.id } })).toBe(0)
  })
})

const addNotifications = async () => {
  const [member, thread] = [await createPerson(), await createThread()]
  await addComments(thread, await createPerson(), 2_100)
  await sql.query(
    `INSERT INTO notification (user_id, kind, key, thread_id, comment_id)
     SELECT $1, 'followed_comment', 'comment:' || id, thread_id, id FROM comment WHERE thread_id = $2`,
    [member.id, thread.id],
  )
  const { id } = await db.comment.findFirstOrThrow({ where: { thread_id: thread.id }, orderBy: { id: 'desc' } })
  return { member, thread, last: id }
}
type Added = Awaited<ReturnType<typeof addNotifications>>

describe('a member with thousands of unread notifications', () => {
  test.each([
    ['all of them', ({ member }: Added) => post(notificationPaths.api.read, { up_to: 2 ** 31 - 1 }, { as: member })],
    [
      'those of a thread, by reading it',
      ({ member, thread, last }: Added) =>
        put(api.threadReading(thread.meta_slug), { comment_id: last }, { as: member }),
    ],
    [
      'those of a thread, by muting it',
      ({ member, thread }: Added) => put(api.threadWatch(thread.meta_slug), { watch: 'muted' }, { as: member }),
    ],
  ])('marks as read %s, with at most a thousand rows in each statement', async (_which, read) => {
    const added = await addNotifications()
    await sql.query(`
      CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF (SELECT count(*) FROM changed) > 1000 THEN RAISE 'too many at once'; END IF; RETURN NULL; END $$;
      CREATE TRIGGER refused_many AFTER UPDATE ON notification REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`)
    try {
      expect((await read(added)).status).toBeLessThan(300)
      expect(await db.notification.count({ where: { user_id: added.member.id, read_at: null } })).toBe(0)
    } finally {
      await sql.query('DROP FUNCTION refuse_many CASCADE')
    }
  })
})
