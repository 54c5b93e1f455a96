import { editWindowMs } from '#shared/forum/schema.ts'
import { Prisma } from '../database/db.ts'

type TextTable = 'thread' | 'comment'
const windowSeconds = editWindowMs / 1_000

/** SQL condition: the author may edit the text. It equals `canEdit` in shared/forum/schema.ts. */
export function isEditable(table: TextTable, author_id: number): Prisma.Sql {
  const text = Prisma.raw(table)
  return Prisma.sql`(
  ${text}.author_id = ${author_id} AND ${text}.deleted_at IS NULL AND ${text}.hidden_at IS NULL
  AND (${text}.status <> 'published' OR ${text}.created_at > now() - make_interval(secs => ${windowSeconds})))`
}

export function editSecondsLeft(table: TextTable, person_id: number): Prisma.Sql {
  const text = Prisma.raw(table)
  return Prisma.sql`CASE WHEN ${isEditable(table, person_id)} THEN
    CASE WHEN ${text}.status = 'published' THEN ceil(extract(epoch FROM ${text}.created_at - now()) + ${windowSeconds})::int END ELSE 0 END`
}
