import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { commentSorts } from '#shared/forum/schema.ts'
import { cacheTags } from '../../../server/cache/cache-tags.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, post, sql } from '../../support/app.ts'
import { createMember, idsOf, idsOnAll, readComments, writeComment } from '../../support/commenting.ts'
import { until } from '../../support/postgres/database.ts'
import { createComment, createThread, foldAllChanges } from '../../support/forum.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const author = await createMember()
type CommentOptions = Parameters<typeof createComment>[0]
async function createComments(
  count: number,
  options: CommentOptions,
): Promise<Awaited<ReturnType<typeof createComment>>[]> {
  const made = []
  for (let time = 0; time < count; time++) made.push(await createComment({ author, ...options }))
  return made
}
const cached = (address: string) => app.responseCache.get(`en ${address}`)
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

describe('GET /api/forum/threads/{meta_slug}/comments/', () => {
  test.each(commentSorts)('pages through all comments by %s, forwards and backwards', async (sort) => {
    const thread = await createThread()
    const made = await createComments(11, { thread })
    for (const [at, { id }] of made.entries())
      await db.comment.update({ where: { id }, data: { likes: at % 3, dislikes: at % 2 } })
    const score = (id: number) => {
      const at = ids(made).indexOf(id)
      return (at % 3) - (at % 2)
    }
    const expected = {
      oldest: ids(made),
      newest: ids(made).toReversed(),
      best: ids(made).toSorted((a, b) => score(b) - score(a) || b - a),
    }[sort]
    const first = forumPaths.api.comments(thread.meta_slug, { sort, limit: 3 })
    const pages = await idsOnAll(first)
    expect(pages.map((page) => page.length)).toEqual([3, 3, 3, 2])
    expect(pages.flat()).toEqual(expected)
    let last = first
    for (let next = (await get(first)).body.next; next; next = (await get(next)).body.next) last = next
    const back = await idsOnAll(last, author, 'previous')
    expect(back.toReversed().flat()).toEqual(expected)
    expect((await get(first)).body.previous).toBe(null)
  })

  test('neither repeats nor skips comments while others are added and deleted', async () => {
    const thread = await createThread()
    const made = await createComments(9, { thread })
    const first = await readComments(thread, { sort: 'newest', limit: 3 })
    await createComments(2, { thread })
    await db.comment.update({ where: { id: made[6]?.id ?? 0 }, data: { deleted_at: new Date() } })
    const rest = await idsOnAll(first.body.next)
    expect([...idsOf(first), ...rest.flat()]).toEqual(ids(made).toReversed())
  })

  test('shows authors their own held reply below a deleted comment, and hides it from others', async () => {
    const [thread, other] = [await createThread(), await createMember()]
    const top = await createComment({ thread, deleted_at: new Date() })
    const held = await createComment({ parent: top, author, status: 'pending' })
    for (const sort of commentSorts) {
      const { body } = await readComments(thread, { sort }, author)
      expect(body.results).toMatchObject([
        { id: top.id, status: 'deleted', author: null, body_html: '', reply_count: 0 },
      ])
      expect(body.results[0].replies.results).toMatchObject([{ id: held.id, status: 'held', is_mine: true }])
    }
    expect(idsOf(await readComments(thread, { around: held.id }, author))).toEqual([top.id])
    const replies = forumPaths.api.replies(top.id)
    expect(idsOf(await get(replies, { as: author }))).toEqual([held.id])
    for (const as of [undefined, other]) {
      expect(idsOf(await readComments(thread, {}, as))).toEqual([])
      expect((await get(replies, { as })).status).toBe(404)
    }
    await db.comment.update({ where: { id: held.id }, data: { deleted_at: new Date() } })
    expect(idsOf(await readComments(thread, {}, author))).toEqual([])
  })

  test('returns three replies of each comment, and a link to the next replies', async () => {
    const thread = await createThread()
    const [top] = await createComments(1, { thread })
    const replies = await createComments(8, { parent: top })
    const [branch] = (await readComments(thread)).body.results
    expect(branch).toMatchObject({ id: top?.id, reply_count: 8, parent: null, branch: null })
    expect(ids(branch.replies.results)).toEqual(ids(replies).slice(0, 3))
    expect((await idsOnAll(branch.replies.next)).flat()).toEqual(ids(replies).slice(3))
    const inSmall = await idsOnAll(forumPaths.api.replies(top?.id ?? 0, { limit: 3 }))
    expect(inSmall.map((page) => page.length)).toEqual([3, 3, 2])
    expect(inSmall.flat()).toEqual(ids(replies))
    expect((await get(forumPaths.api.replies(replies[0]?.id ?? 0))).status).toBe(404)
    expect((await get(forumPaths.api.replies(2_000_000_000))).status).toBe(404)
  })

  test.each(commentSorts)('returns the page that contains the comment in ?around=, sorted by %s', async (sort) => {
    const thread = await createThread()
    const made = await createComments(7, { thread })
    const target = made[3]
    const order = sort === 'oldest' ? ids(made) : ids(made).toReversed()
    const page = await readComments(thread, { sort, around: target?.id, limit: 2 })
    const before = await idsOnAll(page.body.previous, undefined, 'previous')
    const after = await idsOnAll(page.body.next)
    expect(idsOf(page)[0]).toBe(target?.id)
    expect([...before.toReversed().flat(), ...idsOf(page), ...after.flat()]).toEqual(order)
  })

  test('returns the branch of the reply in ?around=, with all replies before it', async () => {
    const thread = await createThread()
    const [, top] = await createComments(3, { thread })
    const replies = await createComments(9, { parent: top })
    const { body } = await readComments(thread, { around: replies[6]?.id })
    expect(body.results[0].id).toBe(top?.id)
    expect(ids(body.results[0].replies.results)).toEqual(ids(replies).slice(0, 7))
    expect((await idsOnAll(body.results[0].replies.next)).flat()).toEqual(ids(replies).slice(7))
    const early = (await readComments(thread, { around: replies[0]?.id })).body.results[0]
    expect(ids(early.replies.results)).toEqual(ids(replies).slice(0, 3))
  })

  test('returns the replies just before the reply in ?around=, if the branch has 150', async () => {
    const thread = await createThread()
    const top = await createComment({ thread, author })
    await sql.query(
      `INSERT INTO comment (thread_id, author_id, parent_id, branch_id, body, body_html, render_version)
       SELECT $1, $2, $3, $3, 'x', 'x', 1 FROM generate_series(1, 150)`,
      [thread.id, author.id, top.id],
    )
    const all = (await idsOnAll(forumPaths.api.replies(top.id, { limit: 50 }))).flat()
    const [branch] = (await readComments(thread, { around: all[140] })).body.results
    expect(ids(branch.replies.results)).toEqual(all.slice(111, 141))
    expect((await idsOnAll(branch.replies.next)).flat()).toEqual(all.slice(141))
  })

  test('returns 404 if the comment in ?around= is not visible or belongs to another thread', async () => {
    const thread = await createThread()
    const [top] = await createComments(1, { thread })
    const hidden = await createComment({ thread, author, hidden_at: new Date() })
    const gone = await createComment({ thread, author, deleted_at: new Date() })
    const held = await createComment({ parent: top, author, status: 'pending' })
    const others = await createComment()
    for (const { id } of [hidden, gone, held, others, { id: 2_000_000_000 }])
      expect((await readComments(thread, { around: id })).status).toBe(404)
    for (const { id } of [hidden, held]) expect((await readComments(thread, { around: id }, author)).status).toBe(200)
  })

  test('returns 400 for an invalid parameter, or for a cursor of another sort order', async () => {
    const thread = await createThread()
    await createComments(3, { thread })
    const { next } = (await readComments(thread, { limit: 1 })).body
    const cursor = new URLSearchParams(next.split('?')[1]).get('cursor') ?? ''
    for (const [query, field] of [
      ['sort=worst', 'sort'],
      ['limit=51', 'limit'],
      ['around=x', 'around'],
      ['around=0x1', 'around'],
      ['cursor=nonsense', 'cursor'],
      [`sort=best&cursor=${cursor}`, 'cursor'],
    ] as const)
      expect(await get(`${forumPaths.api.comments(thread.meta_slug)}?${query}`)).toMatchObject({
        status: 400,
        body: { [field]: [expect.any(String)] },
      })
  })

  test('accepts the cursor of an earlier server in a list of replies', async () => {
    const thread = await createThread()
    const [top] = await createComments(1, { thread })
    const replies = await createComments(2, { thread, parent: top })
    const cursor = Buffer.from(JSON.stringify(['replies', 'after', replies[0]?.id])).toString('base64url')
    const { status, body } = await get(forumPaths.api.replies(top?.id ?? 0, { cursor }))
    expect([status, ids(body.results)]).toEqual([200, [replies[1]?.id]])
  })

  test("includes the votes of the member, and the Markdown source of the member's comments", async () => {
    const [thread, as] = [await createThread(), await createMember()]
    const [top] = await createComments(1, { thread })
    const mine = (await writeComment(thread, 'My *own*', as, { parent: top?.id })).body
    await post(forumPaths.api.commentVote(top?.id ?? 0), { value: 'dislike' }, { as })
    const [branch] = (await readComments(thread, {}, as)).body.results
    expect(branch).toMatchObject({ your_vote: 'dislike', dislikes: 1, is_mine: false, source: null })
    expect(branch.replies.results).toMatchObject([{ id: mine.id, is_mine: true, source: 'My *own*', your_vote: null }])
    const [plain] = (await readComments(thread)).body.results
    expect(plain).toMatchObject({ your_vote: null, dislikes: 1 })
    expect(plain.replies.results).toMatchObject([{ is_mine: false, source: null }])
  })

  test.each([{}, { sort: 'best' }, { around: true }])('runs one statement: %o', async (query) => {
    const thread = await createThread()
    const [top] = await createComments(4, { thread })
    await createComments(4, { parent: top })
    const { around, ...rest } = query as { around?: true }
    const path = forumPaths.api.comments(thread.meta_slug, { ...rest, ...(around && { around: top?.id }) })
    expect(await statementsDuring(() => get(path))).toHaveLength(1)
    expect(await statementsDuring(() => get(path, { as: author }))).toHaveLength(2)
  })
})

describe('a cached page of comments', () => {
  test('is dropped by each change of the comments on it, and by no other change', async () => {
    const [thread, other] = [await createThread(), await createThread()]
    const [writer, answerer] = [await createMember(), await createMember()]
    const top = await createComment({ thread, author: writer })
    const reply = await createComment({ parent: top, author: answerer })
    await createComment({ thread: other })
    const [path, otherPath] = [thread, other].map(({ meta_slug }) => forumPaths.api.comments(meta_slug)) as [
      string,
      string,
    ]
    const repliesPath = forumPaths.api.replies(top.id)
    await foldAllChanges()
    await announced(app)
    const warm = () => Promise.all([path, otherPath, repliesPath].map((address) => get(address)))
    await warm()
    const tags = [
      cacheTags.thread(thread.id),
      cacheTags.commentsOf(thread.id),
      cacheTags.author(writer.id),
      cacheTags.author(answerer.id),
    ]
    for (const address of [path, repliesPath]) expect(new Set(cached(address)?.tags)).toEqual(new Set(tags))
    const cachedPage = cached(otherPath)
    for (const change of [
      () => writeComment(thread, 'Another', writer),
      () => post(forumPaths.api.commentVote(reply.id), { value: 'like' }, { as: writer }),
      () => sql.query(`UPDATE "user" SET avatar_color = '#123456' WHERE id = $1`, [answerer.id]),
      () => sql.query('UPDATE comment SET hidden_at = now() WHERE id = $1', [reply.id]),
    ]) {
      await change()
      await until(() => !cached(path) && !cached(repliesPath))
      await announced(app)
      await warm()
    }
    expect((await get(path)).text).not.toContain(reply.body)
    expect(cached(otherPath)).toBe(cachedPage)
  })
})

test('the replies of a comment return 400 unless the comment id is a plain number', async () => {
  const { id } = await createComment()
  const path = (written: string) => forumPaths.api.replies(id).replace(`/${id}/`, `/${written}/`)
  expect((await get(path(`${id}`))).status).toBe(200)
  for (const written of [`0${id}`, `${id}.0`, `${id}e0`, `0x${id.toString(16)}`, `%20${id}`, '2147483648'])
    expect(await get(path(written))).toMatchObject({ status: 400, body: { id: [expect.any(String)] } })
})
