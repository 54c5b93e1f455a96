import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, sql } from '../../support/app.ts'
import { createThread } from '../../support/forum.ts'
import { createPrompt } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'

await openApp()

const exported = (as: Person) => get(paths.api.meExport, { as })

describe('GET /api/users/me/export/', () => {
  test('contains notifications and days of activity, without texts that are hidden now', async () => {
    const [person, other] = [await createPerson(), await createPerson()]
    const [thread, hidden] = [await createThread({ author: person }), await createThread({ hidden_at: new Date() })]
    const { id: user_id } = person
    const notification = { user_id, kind: 'comment', actor_id: other.id } as const
    await db.notification.create({ data: { ...notification, key: 'a', thread_id: thread.id, read_at: new Date() } })
    await db.notification.create({ data: { ...notification, key: 'b', thread_id: hidden.id } })
    await db.notification.create({ data: { user_id, kind: 'comment_removed', key: 'c', note: 'Be kind.' } })
    await db.memberDay.create({ data: { user_id, day: new Date('2026-01-02') } })
    const { body } = await exported(person)
    expect(body.active_days[0]).toBe('2026-01-02')
    const times = { ends_at: null, created_at: expect.any(String), read_at: null }
    expect(body.forum.notifications).toEqual([
      { kind: 'comment', thread: thread.meta_slug, comment: null, note: null, ...times, read_at: expect.any(String) },
      { kind: 'comment', thread: null, comment: null, note: null, ...times },
      { kind: 'comment_removed', thread: null, comment: null, note: 'Be kind.', ...times },
    ])
    expect(JSON.stringify(body)).not.toContain(other.username)
  })

  test('reads 1,200 comments in batches, complete and without repeats', async () => {
    const [person, thread] = [await createPerson(), await createThread()]
    await sql.query(
      `INSERT INTO comment (thread_id, author_id, body, body_html, render_version)
       SELECT $1, $2, 'text ' || n, 'a', 1 FROM generate_series(1, 1200) AS n`,
      [thread.id, person.id],
    )
    const prompt = await createPrompt()
    await db.rating.create({ data: { user_id: person.id, prompt_id: prompt.id, value: 4 } })
    let answer: Awaited<ReturnType<typeof exported>> | undefined
    const statements = await statementsDuring(async () => void (answer = await exported(person)))
    expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8')
    const { forum, ratings, saved_prompts } = answer?.body ?? {}
    expect(forum.comments.map(({ body }: { body: string }) => body)).toEqual(
      Array.from({ length: 1_200 }, (_, at) => `text ${at + 1}`),
    )
    expect(forum.comments[0].thread).toBe(thread.meta_slug)
    expect(ratings).toMatchObject([{ prompt: prompt.slug, value: 4 }])
    expect(saved_prompts).toEqual([])
    expect(statements.filter((statement) => /ORDER BY comment\.id/.test(statement))).toHaveLength(3)
  })
})
