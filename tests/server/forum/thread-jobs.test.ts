import { describe, expect, test, vi } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { statementChannel } from '../../../server/database/database-pool.ts'
import { db } from '../../../server/database/db.ts'
import { foldEverySecond } from '../../../server/forum/forum.jobs.ts'
import { purgeDeletedTexts } from '../../../server/forum/purge-deleted-texts.ts'
import { get, openApp, post, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createComment, createThread } from '../../support/forum.ts'
import { createPerson } from '../../support/people.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'

await openApp()

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const likesOf = async ({ id }: { id: number }) =>
  (await db.thread.findUniqueOrThrow({ where: { id }, select: { likes: true } })).likes
const like = async ({ id: thread_id }: { id: number }) => {
  await db.threadVote.create({ data: { thread_id, user_id: (await createPerson()).id, value: 1 } })
}

describe('the counts of a thread', () => {
  test('are updated every second, even after the database connection was lost', async () => {
    const thread = await createThread()
    await like(thread)
    await until(async () => (await likesOf(thread)) === 1)
    await sql.query(
      // Connections of the pool; those of jobs and listeners are named.
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = '' AND pid <> pg_backend_pid()`,
    )
    await until(() =>
      like(thread).then(
        () => true,
        () => false,
      ),
    )
    await until(async () => (await likesOf(thread).catch(() => 0)) === 2)
    expect(await db.threadChange.count({ where: { thread_id: thread.id } })).toBe(0)
  })

  test('are updated on shutdown, without waiting for the next second', async () => {
    const stops = Array.from({ length: 3 }, () => foldEverySecond())
    const statements = await statementsDuring(() => Promise.all(stops.map((stop) => stop())))
    expect(statements.filter((statement) => statement.includes('fold')).length).toBeLessThanOrEqual(4)
  })

  test("are updated together with the thread's position in the order by latest comment", async () => {
    const thread = await createThread({ created_at: hoursAgo(9) })
    const comment = await createComment({ thread })
    const read = () => db.thread.findUniqueOrThrow({ where: { id: thread.id } })
    await until(async () => (await read()).comment_count === 1)
    expect((await read()).last_activity_at).toEqual(comment.created_at)
  })
})

describe('a text deleted a day ago', () => {
  test('is purged in small steps, together with the comments of a thread', async () => {
    const [gone, recent] = [
      await createThread({ deleted_at: hoursAgo(25) }),
      await createThread({ deleted_at: hoursAgo(23) }),
    ]
    const person = await createPerson()
    for (const { id: thread_id } of [gone, recent]) {
      const top = await createComment({ thread: { id: thread_id } })
      await createComment({ parent: top })
      await sql.query(
        `INSERT INTO comment (thread_id, body, body_html, render_version, branch_id, parent_id)
         SELECT $1, 'text', '<p>text</p>', 1, CASE WHEN n % 2 = 0 THEN $2::int END, CASE WHEN n % 2 = 0 THEN $2::int END FROM generate_series(1, 1100) AS n`,
        [thread_id, top.id],
      )
      await db.commentVote.create({ data: { comment_id: top.id, user_id: person.id, value: 1 } })
      await db.threadVote.create({ data: { thread_id, user_id: person.id, value: 1 } })
      await db.savedThread.create({ data: { thread_id, user_id: person.id } })
      await db.report.create({ data: { thread_id, reporter_id: person.id } })
    }
    await purgeDeletedTexts(60_000)
    expect(await db.thread.findMany({ where: { id: { in: [gone.id, recent.id] } }, select: { id: true } })).toEqual([
      { id: recent.id },
    ])
    expect(await db.comment.count({ where: { thread_id: gone.id } })).toBe(0)
    expect(await db.comment.count({ where: { thread_id: recent.id } })).toBe(1_102)
    expect((await post(forumPaths.api.threadRestore(recent.meta_slug), undefined, { as: person })).status).toBe(404)
  })

  test('is purged to an empty placeholder if it is a comment with replies', async () => {
    const thread = await createThread()
    const deleted = { thread, deleted_at: hoursAgo(25) }
    const [lonely, answered, recent, withDeleted] = [
      await createComment(deleted),
      await createComment({ ...deleted, body: 'Private matters' }),
      await createComment({ thread, deleted_at: hoursAgo(23), body: 'May come back' }),
      await createComment(deleted),
    ]
    const reply = await createComment({ parent: answered })
    const deletedReply = await createComment({ parent: withDeleted, deleted_at: hoursAgo(25) })
    const retained = await createComment({ parent: answered, deleted_at: hoursAgo(25), body: 'Answered, too' })
    const answer = await createComment({ parent: retained })
    await purgeDeletedTexts(60_000)
    const rows = await db.comment.findMany({ where: { thread_id: thread.id }, orderBy: { id: 'asc' } })
    const empty = { body: '', body_html: '', author_id: null }
    expect(rows).toMatchObject([
      { id: answered.id, ...empty },
      { id: recent.id, body: 'May come back' },
      { id: reply.id, body: reply.body },
      { id: retained.id, ...empty },
      { id: answer.id, body: answer.body, parent_id: retained.id },
    ])
    expect(rows.map(({ id }) => id)).not.toContain(lonely.id)
    expect(rows.map(({ id }) => id)).not.toContain(deletedReply.id)
    expect((await get(forumPaths.api.thread(thread.meta_slug), { as: await createPerson() })).body.comment_count).toBe(
      2,
    )
  })

  test('is purged in small steps with thousands of votes, notifications and followers', async () => {
    const [gone, thread] = [await createThread({ deleted_at: hoursAgo(25) }), await createThread()]
    const [{ id: inGone }, { id: alone }] = [
      await createComment({ thread: gone }),
      await createComment({ thread, deleted_at: hoursAgo(25) }),
    ]
    await sql.query(`
      WITH person AS (INSERT INTO "user" (username, email) SELECT 'crowd-' || n, 'crowd-' || n || '@example.test' FROM generate_series(1, 1600) AS n RETURNING id),
           vote AS (INSERT INTO comment_vote (comment_id, user_id, value) SELECT comment_id, id, 1 FROM person, unnest(ARRAY[${inGone}, ${alone}]) AS comment_id),
           follower AS (INSERT INTO thread_member (thread_id, user_id, watch) SELECT ${gone.id}, id, 'following' FROM person)
      INSERT INTO notification (user_id, kind, key, thread_id, comment_id)
      SELECT person.id, 'followed_comment', 'comment:' || comment.id, comment.thread_id, comment.id
        FROM person, comment WHERE comment.id IN (${inGone}, ${alone})`)
    await sql.query(`
      CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF (SELECT count(*) FROM removed) > 500 THEN RAISE 'too many at once'; END IF; RETURN NULL; END $$`)
    const tables = ['comment_vote', 'notification', 'thread_member']
    for (const table of tables)
      await sql.query(`
        CREATE TRIGGER refused_many AFTER DELETE ON ${table} REFERENCING OLD TABLE AS removed
          FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`)
    try {
      await purgeDeletedTexts(60_000)
      expect(await db.thread.count({ where: { id: gone.id } })).toBe(0)
      expect(await db.comment.count({ where: { id: { in: [inGone, alone] } } })).toBe(0)
    } finally {
      for (const table of tables) await sql.query(`DROP TRIGGER refused_many ON ${table}`)
      await sql.query('DROP FUNCTION refuse_many')
    }
  })

  test('is purged in the next run if the time of the job ends within a thread', async () => {
    const gone = await createThread({ deleted_at: hoursAgo(25) })
    await sql.query(
      `INSERT INTO comment (thread_id, body, body_html, render_version) SELECT $1, 'text', '<p>text</p>', 1 FROM generate_series(1, 1100)`,
      [gone.id],
    )
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    const endTime = (message: unknown) => {
      if ((message as { statement: string }).statement.startsWith('DELETE FROM comment WHERE')) now = 60_000
    }
    statementChannel.subscribe(endTime)
    try {
      await purgeDeletedTexts(60_000)
      expect(await db.comment.count({ where: { thread_id: gone.id } })).toBe(600)
    } finally {
      statementChannel.unsubscribe(endTime)
      clock.mockRestore()
    }
    await purgeDeletedTexts(60_000)
    expect(await db.thread.count({ where: { id: gone.id } })).toBe(0)
  })

  test('is purged in the next run if the job has no time left', async () => {
    const gone = await createThread({ deleted_at: hoursAgo(25) })
    await purgeDeletedTexts(0)
    expect(await db.thread.count({ where: { id: gone.id } })).toBe(1)
    await purgeDeletedTexts(60_000)
    expect(await db.thread.count({ where: { id: gone.id } })).toBe(0)
  })
})
