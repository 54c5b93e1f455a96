import { Client } from 'pg'
import { PostListQuery } from '#shared/blog/schema.ts'
import { CommentListQuery, ThreadListQuery } from '#shared/forum/schema.ts'
import { listPosts } from '../../server/blog/post-lists.ts'
import { getPost } from '../../server/blog/posts.ts'
import { encodeCursor } from '../../server/sql/cursor.ts'
import { closeDatabase, openDatabase } from '../../server/database/db.ts'
import { listComments } from '../../server/forum/comment-lists.ts'
import { listThreads } from '../../server/forum/thread-lists.ts'
import { getThread } from '../../server/forum/threads.ts'
import { getPromptForTier } from '../../server/library/prompts.ts'

/** Keys of a read: a slug, or sort key and id of a page's last row. */
export type Keys = string[]

const reads = {
  prompt: ([slug = '']: Keys) => getPromptForTier(slug, 'en', 0),
  threads: ([key = '', id]: Keys) =>
    listThreads(ThreadListQuery.parse({ cursor: encodeCursor('latest', key, Number(id)) }), 'en'),
  thread: ([slug = '']: Keys) => getThread(slug, 'en'),
  comments: ([slug = '']: Keys) => listComments(slug, CommentListQuery.parse({}), null),
  posts: ([key = '', id]: Keys) =>
    listPosts(PostListQuery.parse({ cursor: encodeCursor('posts', key, Number(id)) }), 'en'),
  post: ([slug = '']: Keys) => getPost(slug, 'en'),
}
export type ReadName = keyof typeof reads

type Statement = { text: string; values: unknown[] }

const has = (values: unknown[], key: string) => values.flat().some((value) => String(value) === key)

/** Captures the statement that the product sends for a read, and returns its values for any keys. */
export async function statementOf(url: string, name: ReadName, example: Keys) {
  const statements: Statement[] = []
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to its client below
  const { query } = Client.prototype
  Client.prototype.query = function (this: Client, ...parameters: Parameters<typeof query>) {
    statements.push(parameters[0] as unknown as Statement)
    return query.apply(this, parameters)
  } as typeof query
  await openDatabase(url, 1)
  await reads[name](example)
  await closeDatabase()
  Client.prototype.query = query
  const found = statements.find(({ values }) => values && example.every((key) => has(values, key)))
  if (!found) throw new Error(`The statement of ${name} was not heard.`)
  const { text, values } = found
  const valueFor = (value: unknown, keys: Keys) => {
    const index = example.indexOf(String([value].flat()[0]))
    if (index === -1) return value
    return Array.isArray(value) ? [keys[index]] : keys[index]
  }
  return { text, valuesFor: (keys: Keys) => values.map((value) => valueFor(value, keys)) }
}
