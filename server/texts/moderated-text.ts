import { Prisma } from '../database/db.ts'
import type { TextTarget } from './visibility.ts'

const excerptLength = 500 // characters of a text in the audit log
/** SQL: excerpt with hidden names, since a name must not outlive its account. */
export const excerptWithoutNames = (column: string) =>
  Prisma.sql`regexp_replace(left(${Prisma.raw(column)}, ${excerptLength}::int), '(^|[^[:alnum:]_@./\\-])@[[:alnum:]_-]+', '\\1@…', 'g')`

const stateOf = (table: 'thread' | 'comment', text: string) => Prisma.sql`
  jsonb_build_object('title', title, 'text', ${excerptWithoutNames(text)}, 'status', ${Prisma.raw(table)}.status,
    'is_hidden', ${Prisma.raw(table)}.hidden_at IS NOT NULL, 'is_removed', ${Prisma.raw(table)}.deleted_at IS NOT NULL)`

export type ModeratedText = { title: string; text: string; status: string; is_hidden: boolean; is_removed: boolean }

const threadText = (id: number) =>
  Prisma.sql`SELECT ${stateOf('thread', 'description')} AS state FROM thread WHERE id = ${id}`
export const commentText = (id: number) => Prisma.sql`
  SELECT ${stateOf('comment', 'body')} AS state FROM comment JOIN thread ON thread.id = thread_id WHERE comment.id = ${id}`

export async function readModeratedText(
  transaction: Prisma.TransactionClient,
  { thread_id, comment_id }: TextTarget,
): Promise<ModeratedText | undefined> {
  const [found] = await transaction.$queryRaw<{ state: ModeratedText }[]>(
    comment_id === null ? threadText(thread_id) : commentText(comment_id),
  )
  return found?.state
}
