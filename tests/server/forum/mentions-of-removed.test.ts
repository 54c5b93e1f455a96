import { expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { eraseMarkedAccounts } from '../../../server/users/erasure.ts'
import { openApp, patch, remove, sql } from '../../support/app.ts'
import { writeComment } from '../../support/commenting.ts'
import { createPoster, createThread } from '../../support/forum.ts'
import { cheap_password_hash as password_hash, password } from '../../support/people.ts'

await openApp()

const commentRow = (id: number) => db.comment.findUniqueOrThrow({ where: { id } })

test('mentions of a removed account are deleted from texts, but not mentions of a longer name', async () => {
  const person = await createPoster({ password_hash, username: 'Añil-tree' })
  const other = await createPoster()
  const thread = await createThread({ author: other, status: 'pending' })
  const description = 'Thanks @Añil-tree, and @Añil-tree-2!'
  expect((await patch(forumPaths.api.thread(thread.meta_slug), { description }, { as: other })).status).toBe(200)
  const open = await createThread()
  const body = '@Añil-tree and (@Añil-tree), not @Añil-trees or a@Añil-tree. `@Añil-tree`'
  const { body: comment } = await writeComment(open, body, other)
  const { body: plain } = await writeComment(open, 'Nobody is meant by Añil-tree.', other)
  expect(comment.body_html).toContain('author=')

  expect((await remove(paths.api.me, { password }, { as: person })).status).toBe(204)
  const later = await createPoster({ username: 'Añil-tree' })
  const { body: young } = await writeComment(open, 'Welcome @Añil-tree', other)
  await eraseMarkedAccounts({ rows: 1 })
  expect(await db.user.count({ where: { id: person.id } })).toBe(0)

  const after = await commentRow(comment.id)
  expect(after.body).toBe('@… and (@…), not @Añil-trees or a@Añil-tree. `@…`')
  expect(after.body_html).not.toContain('author=A%C3%B1il-tree"')
  expect(after.body_html).toContain('author=A%C3%B1il-trees"')
  expect(after.edited_at).toBeNull()
  const threadRow = await db.thread.findUniqueOrThrow({ where: { id: thread.id } })
  expect(threadRow.description).toBe('Thanks @…, and @Añil-tree-2!')
  expect(threadRow.excerpt).toBe('Thanks @…, and @Añil-tree-2!')
  expect(threadRow.description_html).not.toContain('author=A%C3%B1il-tree"')
  expect((await commentRow(plain.id)).body).toBe('Nobody is meant by Añil-tree.')
  expect((await commentRow(young.id)).body_html).toContain('author=')
  expect(await db.user.count({ where: { id: later.id } })).toBe(1)
})

test('mentions are found with indexes', async () => {
  await sql.query('SET enable_seqscan = off')
  for (const [table, column] of [
    ['comment', 'body_html'],
    ['thread', 'description_html'],
  ]) {
    const { rows } = await sql.query(
      `EXPLAIN SELECT FROM ${table} WHERE ${column} LIKE '%<a href="/forum?author=%' AND mentions_in(${column}) @> ARRAY['/forum?author=a']`,
    )
    expect(JSON.stringify(rows)).toContain(`${table}_mentions`)
  }
})
