import { describe, expect, test } from 'vitest'
import type { MyThreadCard } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { foldThreadChanges } from '../../../server/forum/forum.jobs.ts'
import { get, openApp, post, put, remove, sql } from '../../support/app.ts'
import { createComment, createPoster, createSection, createThread, foldAllChanges } from '../../support/forum.ts'
import { createPerson, cheap_password_hash, password } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = forumPaths
type Named = { id: number; meta_slug: string }
const vote = ({ meta_slug }: Named, value: unknown, as?: Person) => post(api.threadVote(meta_slug), { value }, { as })
const save = ({ meta_slug }: Named, as?: Person) => post(api.threadSave(meta_slug), undefined, { as })
const unsave = ({ meta_slug }: Named, as?: Person) => remove(api.threadUnsave(meta_slug), undefined, { as })

async function rowsOf({ id: thread_id }: Named) {
  const count = (value: number) => db.threadVote.count({ where: { thread_id, value } })
  return { likes: await count(1), dislikes: await count(-1) }
}
const countsOf = ({ id }: Named) =>
  db.thread.findUniqueOrThrow({ where: { id }, select: { likes: true, dislikes: true } })

describe('POST /api/forum/threads/:meta_slug/vote/', () => {
  test('returns the new counts for a first, a repeated, a changed and a withdrawn vote', async () => {
    const [thread, person, another] = [await createThread(), await createPerson(), await createPerson()]
    await vote(thread, 'like', another)
    for (const [value, likes, dislikes] of [
      ['like', 2, 0],
      ['like', 2, 0],
      ['dislike', 1, 1],
      [null, 1, 0],
      [null, 1, 0],
    ] as const) {
      expect(await vote(thread, value, person)).toMatchObject({
        status: 200,
        body: { likes, dislikes, your_vote: value },
        headers: { 'cache-control': 'no-store' },
      })
      expect((await get(api.thread(thread.meta_slug), { as: person })).body).toMatchObject({
        likes,
        dislikes,
        your_vote: value,
      })
    }
    await foldAllChanges()
    expect(await countsOf(thread)).toEqual({ likes: 1, dislikes: 0 })
  })

  test("refuses visitors, votes for one's own thread, other values and unknown threads", async () => {
    const author = await createPerson()
    const [thread, pending] = [await createThread({ author }), await createThread({ status: 'pending' })]
    expect((await vote(thread, 'like')).status).toBe(401)
    expect(await vote(thread, 'like', author)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: 'You can’t vote on your own thread.' },
    })
    const moderator = await createPerson({ role: 'moderator' })
    expect(await vote(pending, 'like', moderator)).toMatchObject({
      status: 403,
      body: { detail: 'This thread has not been published.' },
    })
    for (const value of ['love', 1, undefined])
      expect(await vote(thread, value, moderator)).toMatchObject({ status: 400, body: { value: [expect.any(String)] } })
    expect((await vote({ id: 0, meta_slug: 'none' }, 'like', author)).status).toBe(404)
  })
})

test('the counts equal the rows after fifty people vote and save while counts are updated', async () => {
  const [thread, other] = [await createThread(), await createThread()]
  const people = await Promise.all(Array.from({ length: 50 }, () => createPerson()))
  const values = ['like', 'dislike', null, 'like', 'dislike'] as const
  await Promise.all(
    people.map(async (person, at) => {
      for (const step of [0, 1, 2]) {
        const value = values[(at + step) % values.length]
        const { status, body } = await vote(step === 1 ? other : thread, value, person)
        expect([status, body.your_vote]).toEqual([200, value])
        await (step === 1 ? unsave : save)(thread, person)
        if (at % 10 === step) await foldThreadChanges()
      }
      if (at % 2 === 0) await save(thread, person)
      else await unsave(thread, person)
    }),
  )
  for (const one of [thread, other]) {
    const rows = await rowsOf(one)
    const [last] = people
    expect((await get(api.thread(one.meta_slug), { as: last })).body).toMatchObject(rows)
    await foldAllChanges()
    expect(await countsOf(one)).toEqual(rows)
  }
  expect((await rowsOf(thread)).likes).toBeGreaterThan(0)
  expect(await db.savedThread.count({ where: { thread_id: thread.id } })).toBe(25)
})

describe('saved threads', () => {
  test('are stored once, listed latest first, and removed by unsaving', async () => {
    const person = await createPerson()
    const threads = []
    for (let at = 0; at < 5; at++) {
      const thread = await createThread()
      threads.unshift(thread.meta_slug)
      for (const answer of await Promise.all([save(thread, person), save(thread, person)]))
        expect(answer).toMatchObject({ status: 200, body: { is_saved: true } })
      expect((await get(api.thread(thread.meta_slug), { as: person })).body.is_saved).toBe(true)
    }
    const read: string[] = []
    for (let next: string | null = api.savedThreads({ limit: 2 }); next !== null;) {
      const { body } = await get(next, { as: person })
      read.push(...body.results.map(({ meta_slug }: Named) => meta_slug))
      next = body.next
      await save(await createThread(), person)
    }
    expect(read).toEqual(threads)
    const [last = ''] = threads
    for (let times = 0; times < 2; times++)
      expect(await unsave({ id: 0, meta_slug: last }, person)).toMatchObject({ status: 200, body: { is_saved: false } })
    expect((await get(api.thread(last), { as: person })).body.is_saved).toBe(false)
  })

  test('are listed for their member only, and refuse unknown threads and invalid cursors', async () => {
    const [thread, person] = [await createThread(), await createPerson()]
    for (const change of [save, unsave]) {
      expect((await change(thread)).status).toBe(401)
      expect((await change({ id: 0, meta_slug: 'none' }, person)).status).toBe(404)
    }
    expect((await get(api.savedThreads())).status).toBe(401)
    expect((await get(api.savedThreads(), { as: person })).body).toEqual({ results: [], next: null })
    expect((await get(api.savedThreads({ cursor: 'x' }), { as: person })).body).toEqual({
      cursor: [expect.any(String)],
    })
  })
})

describe('GET /api/forum/my-threads/', () => {
  test("lists the member's threads of every status with the moderator's note, page by page", async () => {
    const author = await createPerson()
    const at = (minutes: number) => ({ author, created_at: new Date(Date.now() - minutes * 60_000) })
    await createThread({ ...at(3) })
    await createThread({ ...at(2), status: 'pending' })
    await createThread({ ...at(1), status: 'rejected', moderation_note: 'Say more.' })
    await createThread({ ...at(0), deleted_at: new Date() })
    const first = (await get(api.myThreads({ limit: 2 }), { as: author })).body
    const second = (await get(first.next, { as: author })).body
    expect([...first.results, ...second.results]).toMatchObject([
      { status: 'rejected', moderation_note: 'Say more.', can_edit: true },
      { status: 'pending', moderation_note: null, can_edit: true },
      { status: 'published', moderation_note: null, can_edit: true },
    ])
    expect(second.next).toBe(null)
    await sql.query(
      `UPDATE thread SET created_at = created_at - interval '1 hour', hidden_at = CASE WHEN status = 'pending' THEN now() END
                      WHERE author_id = $1`,
      [author.id],
    )
    const later = (await get(api.myThreads(), { as: author })).body.results
    expect(later.map(({ status, can_edit }: MyThreadCard) => [status, can_edit])).toEqual([
      ['rejected', true],
      ['pending', false],
      ['published', false],
    ])
    expect((await get(api.myThreads({ cursor: 'x' }), { as: author })).status).toBe(400)
    expect((await get(api.myThreads())).status).toBe(401)
  })
})

describe('thread draft and preview', () => {
  const draft = { title: 'Half a', section: 'none yet', description: 'So far' }

  test('the latest draft of a member is stored, and deleting it twice succeeds', async () => {
    const [person, another] = [await createPerson(), await createPerson()]
    expect((await get(api.draft, { as: person })).body).toBe(null)
    await Promise.all([put(api.draft, draft, { as: person }), put(api.draft, draft, { as: person })])
    const later = { ...draft, title: '', description: 'Bro\ud800ken and\0 pasted' }
    const stored = { ...later, description: 'Bro\ufffdken and pasted', updated_at: expect.any(String), age_seconds: 0 }
    expect(await put(api.draft, later, { as: person })).toMatchObject({ status: 200, body: stored })
    expect((await get(api.draft, { as: person })).body).toEqual(stored)
    expect((await get(api.draft, { as: another })).body).toBe(null)
    for (let times = 0; times < 2; times++)
      expect((await remove(api.draft, undefined, { as: person })).status).toBe(204)
    expect((await get(api.draft, { as: person })).body).toBe(null)
  })

  test('the preview returns the HTML of the later thread', async () => {
    const text = 'Some **bold** text <script>alert(1)</script>'
    const author = await createPoster()
    const { status, body } = await post(api.preview, { text }, { as: author })
    expect([status, body.html]).toEqual([200, expect.stringContaining('<strong>bold</strong>')])
    expect(body.html).not.toContain('<script')
    const thread = { title: 'A title', section: (await createSection()).slug, description: text }
    const { meta_slug } = (await post(api.threads(), thread, { as: author })).body
    expect((await get(api.thread(meta_slug), { as: author })).body.description_html).toBe(body.html)
  })

  test('both routes refuse visitors, and name a field that is too long', async () => {
    const as = await createPerson()
    for (const answer of [
      await get(api.draft),
      await put(api.draft, draft),
      await remove(api.draft),
      await post(api.preview, { text: '' }),
    ])
      expect(answer.status).toBe(401)
    expect((await put(api.draft, { ...draft, title: 'a'.repeat(141) }, { as })).body).toEqual({
      title: [expect.any(String)],
    })
    expect((await post(api.preview, { text: 'a'.repeat(20_001) }, { as })).body).toEqual({ text: [expect.any(String)] })
  })
})

test('a removed account leaves its threads without an author, and no votes, saved threads or draft', async () => {
  const leaver = await createPerson({ password_hash: cheap_password_hash })
  const [leaversThread, others] = [await createThread({ author: leaver }), await createThread()]
  await createComment({ author: leaver, thread: others })
  await vote(others, 'like', leaver)
  await save(others, leaver)
  await put(api.draft, { title: '', section: '', description: '' }, { as: leaver })
  expect((await remove(paths.api.me, { password }, { as: leaver })).status).toBe(204)
  expect((await get(api.thread(leaversThread.meta_slug))).body.author).toBe(null)
  const reader = await createPerson()
  expect((await get(api.thread(others.meta_slug), { as: reader })).body).toMatchObject({ likes: 0, comment_count: 1 })
  expect(await db.threadDraft.count({ where: { user_id: leaver.id } })).toBe(0)
})
