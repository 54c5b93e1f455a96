import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { openApp, post, remove, sql } from '../../support/app.ts'
import { createMember, writeComment } from '../../support/commenting.ts'
import { createComment, createThread } from '../../support/forum.ts'

await openApp()

const vote = (id: number, value: unknown, as?: { token: string }) =>
  post(forumPaths.api.commentVote(id), { value }, { as })

describe('POST /api/forum/comments/{id}/vote/', () => {
  test('returns the new counts, for a first, a changed and a withdrawn vote', async () => {
    const [comment, as, other] = [await createComment(), await createMember(), await createMember()]
    await vote(comment.id, 'dislike', other)
    for (const [value, likes, dislikes] of [
      ['like', 1, 1],
      ['like', 1, 1],
      ['dislike', 0, 2],
      [null, 0, 1],
      [null, 0, 1],
      ['like', 1, 1],
    ] as const)
      expect(await vote(comment.id, value, as)).toMatchObject({
        status: 200,
        body: { likes, dislikes, your_vote: value },
      })
  })

  test("refuses visitors, votes for one's own comment, unknown comments and other values", async () => {
    const as = await createMember()
    const [comment, votersComment] = [await createComment(), await createComment({ author: as })]
    expect((await vote(comment.id, 'like')).status).toBe(401)
    expect(await vote(votersComment.id, 'like', as)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: 'You can’t vote on your own comment.' },
    })
    expect((await vote(2_000_000_000, 'like', as)).status).toBe(404)
    for (const value of ['love', 1, undefined])
      expect(await vote(comment.id, value, as)).toMatchObject({ status: 400, body: { value: [expect.any(String)] } })
    expect((await vote(0, 'like', as)).status).toBe(400)
  })
})

test('the counts equal the rows after fifty people comment, vote, delete and restore concurrently', async () => {
  const thread = await createThread()
  const people = await Promise.all(Array.from({ length: 50 }, () => createMember()))
  const tops = await Promise.all(Array.from({ length: 3 }, () => createComment({ thread })))
  const doAll = async (as: (typeof people)[number], at: number) => {
    const top = tops[at % 3]?.id ?? 0
    const mine = (await writeComment(thread, `From ${at}`, as)).body.id
    const reply = (await writeComment(thread, `Answer of ${at}`, as, { parent: top })).body.id
    await Promise.all([
      ...tops.map(({ id }, index) => vote(id, (at + index) % 2 ? 'like' : 'dislike', as)),
      vote(top, at % 5 ? 'like' : null, as),
      ...(at % 2 ? [remove(forumPaths.api.comment(reply), undefined, { as })] : []),
      ...(at % 3 ? [] : [remove(forumPaths.api.comment(mine), undefined, { as })]),
    ])
    if (at % 4 === 1) await post(forumPaths.api.commentRestore(reply), undefined, { as })
  }
  const answers = await Promise.allSettled(people.map(doAll))
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  const { rows } = await sql.query(
    `SELECT comment.id, likes, dislikes, reply_count,
            (SELECT count(*)::int FROM comment_vote WHERE comment_id = comment.id AND value = 1) AS likes_of_rows,
            (SELECT count(*)::int FROM comment_vote WHERE comment_id = comment.id AND value = -1) AS dislikes_of_rows,
            (SELECT count(*)::int FROM comment AS reply WHERE reply.branch_id = comment.id AND reply.deleted_at IS NULL) AS replies_of_rows
       FROM comment WHERE thread_id = $1`,
    [thread.id],
  )
  expect(rows).toHaveLength(103)
  for (const row of rows)
    expect([row.likes, row.dislikes, row.reply_count]).toEqual([
      row.likes_of_rows,
      row.dislikes_of_rows,
      row.replies_of_rows,
    ])
  expect(rows.filter(({ likes }) => likes > 0).length).toBe(3)
  const count = await sql.query(
    `SELECT comment_count, (SELECT count(*)::int FROM comment WHERE thread_id = thread_counts.id AND deleted_at IS NULL) AS of_rows
       FROM thread_counts WHERE id = $1`,
    [thread.id],
  )
  expect(count.rows).toEqual([{ comment_count: 3 + 33 + 38, of_rows: 3 + 33 + 38 }])
})
