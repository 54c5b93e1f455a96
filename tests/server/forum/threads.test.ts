import { describe, expect, test, vi } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { editWindowMs, restoreWindowMs } from '#shared/forum/schema.ts'
import { statementChannel } from '../../../server/database/database-pool.ts'
import { db } from '../../../server/database/db.ts'
import { threadSlugOf } from '../../../server/forum/thread-slugs.ts'
import { app, get, openApp, patch, post, put, remove, sql, startApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createComment, createPoster, createSection, createThread } from '../../support/forum.ts'
import { newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = forumPaths
const section = await createSection()
const other = await createSection()
const newThread = () => ({
  title: `About ${newSlug('matter')}`,
  section: section.slug,
  description: 'Long enough to be *read*.',
})
const submit = (as: Person | undefined, body: object = newThread()) => post(api.threads(), body, { as })
const auditOf = (target: string) =>
  db.auditEntry.findMany({ where: { target }, orderBy: { id: 'asc' }, select: { action: true, actor_id: true } })

const withLinks = (count: number) => ({ ...newThread(), description: 'See https://a.test or '.repeat(count) })
const change = (thread: { meta_slug: string }, as: Person | undefined, body: object = newThread()) =>
  patch(api.thread(thread.meta_slug), body, { as })
const old = () => new Date(Date.now() - editWindowMs - 1_000)
const drop = (thread: { meta_slug: string }, as?: Person) => remove(api.thread(thread.meta_slug), undefined, { as })
const restore = (thread: { meta_slug: string }, as?: Person) =>
  post(api.threadRestore(thread.meta_slug), undefined, { as })

describe('POST /api/forum/threads/', () => {
  test('creates a pending thread, with rendered text and an excerpt', async () => {
    const author = await createPoster()
    const thread = { ...newThread(), title: '  ¿Cómo escribo un buen prompt?  ', typing_ms: 9_000 }
    const { status, body, headers } = await submit(author, thread)
    expect([status, body, headers['cache-control']]).toEqual([
      201,
      { meta_slug: 'como-escribo-un-buen-prompt', status: 'pending' },
      'no-store',
    ])
    expect((await get(api.thread(body.meta_slug), { as: author })).body).toMatchObject({
      title: '¿Cómo escribo un buen prompt?',
      section: { slug: section.slug, name: `Name of ${section.slug}` },
      author: { username: author.username, is_team: false },
      excerpt: 'Long enough to be read.',
      source: 'Long enough to be *read*.',
      description_html: expect.stringContaining('<em>read</em>'),
      status: 'pending',
      published_at: null,
      edited_at: null,
      is_mine: true,
      edit_seconds_left: null,
      is_saved: false,
      your_vote: null,
      moderation_note: null,
      is_hidden: false,
      comment_count: 0,
      likes: 0,
      dislikes: 0,
    })
    expect((await get(api.thread(body.meta_slug))).status).toBe(404)
  })

  test.each(['moderator', 'admin'] as const)('publishes the thread of a %s at once', async (role) => {
    const { body } = await submit(await createPoster({ role }))
    expect(body.status).toBe('published')
    const { status, body: thread } = await get(api.thread(body.meta_slug))
    expect([status, thread.author.is_team]).toEqual([200, true])
    expect(thread.published_at).toBe(thread.created_at)
  })

  test.each([
    ['title', { title: undefined }],
    ['title', { title: '   ' }],
    ['title', { title: ' four ' }],
    ['title', { title: 'a'.repeat(141) }],
    ['title', { title: 'two\nlines of it' }],
    ['title', { title: '\u200b\u2800\u3164\u0301\u00ad' }],
    ['description', { description: undefined }],
    ['description', { description: ' \n ' }],
    ['description', { description: 'too short' }],
    ['description', { description: '[of nothing to see]: /x' }],
    ['description', { description: 'a'.repeat(20_001) }],
    ['description', { description: 'a broken character: \ud800' }],
    ['section', { section: undefined }],
    ['section', { section: '' }],
    ['section', { section: 'none' }],
    ['section', { section: 'a\0b' }],
  ])('names an invalid %s with 400: %j', async (field, wrong) => {
    const { status, body } = await submit(await createPoster(), { ...newThread(), ...wrong })
    expect([status, body]).toEqual([400, { [field]: [expect.any(String)] }])
  })

  test.each(['two\nlines of it', 'turns \u202e round', 'hides\u200b what follows', '\u3164\u3164\u3164\u3164\u3164'])(
    'refuses a title with invisible characters or line breaks: %j',
    async (title) => {
      const person = await createPoster()
      const message = 'Use characters that can be seen, all on one line.'
      expect((await submit(person, { ...newThread(), title })).body).toEqual({ title: [message] })
    },
  )

  test('refuses visitors, and members without a confirmed e-mail', async () => {
    expect(await submit(undefined)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
    expect(await submit(await createPerson())).toMatchObject({ status: 403, body: { code: 'email_not_confirmed' } })
  })

  test('accepts two links on the first day of an account, and refuses a third', async () => {
    const author = await createPoster({ created_at: new Date() })
    expect(await submit(author, withLinks(3))).toMatchObject({
      status: 400,
      body: { description: ['On your first day, use at most 2 links.'] },
    })
    const { status, body } = await submit(author, withLinks(2))
    expect(status).toBe(201)
    const hidden = { ...newThread(), description: '[Hidden](http&colon;//a.test) '.repeat(3) }
    expect((await submit(author, hidden)).status).toBe(400)
    for (const changes of [withLinks(3), hidden])
      expect((await patch(api.thread(body.meta_slug), changes, { as: author })).status).toBe(400)
  })

  test('gives threads with the same title different slugs, even concurrently', async () => {
    const [title, people] = [
      `Same ${newSlug('title')}`,
      await Promise.all(Array.from({ length: 8 }, () => createPoster())),
    ]
    const answers = await Promise.all(people.map((person) => submit(person, { ...newThread(), title })))
    const slugs = answers.map(({ body }) => body.meta_slug as string)
    expect(new Set(slugs).size).toBe(8)
    expect(slugs.filter((slug) => slug === threadSlugOf(title))).toHaveLength(1)
    for (const slug of slugs) expect(slug).toMatch(new RegExp(`^${threadSlugOf(title)}(-[a-z2-9]{5})?$`))
  })

  test('creates one thread if the same thread is sent twice within a minute, even concurrently', async () => {
    const [author, thread] = [await createPoster(), newThread()]
    const first = await submit(author, thread)
    expect((await submit(author, thread)).body).toEqual(first.body)
    const another = newThread()
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(author, another)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.meta_slug}`)).size).toBe(1)
    expect(await db.thread.count({ where: { author_id: author.id } })).toBe(2)
    await db.thread.updateMany({ where: { author_id: author.id }, data: { created_at: new Date(Date.now() - 61_000) } })
    expect((await submit(author, thread)).body.meta_slug).not.toBe(first.body.meta_slug)
    expect((await submit(await createPoster(), another)).body.meta_slug).not.toBe(answers[0]?.body.meta_slug)
  })

  test('counts only created threads towards the limit, not refused or repeated requests', async () => {
    const of = await startApp({ LIMITS: 'on' })
    const author = await createPoster({ created_at: new Date() })
    const ask = (body: object) => post(api.threads(), body, { as: author, of })
    for (let tries = 0; tries < 4; tries++) expect((await ask({ ...newThread(), title: '' })).status).toBe(400)
    const thread = newThread()
    const answers = await Promise.all(Array.from({ length: 2 }, () => ask(thread)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await ask(newThread())).status).toBe(201)
    expect(await ask(newThread())).toMatchObject({ status: 429, body: { wait_seconds: expect.any(Number) } })
    expect((await ask(thread)).status).toBe(201)
  })

  test('deletes the draft of the thread', async () => {
    const author = await createPoster()
    await put(api.draft, newThread(), { as: author })
    await submit(author)
    expect((await get(api.draft, { as: author })).body).toBe(null)
  })
})

describe('the slug of a thread', () => {
  test.each([
    ['What is a prompt?', 'what-is-a-prompt'],
    ['¡Ñandú & Äpfel, œuvre!', 'nandu-apfel-uvre'],
    ['Straße', 'strasse'],
    ['提示词分享', 'thread'],
    ['x'.repeat(140), 'x'.repeat(74)],
    ['word '.repeat(28), 'word-'.repeat(15).slice(0, -1)],
  ])('with the title %s is %s', (title, slug) => {
    expect(threadSlugOf(title)).toBe(slug)
  })
})

describe('PATCH /api/forum/threads/:meta_slug/', () => {
  test('changes a published thread within half an hour, and marks it as edited', async () => {
    const author = await createPoster()
    const thread = await createThread({ author, created_at: new Date() })
    const { status, body } = await change(thread, author, {
      title: 'Another title',
      description: 'Another **description**',
      section: other.slug,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Another title',
      excerpt: 'Another description',
      source: 'Another **description**',
      section: { slug: other.slug },
      status: 'published',
      edited_at: expect.any(String),
    })
    const changed = await change(body, author, { title: 'A third title' })
    expect(changed.body).toMatchObject({ title: 'A third title', source: 'Another **description**' })
    expect((await get(api.thread(changed.body.meta_slug))).body.title).toBe('A third title')
  })

  test('changes the slug with the title, and redirects the former slug', async () => {
    const [author, mark] = [await createPoster(), newSlug('kite')]
    const { meta_slug } = (await submit(author, { ...newThread(), title: `Name of ${mark}` })).body
    await db.thread.update({ where: { meta_slug }, data: { status: 'published', published_at: new Date() } })
    const moved = (await change({ meta_slug }, author, { title: `Nobody ${mark}` })).body
    expect(moved.meta_slug).toBe(threadSlugOf(`Nobody ${mark}`))
    for (const [path, to] of [
      [api.thread(meta_slug), api.thread(moved.meta_slug)],
      [`${api.thread(meta_slug)}comments/`, `${api.thread(moved.meta_slug)}comments/`],
      [forumPaths.thread(meta_slug), forumPaths.thread(moved.meta_slug)],
    ] as const)
      await expect.poll(async () => (await get(path)).headers.location).toBe(to)
    const twin = await submit(await createPoster(), { ...newThread(), title: `Name of ${mark}` })
    expect(twin.body.meta_slug).toMatch(new RegExp(`^${meta_slug}-[a-z2-9]{5}$`))
    const back = await change(moved, author, { title: `Name of ${mark}` })
    expect(back.body.meta_slug).toBe(meta_slug)
    await expect.poll(async () => (await get(api.thread(moved.meta_slug))).headers.location).toBe(api.thread(meta_slug))
    await db.thread.update({ where: { meta_slug }, data: { hidden_at: new Date() } })
    await expect.poll(async () => (await get(api.thread(moved.meta_slug))).status).toBe(404)
    await db.thread.delete({ where: { meta_slug } })
    expect(await db.formerSlug.count({ where: { kind: 'thread', slug: moved.meta_slug } })).toBe(0)
  })

  test('never gives the former slug to another thread, even to one that is created concurrently', async () => {
    const posters = await Promise.all(Array.from({ length: 6 }, () => createPoster()))
    for (let round = 0; round < 4; round++) {
      const [author, text] = [await createPoster(), newThread()]
      const first = (await submit(author, text)).body
      const answers = await Promise.all([
        change(first, author, { title: `Moved ${text.title}` }),
        ...posters.map((poster) => submit(poster, text)),
      ])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
      expect(answers.map(({ body }) => body.meta_slug)).not.toContain(first.meta_slug)
      const restored = await restore((await drop(first, author), first), author)
      expect([restored.status, restored.body.meta_slug]).toEqual([200, answers[0]?.body.meta_slug])
    }
  })

  test('refuses late edits, other members and hidden threads, and returns 404 if the thread is not visible', async () => {
    const author = await createPoster()
    const [aged, hidden, fresh, pending] = [
      await createThread({ author, created_at: old() }),
      await createThread({ author, created_at: new Date(), hidden_at: new Date() }),
      await createThread({ author, created_at: new Date() }),
      await createThread({ author, status: 'pending' }),
    ]
    const [stranger, moderator] = [await createPoster(), await createPoster({ role: 'moderator' })]
    const forbidden = { status: 403, body: { code: 'forbidden', detail: 'You can no longer change this thread.' } }
    for (const thread of [aged, hidden]) expect(await change(thread, author)).toMatchObject(forbidden)
    for (const person of [stranger, moderator]) expect(await change(fresh, person)).toMatchObject(forbidden)
    expect((await change(pending, stranger)).status).toBe(404)
    expect((await change(pending, moderator)).status).toBe(403)
    expect((await change(pending, undefined)).status).toBe(401)
    expect((await change({ meta_slug: 'none' }, author)).status).toBe(404)
  })

  test('submits a rejected thread again at any time, and deletes the note of the moderator', async () => {
    const author = await createPoster()
    const thread = await createThread({
      author,
      status: 'rejected',
      moderation_note: 'Too short.',
      moderated_at: new Date(),
      created_at: old(),
    })
    const { body } = await change(thread, author, { description: 'Long enough by now' })
    expect(body).toMatchObject({ status: 'pending', moderation_note: null, edited_at: null })
    expect((await change(thread, author, { title: 'Still pending' })).body).toMatchObject({
      status: 'pending',
      edited_at: null,
    })
  })

  test('counts a new submission before it locks the row, and refunds the count on failure', async () => {
    const author = await createPoster()
    const thread = await createThread({ author, status: 'rejected' })
    const order: string[] = []
    const { rateLimiter } = app
    const spies = [
      vi.spyOn(rateLimiter, 'consume').mockImplementation(async (limit) => {
        if (limit === 'thread') order.push('count')
      }),
      vi.spyOn(rateLimiter, 'refund').mockImplementation(async () => void order.push('refund')),
    ]
    const onStatement = (message: unknown) => {
      const { statement } = message as { statement: string }
      if (/^(BEGIN|COMMIT|ROLLBACK)/.test(statement)) order.push(statement.split(' ')[0] ?? '')
    }
    statementChannel.subscribe(onStatement)
    await change(thread, author, { description: 'Long enough by now' })
    expect(order).toEqual(['count', 'BEGIN', 'COMMIT'])
    order.length = 0
    await db.thread.update({ where: { id: thread.id }, data: { status: 'rejected' } })
    order.length = 0
    await sql.query('BEGIN')
    await sql.query(`UPDATE thread SET deleted_at = now() WHERE id = $1`, [thread.id])
    const changing = change(thread, author, { description: 'Long enough by then' })
    await until(() => order.includes('BEGIN'))
    await sql.query('COMMIT')
    expect((await changing).status).toBe(404)
    expect(order).toEqual(['count', 'BEGIN', 'ROLLBACK', 'refund'])
    statementChannel.unsubscribe(onStatement)
    for (const spy of spies) spy.mockRestore()
  })

  test.each([
    ['title', { title: 'no' }],
    ['section', { section: 'none' }],
    ['description', { description: 'short' }],
  ])('names an invalid %s with 400, and changes nothing', async (field, wrong) => {
    const author = await createPoster()
    const thread = await createThread({ author, status: 'pending' })
    const { status, body } = await change(thread, author, { ...newThread(), ...wrong })
    expect([status, body]).toEqual([400, { [field]: [expect.any(String)] }])
    expect((await get(api.thread(thread.meta_slug), { as: author })).body.title).toBe(thread.title)
  })
})

describe('DELETE /api/forum/threads/:meta_slug/ and …/restore/', () => {
  test("deletes one's own thread for every reader, and restores it unchanged", async () => {
    const author = await createPerson()
    const thread = await createThread({ author })
    await createComment({ thread })
    expect((await drop(thread, author)).status).toBe(204)
    const moderator = await createPerson({ role: 'moderator' })
    for (const as of [undefined, author, moderator])
      expect((await get(api.thread(thread.meta_slug), { as })).status).toBe(404)
    expect((await drop(thread, author)).status).toBe(404)
    for (const as of [moderator, await createPerson()]) expect((await restore(thread, as)).status).toBe(404)
    const { status, body } = await restore(thread, author)
    expect([status, body.comment_count]).toEqual([200, 1])
    // A retry after a lost response.
    expect(await restore(thread, author)).toMatchObject({
      status: 200,
      body: { meta_slug: body.meta_slug, comment_count: 1 },
    })
    expect((await restore(thread, await createPerson())).status).toBe(404)
    expect((await get(api.thread(thread.meta_slug))).status).toBe(200)
    expect(await auditOf(thread.meta_slug)).toEqual([])
  })

  test('refuses to restore after ten minutes', async () => {
    const author = await createPerson()
    const thread = await createThread({ author, deleted_at: new Date(Date.now() - restoreWindowMs) })
    expect((await restore(thread, author)).status).toBe(404)
  })

  test('allows moderators to delete any thread, which its author then cannot restore', async () => {
    const [author, moderator] = [await createPerson(), await createPerson({ role: 'moderator' })]
    const thread = await createThread({ author })
    expect((await drop(thread, moderator)).status).toBe(204)
    expect((await restore(thread, author)).status).toBe(404)
    expect((await restore(thread, await createPerson({ role: 'admin' }))).status).toBe(200)
    expect(await auditOf(thread.meta_slug)).toMatchObject([
      { action: 'thread_removed', actor_id: moderator.id },
      { action: 'thread_restored' },
    ])
    expect((await drop(thread, author)).status).toBe(204)
    expect((await restore(thread, author)).status).toBe(200)
  })

  test('refuses visitors and other members', async () => {
    const [thread, pending] = [await createThread(), await createThread({ status: 'pending' })]
    expect((await drop(thread)).status).toBe(401)
    expect((await restore(thread)).status).toBe(401)
    const stranger = await createPerson()
    expect(await drop(thread, stranger)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await drop(pending, stranger)).status).toBe(404)
  })
})
