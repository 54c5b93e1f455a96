import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { limits } from '../../../server/limits/limits.ts'
import { app, openApp, patch, post, remove, sql, startApp } from '../../support/app.ts'
import { createMember, idsOf, longAgo, readComments, writeComment } from '../../support/commenting.ts'
import { createComment, createThread } from '../../support/forum.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const count = async (thread: { id: number }) =>
  (await sql.query('SELECT comment_count FROM thread_counts WHERE id = $1', [thread.id])).rows[0].comment_count
const notificationsOf = async (id: number) =>
  (await sql.query('SELECT user_id, kind, key, actor_id FROM notification WHERE comment_id = $1 ORDER BY id', [id]))
    .rows
const actor = (person: { id: number }, id: number) => ({ actor_id: person.id, key: `comment:${id}` })
const drop = (id: number, as?: { token: string }) => remove(forumPaths.api.comment(id), undefined, { as })
const restore = (id: number, as?: { token: string }) => post(forumPaths.api.commentRestore(id), undefined, { as })
const edit = (id: number, as?: { token: string }, body = 'Changed') =>
  patch(forumPaths.api.comment(id), { body }, { as })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Three links each, hidden in Markdown or HTML. */
const hiddenLinks = [
  String.raw`[a](http:\/\/a.test) [b](http:\/\/b.test) [c](http:\/\/c.test)`,
  '[a](http&colon;//a.test) [b](http&#58;//b.test) ![c](http:&#47;/c.test)',
  '[a] [b] [c]\n\n[a]: http&#58;//a.test\n[b]: http&#58;//b.test\n[c]: http&#58;//c.test',
  '[a] [a] [a]\n\n[a]: http://a.test',
]

describe('POST /api/forum/threads/{meta_slug}/comments/', () => {
  test('returns the comment in the form of the list, and lists it for every reader at once', async () => {
    const [thread, as] = [await createThread(), await createMember()]
    const added = await writeComment(thread, '  Hello *there*  ', as)
    expect(added).toMatchObject({
      status: 201,
      body: {
        status: 'visible',
        author: { username: as.username, is_team: false },
        body_html: '<p>Hello <em>there</em></p>\n',
        source: 'Hello *there*',
        edit_seconds_left: 1_800,
        is_mine: true,
        parent: null,
        branch: null,
        likes: 0,
      },
    })
    const [listed] = (await readComments(thread, {}, as)).body.results
    expect(listed).toEqual({
      ...added.body,
      edit_seconds_left: expect.any(Number),
      reply_count: 0,
      replies: { results: [], next: null },
    })
    expect((await readComments(thread)).body.results).toEqual([
      { ...listed, is_mine: false, source: null, edit_seconds_left: 0 },
    ])
    expect(await count(thread)).toBe(1)
  })

  test('puts a reply into the branch of its parent, and returns the author of the parent', async () => {
    const [thread, as, other] = [await createThread(), await createMember(), await createMember()]
    const top = await createComment({ thread })
    const reply = await createComment({ thread, parent: top, author: other })
    const added = await writeComment(thread, 'And so say I', as, { parent: reply.id })
    expect(added.body).toMatchObject({ branch: top.id, parent: { id: reply.id, author: { username: other.username } } })
    const [branch] = (await readComments(thread, {}, as)).body.results
    expect(branch).toMatchObject({ id: top.id, reply_count: 2 })
    expect(branch.replies.results[1]).toEqual(added.body)
  })

  test('names the invalid field with 400', async () => {
    const [thread, as] = [await createThread(), await createMember()]
    const away = await createComment({ thread, deleted_at: new Date() })
    const held = await createComment({ thread, author: as, status: 'pending' })
    const elsewhere = await createComment()
    for (const body of ['', ' \n ', 'x'.repeat(5_001), 'a\0b', '\u200b\u2800', '[a]: /x', '> -'])
      expect(await writeComment(thread, body, as)).toMatchObject({ status: 400, body: { body: [expect.any(String)] } })
    for (const parent of [[1], true, '1', '', 0, 2_147_483_648])
      expect(await writeComment(thread, 'Hello', as, { parent })).toMatchObject({
        status: 400,
        body: { parent: ['Enter a whole number from 1 to 2,147,483,647.'] },
      })
    for (const parent of [away.id, held.id, elsewhere.id, 2_000_000_000, 0, 'x'])
      expect(await writeComment(thread, 'Hello', as, { parent })).toMatchObject({
        status: 400,
        body: { parent: [expect.any(String)] },
      })
    expect((await writeComment(thread, 'Hola', as, { parent: away.id })).body.parent[0]).toBe(
      'You can no longer reply to this comment.',
    )
    expect(await count(thread)).toBe(0)
  })

  test('refuses visitors, members with an unconfirmed e-mail, and comments on non-public threads', async () => {
    const [author, stranger] = [await createMember(), await createMember()]
    const thread = await createThread()
    const pending = await createThread({ author, status: 'pending' })
    expect((await writeComment(thread, 'Hello', undefined)).status).toBe(401)
    expect(await writeComment(thread, 'Hello', await createPerson())).toMatchObject({
      status: 403,
      body: { code: 'email_not_confirmed' },
    })
    expect(await writeComment(pending, 'Hello', author)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: 'You can comment once the thread is published.' },
    })
    expect((await writeComment(pending, 'Hello', stranger)).status).toBe(404)
    expect((await writeComment({ meta_slug: 'no-such-thread' }, 'Hello', stranger)).status).toBe(404)
  })

  test('adds one comment if the same text is sent twice within ten seconds, even concurrently', async () => {
    const [thread, as, other] = [await createThread(), await createMember(), await createMember()]
    const top = await createComment({ thread })
    const twice = await Promise.all(Array.from({ length: 8 }, () => writeComment(thread, 'Only once', as)))
    expect(new Set(twice.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect((await writeComment(thread, 'Only once', as)).body).toEqual({ ...twice[0]?.body })
    const others = [
      await writeComment(thread, 'Only once', other),
      await writeComment(thread, 'Only once', as, { parent: top.id }),
      await writeComment(thread, 'Only twice', as),
    ]
    expect(await count(thread)).toBe(5)
    await remove(forumPaths.api.comment(others[2]?.body.id), undefined, { as })
    expect((await writeComment(thread, 'Only twice', as)).body.id).not.toBe(others[2]?.body.id)
    await sql.query("UPDATE comment SET created_at = created_at - interval '11 seconds' WHERE thread_id = $1", [
      thread.id,
    ])
    expect((await writeComment(thread, 'Only once', as)).body.id).not.toBe(twice[0]?.body.id)
    expect(await notificationsOf(twice[0]?.body.id)).toHaveLength(1)
  })

  test('holds a comment for review if it was typed too fast, unless its author is a moderator', async () => {
    const [thread, as] = [await createThread(), await createMember()]
    const [moderator, other] = [await createMember({ role: 'moderator' }), await createMember()]
    const held = await writeComment(thread, 'Buy my very good things now', as, { typing_ms: 100 })
    expect(held).toMatchObject({ status: 201, body: { status: 'held', is_mine: true, source: expect.any(String) } })
    for (const reader of [as, moderator])
      expect((await readComments(thread, {}, reader)).body.results[0].status).toBe('held')
    for (const reader of [other, undefined]) expect((await readComments(thread, {}, reader)).body.results).toEqual([])
    expect(await count(thread)).toBe(0)
    for (const [who, typing_ms] of [
      [moderator, 100],
      [as, 60_000],
    ] as const)
      expect((await writeComment(thread, `Typed in ${typing_ms}`, who, { typing_ms })).body.status).toBe('visible')
  })

  test('holds a comment for review if the request has no typing time, whatever the age of the account', async () => {
    const [thread, as] = [await createThread(), await createMember()]
    const young = await createMember({ created_at: new Date() })
    const without = { typing_ms: undefined }
    for (const who of [as, young])
      expect((await writeComment(thread, 'By a program', who, without)).body.status).toBe('held')
    const moderator = await createMember({ role: 'moderator' })
    expect((await writeComment(thread, 'By a program', moderator, without)).body.status).toBe('visible')
  })

  test('limits the links and the number of comments on the first day of an account', async () => {
    const of = await startApp({ LIMITS: 'on' })
    const [thread, as] = [await createThread(), await createMember({ created_at: new Date() })]
    const path = forumPaths.api.comments(thread.meta_slug)
    const ask = (body: string) => post(path, { body }, { as, of })
    expect(await ask('http://a.test http://b.test www.c.test')).toMatchObject({
      status: 400,
      body: { body: ['On your first day, use at most 2 links.'] },
    })
    for (const body of hiddenLinks) expect((await ask(body)).status).toBe(400)
    const first = await ask('No. 1')
    // A repeated comment does not count towards the limit.
    expect((await ask('No. 1')).body.id).toBe(first.body.id)
    for (let time = 2; time <= limits.first_day_comment.points; time++)
      expect((await ask(`No. ${time}`)).status).toBe(201)
    expect((await ask('One more')).status).toBe(429)
  })

  test('notifies the author of the thread and the author of the parent comment once, and never the writer', async () => {
    const [author, first, second] = [await createMember(), await createMember(), await createMember()]
    const thread = await createThread({ author })
    const top = (await writeComment(thread, 'First', first)).body.id
    expect(await notificationsOf(top)).toEqual([{ user_id: author.id, kind: 'comment', ...actor(first, top) }])
    const reply = (await writeComment(thread, 'Second', second, { parent: top })).body.id
    expect(await notificationsOf(reply)).toEqual([
      { user_id: first.id, kind: 'reply', ...actor(second, reply) },
      { user_id: author.id, kind: 'comment', ...actor(second, reply) },
    ])
    const authorsReply = (await writeComment(thread, 'Mine', author)).body.id
    expect(await notificationsOf(authorsReply)).toEqual([])
    const answer = (await writeComment(thread, 'To the author', second, { parent: authorsReply })).body.id
    expect(await notificationsOf(answer)).toEqual([{ user_id: author.id, kind: 'reply', ...actor(second, answer) }])
  })

  test.each(['at_once', 'none'] as const)(
    'notifies members whose activity mail is set to %s',
    async (activity_mail) => {
      const [author, as] = [await createMember({ activity_mail }), await createMember()]
      const thread = await createThread({ author })
      const twice = await Promise.all([writeComment(thread, 'Hello', as), writeComment(thread, 'Hello', as)])
      expect(new Set(twice.map(({ body }) => body.id)).size).toBe(1)
      expect(await notificationsOf(twice[0].body.id)).toMatchObject([{ user_id: author.id, kind: 'comment' }])
    },
  )

  test('has a rate limit that is separate from that of votes', async () => {
    const of = await startApp({ LIMITS: 'on' })
    const as = await createMember()
    for (const [path, name, body] of [
      [forumPaths.api.comments('none'), 'comment', { body: 'x' }],
      [forumPaths.api.commentVote(2_000_000_000), 'vote', { value: 'like' }],
    ] as const) {
      for (let time = 0; time < limits[name].points; time++)
        expect((await post(path, body, { as, of })).status).toBe(404)
      expect((await post(path, body, { as, of })).status).toBe(429)
    }
  })
})

describe('PATCH /api/forum/comments/{id}/', () => {
  test('changes a comment of the last half hour, and marks it as edited', async () => {
    const [thread, as] = [await createThread(), await createMember()]
    const { id } = (await writeComment(thread, 'Frist', as)).body
    expect(await patch(forumPaths.api.comment(id), { body: 'Frist' }, { as })).toMatchObject({
      status: 200,
      body: { edited_at: null },
    })
    expect(await patch(forumPaths.api.comment(id), { body: '**First**' }, { as })).toMatchObject({
      status: 200,
      body: { body_html: '<p><strong>First</strong></p>\n', source: '**First**', edited_at: expect.any(String) },
    })
    expect((await readComments(thread)).text).toContain('<strong>First')
    expect(await patch(forumPaths.api.comment(id), { body: '**\u200b**' }, { as })).toMatchObject({
      status: 400,
      body: { body: ['This text shows nothing. Write a few words.'] },
    })
    await sql.query('UPDATE comment SET created_at = $2 WHERE id = $1', [id, minutesAgo(31)])
    expect(await patch(forumPaths.api.comment(id), { body: 'Late' }, { as, locale: 'es' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: 'Ya no puedes editar este comentario: el plazo es de 30 minutos.' },
    })
    expect((await readComments(thread, {}, as)).body.results[0]).toMatchObject({
      is_mine: true,
      source: null,
      edit_seconds_left: 0,
    })
  })

  test.each([
    ['', {}, 60],
    [' a moment later', { created_at: minutesAgo(30) }, 0],
    [' while it waits for a moderator', { created_at: minutesAgo(60), status: 'pending' }, null],
    [' once reports hid it', { status: 'pending', hidden_at: minutesAgo(1) }, 0],
  ] as const)('returns the seconds that the author has left to edit%s', async (_when, changes, left) => {
    const [thread, author] = [await createThread(), await createMember()]
    await createComment({ thread, author, created_at: minutesAgo(29), ...changes })
    const [comment] = (await readComments(thread, {}, author)).body.results
    expect(comment.edit_seconds_left && Math.ceil(comment.edit_seconds_left / 60) * 60).toBe(left)
  })

  test('refuses visitors, other members, and changes of hidden or deleted comments', async () => {
    const [thread, as, other] = [await createThread(), await createMember(), await createMember()]
    const shown = await createComment({ thread, author: as })
    const hidden = await createComment({ thread, author: as, hidden_at: new Date() })
    const held = await createComment({ thread, author: as, status: 'pending', created_at: minutesAgo(60) })
    const deleted = await createComment({ thread, author: as, deleted_at: new Date() })
    expect((await edit(shown.id)).status).toBe(401)
    expect(await edit(shown.id, other)).toMatchObject({
      status: 403,
      body: { detail: 'You can only edit your own comments.' },
    })
    expect((await edit(shown.id, as, ' ')).status).toBe(400)
    expect((await edit(hidden.id, as)).status).toBe(403)
    expect((await edit(held.id, as)).body).toMatchObject({ status: 'held', source: 'Changed' })
    expect((await edit(deleted.id, as)).status).toBe(404)
    expect((await edit(2_000_000_000, as)).status).toBe(404)
  })

  test('refuses more links than an account may post on its first day', async () => {
    const [thread, as] = [await createThread(), await createMember({ created_at: new Date() })]
    const { id } = (await writeComment(thread, 'Hello', as)).body
    for (const body of ['www.a.test www.b.test www.c.test', ...hiddenLinks])
      expect((await patch(forumPaths.api.comment(id), { body }, { as })).status).toBe(400)
  })
})

describe('DELETE /api/forum/comments/{id}/ and …/restore/', () => {
  test('replaces a comment with replies by a placeholder, and restores it within ten minutes', async () => {
    const [thread, as, other] = [await createThread(), await createMember(), await createMember()]
    const [plain, top] = [await createComment({ thread, author: as }), await createComment({ thread, author: as })]
    const reply = await createComment({ thread, parent: top, author: other })
    for (const { id } of [plain, top, top]) expect((await drop(id, as)).status).toBe(204)
    const left = await readComments(thread, {}, as)
    expect(left.body.results).toMatchObject([
      { id: top.id, status: 'deleted', author: null, body_html: '', is_mine: false, source: null, reply_count: 1 },
    ])
    expect(left.body.results[0].replies.results[0]).toMatchObject({
      id: reply.id,
      parent: { id: top.id, author: null },
    })
    expect(left.text).not.toContain(top.body)
    expect(await count(thread)).toBe(1)
    for (const { id } of [plain, top, top])
      expect(await restore(id, as)).toMatchObject({ status: 200, body: { id, status: 'visible', is_mine: true } })
    expect(idsOf(await readComments(thread))).toEqual([plain.id, top.id])
    expect(await count(thread)).toBe(3)
    await drop(plain.id, as)
    await sql.query('UPDATE comment SET deleted_at = $2 WHERE id = $1', [plain.id, minutesAgo(11)])
    expect((await restore(plain.id, as)).status).toBe(404)
  })

  test("writes a moderator's removal to the audit log, and lets only moderators restore the comment", async () => {
    const [thread, as, other] = [await createThread(), await createMember(), await createMember()]
    const moderator = await createMember({ role: 'moderator' })
    const comment = await createComment({ thread, author: as })
    await createComment({ thread, parent: comment })
    expect((await drop(comment.id)).status).toBe(401)
    expect(await drop(comment.id, other)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await restore(comment.id, other)).status).toBe(404)
    const twice = await Promise.all([drop(comment.id, moderator), drop(comment.id, moderator)])
    expect(twice.map(({ status }) => status)).toContain(204)
    expect((await readComments(thread)).body.results[0]).toMatchObject({
      status: 'removed',
      author: null,
      body_html: '',
    })
    expect((await restore(comment.id, as)).status).toBe(404)
    for (let time = 0; time < 2; time++)
      expect((await restore(comment.id, moderator)).status).toBe(time === 0 ? 200 : 404)
    const { rows } = await sql.query('SELECT actor_id, action FROM audit_entry WHERE target = $1 ORDER BY id', [
      String(comment.id),
    ])
    expect(rows).toEqual(['comment_removed', 'comment_restored'].map((action) => ({ actor_id: moderator.id, action })))
  })

  test('refuses to restore a comment that was held and rejected', async () => {
    const moderator = await createMember({ role: 'moderator' })
    const gone = { deleted_at: new Date(), is_removed: true, status: 'rejected' } as const
    expect((await restore((await createComment(gone)).id, moderator)).status).toBe(404)
  })

  test('writes no audit entry when moderators delete their own comment', async () => {
    const moderator = await createMember({ role: 'moderator' })
    const comment = await createComment({ author: moderator })
    expect((await drop(comment.id, moderator)).status).toBe(204)
    expect((await restore(comment.id, moderator)).status).toBe(200)
    const { rows } = await sql.query('SELECT FROM audit_entry WHERE target = $1', [String(comment.id)])
    expect(rows).toEqual([])
  })
})

describe('a removed account', () => {
  test('can no longer comment, and its comments have no author', async () => {
    const [thread, as] = [await createThread(), await createMember({ created_at: longAgo() })]
    await writeComment(thread, 'I was here', as)
    await sql.query('DELETE FROM "user" WHERE id = $1', [as.id])
    expect((await writeComment(thread, 'And here', as)).status).toBe(401)
    app.responseCache.connect()
    expect((await readComments(thread)).body.results).toMatchObject([{ author: null, status: 'visible' }])
  })
})
